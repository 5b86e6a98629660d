import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import Terminal
import TestSupport
import Testing

@testable import Commands

@Suite struct NoteCommandTests {
  private let home = TemporaryFolder()

  @Test func `writes, shows, replaces and removes a note`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }

    let first = await harness().run("note", "vapor/vapor", "the", "server", "at work")
    let same = await harness().run("note", "VAPOR/vapor", "the server at work")
    await sandbox.stop()

    #expect(first.output == "vapor/vapor\tnoted\n")
    #expect(same.output == "vapor/vapor\tunchanged\n")
    #expect(await harness().run("note", "vapor/vapor").output == "the server at work\n")
    #expect(
      await harness().run("note", "vapor/vapor", "--remove").output == "vapor/vapor\tremoved\n"
    )
    #expect(
      await harness().run("note", "vapor/vapor", "--remove").output == "vapor/vapor\tno note\n"
    )
    let missing = await harness().run("note", "vapor/vapor")
    #expect(missing.status == .negative && missing.output.isEmpty)
    #expect(missing.errors == "ghsearch: no note about vapor/vapor\n")
  }

  @Test func `reads a note of several lines from standard input`() async throws {
    var harness = try await Harness.anonymous().atHome(home)
    harness.input = "first\n\nsecond\n"

    _ = await harness.run("note", "vapor/vapor", "-")

    #expect(await harness.atHome(home).run("note", "vapor/vapor").output == "first\n\nsecond\n")
  }

  @Test(arguments: [
    ["note", "vapor/vapor", ""], ["note", "vapor/vapor", "a", "--remove"],
    ["note", "vapor/vapor", "--edit", "--remove"], ["note", "not a name", "text"],
    ["note", "vapor/vapor", Text(repeating: "x", count: 65_537)],
  ])
  func `a usage error sends and stores nothing`(_ arguments: [Text]) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).atHome(home).run(arguments.map(\.value))

    #expect(outcome.status == .usage, "\(outcome.errors)")
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `does not store a note about a repository that does not exist`() async throws {
    let outcome = try await Harness.anonymous().atHome(home).run("note", "no/such", "text")

    #expect(outcome.status == .notFound)
    #expect(outcome.output.isEmpty)
  }

  @Test func `view, star lists and every format show the note`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }
    _ = await harness().run("star", "vapor/vapor")
    _ = await harness().run("note", "vapor/vapor", "the server\tat work")

    let view = await harness().run("view", "vapor/vapor")
    var shown = harness()
    shown.terminal = TerminalSize(columns: 80, rows: 40)
    let table = await shown.run("stars", "list")
    let json = await harness().run("stars", "--jsonl", "fullName,note,isFavorite")
    let csv = await harness().run("stars", "export", "--csv")
    let markdown = await harness().run("stars", "export", "--markdown")

    #expect(view.lines.contains("note\tthe server at work"))
    #expect(table.output.contains("the server at work"))
    #expect(
      json.lines.contains(
        #"{"fullName":"vapor/vapor","note":"the server\tat work","isFavorite":false}"#
      )
    )
    #expect(csv.output.contains("the server\tat work"))
    #expect(markdown.output.contains("\n  the server at work\n"))
  }

  @Test(arguments: ["text\n", "text\r\n", "text"])
  func `drops the line break at the end of the input`(input: String) async throws {
    var harness = try await Harness.anonymous().atHome(home)
    harness.input = input
    _ = await harness.run("note", "vapor/vapor", "-")

    #expect(await harness.atHome(home).run("note", "vapor/vapor").output == "text\n")
  }

  @Test func `opens the note in the editor and stores the result`() async throws {
    var harness = try await Harness.anonymous().atHome(home)
    _ = await harness.run("note", "vapor/vapor", "before")
    harness.environment["EDITOR"] = "ed -s"
    let read = Guarded("")
    harness.onLaunch = { words in
      guard let path = words.last else { return }
      read.withLock { $0 = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
      try? "after\nthat\n".write(toFile: path, atomically: true, encoding: .utf8)
    }

    let edited = await harness.atHome(home).run("note", "vapor/vapor", "--edit")

    #expect(read.withLock(\.self) == "before\n")
    #expect(edited.output == "vapor/vapor\tnoted\n")
    let launched = try #require(harness.launched.withLock(\.last))
    #expect(launched.dropLast() == ["/bin/sh", "-c", "ed -s \"$@\"", "sh"])
    #expect(await harness.atHome(home).run("note", "vapor/vapor").output == "after\nthat\n")
    #expect(try home.drafts() == [])
  }

  @Test(arguments: [
    ["EDITOR": "nosuch"], ["VISUAL": "nosuch", "EDITOR": "ed"],
    ["VISUAL": " ", "EDITOR": "nosuch"],
  ])
  func `names the variable of an editor that cannot run, and leaves no draft`(
    _ variables: [String: String]
  ) async throws {
    var harness = try await Harness.anonymous().atHome(home)
    harness.environment.merge(variables) { $1 }
    harness.launchStatus = 127

    let edited = await harness.run("note", "vapor/vapor", "--edit")

    let variable = variables["VISUAL"] == "nosuch" ? "VISUAL" : "EDITOR"
    #expect(edited.status == .localFile)
    let why = "nosuch exited with status 127 (command not found)"
    #expect(edited.errors == "ghsearch: note: \(why); check \(variable)\n")
    #expect(try home.drafts() == [])
  }

  @Test func `splits the editor command like a shell, as git does`() async throws {
    let editor = home.path + "/my editor"
    try writeScript("#!/bin/sh\nprintf '%s' \"$1\" > \"$2\"\n", to: editor)
    var harness = try await Harness.anonymous().atHome(home)
    harness.environment["EDITOR"] = "'\(editor)' 'two words'"
    harness.onLaunch = { _ = try? FinishedProgram($0) }

    _ = await harness.run("note", "vapor/vapor", "--edit")

    #expect(await harness.atHome(home).run("note", "vapor/vapor").output == "two words\n")
  }

  @Test(arguments: [(Int32(1), "lost"), (0, ""), (0, "before\n")])
  func `keeps the note if the editor fails or changes nothing`(
    _ status: Int32,
    _ text: String
  ) async throws {
    var harness = try await Harness.anonymous().atHome(home)
    _ = await harness.run("note", "vapor/vapor", "before")
    harness.launchStatus = status
    harness.onLaunch = { words in
      try? text.write(toFile: words.last ?? "", atomically: true, encoding: .utf8)
    }

    let edited = await harness.atHome(home).run("note", "vapor/vapor", "--edit")

    #expect(edited.status == (status == 0 ? .success : .localFile))
    #expect(await harness.atHome(home).run("note", "vapor/vapor").output == "before\n")
    // A written text is not lost when the editor fails.
    let drafts = try home.drafts()
    #expect(drafts.count == (text == "lost" ? 1 : 0))
    #expect(drafts.allSatisfy(edited.errors.contains))
  }

  @Test func `keeps the draft if it cannot be stored`() async throws {
    var harness = try await Harness.anonymous().atHome(home)
    harness.onLaunch = { words in
      try? "my text\n".write(toFile: words.last ?? "", atomically: true, encoding: .utf8)
    }

    let edited = await harness.run("note", "no/such", "--edit")

    #expect(edited.status == .notFound)
    let drafts = try home.drafts()
    #expect(drafts.count == 1 && edited.errors.contains(drafts.first ?? "?"))
  }

  @Test func `exports notes and favorites to another machine without starring anything`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    let here = { Harness.signedIn(to: sandbox).atHome(home) }
    let other = TemporaryFolder()
    _ = await here().run("star", "vapor/vapor")
    _ = await here().run("note", "vapor/vapor", "starred")
    _ = await here().run("note", "iina/iina", "not starred")
    _ = await here().run("favorites", "add", "Alamofire/Alamofire")
    let exported = await here().run("stars", "export", "--jsonl").output
    sandbox.forgetRequests()

    var there = Harness.signedIn(to: sandbox).atHome(other)
    there.input = exported
    let imported = await there.run("stars", "import", "-")
    let again = await there.run("stars", "import", "-")

    #expect(imported.errors == "ghsearch: 2 notes added, 1 favorite added\n")
    #expect(again.errors == "ghsearch: nothing to import\n")
    #expect(sandbox.requests.isEmpty)
    #expect(await there.atHome(other).run("note", "iina/iina").output == "not starred\n")
    #expect(
      await there.atHome(other).run("favorites", "--jsonl", "fullName").output
        == #"{"fullName":"Alamofire/Alamofire"}"# + "\n"
    )
  }

  @Test(arguments: ["file", "link", "pipe"])
  func `reads a file of any kind if it is named`(_ kind: String) async throws {
    let line = #"{"id":1,"fullName":"a/b","note":"text","notedAt":"2026-01-01T00:00:00Z"}"# + "\n"
    let other = TemporaryFolder()
    var path = try other.write(line, to: "export", mode: 0o666)
    if kind == "link" {
      path = other.path + "/link"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "export")
    } else if kind == "pipe" {
      // A named pipe, like bash's `<(…)` and a piped `/dev/stdin`.
      path = other.path + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
    }
    let writer = Thread { [path] in
      try? Data(line.utf8).write(to: URL(filePath: path), options: [])
    }
    if kind == "pipe" { writer.start() }

    let outcome = await Harness().atHome(home).run("stars", "import", path)

    #expect(outcome.errors == "ghsearch: 1 note added\n")
  }

  @Test func `a directory, a missing file and a binary file have specific errors`() async throws {
    let other = TemporaryFolder()
    let (directory, missing) = (other.path, other.path + "/missing")
    let binary = try other.write("", to: "binary")
    try Data([0xFF, 0xFE]).write(to: URL(filePath: binary))

    for (path, why) in [
      (directory, "cannot read \(directory): Is a directory"),
      (missing, "cannot read \(missing): No such file or directory"),
      (binary, "\(binary) is not UTF-8 text"),
    ] {
      let imported = await Harness().atHome(home).run("stars", "import", path)
      let applied = await Harness().atHome(home).run("lists", "apply", path)

      #expect(imported.status == .localFile && applied.status == .localFile)
      #expect(imported.errors.hasPrefix("ghsearch: stars import: \(why)"), "\(imported.errors)")
      #expect(applied.errors.hasPrefix("ghsearch: lists apply: \(why)"), "\(applied.errors)")
    }
  }

  @Test(arguments: [
    "{", "[]", #"{"id":1}"#, #"{"id":1,"fullName":"a/b","note":" "}"#, "name\tvalue",
  ])
  func `an invalid line fails the import before anything changes`(
    _ line: String
  ) async throws {
    let good = #"{"id":1,"fullName":"a/b","note":"text","notedAt":"2026-01-01T00:00:00Z"}"#
    var harness = Harness().atHome(home)
    harness.input = good + "\n\n" + line + "\n"

    let outcome = await harness.run("stars", "import", "-")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("line 3 is not a repository"))
    #expect(await harness.atHome(home).run("note", "a/b").status == .negative)
  }
}

extension TemporaryFolder {
  /// The paths of the drafts of notes.
  fileprivate func drafts() throws -> [String] {
    let directory = "\(path)/.local/state/ghsearch"
    return try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.hasPrefix("note-") }.map { "\(directory)/\($0)" }
  }
}

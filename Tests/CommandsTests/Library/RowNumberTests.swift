import Core
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import Terminal
import TerminalTesting
import TestSupport
import Testing

@testable import Commands

/// `N` and `#N`: row N of the last list shown on this terminal.
@Suite struct RowNumberTests {
  private let home = TemporaryFolder()

  private func harness(_ sandbox: Sandbox, onTerminal: Bool = true) -> Harness {
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    if onTerminal { harness.terminal = TerminalSize(columns: 80, rows: 24) }
    return harness
  }

  private func names(_ outcome: Outcome) -> [String] {
    outcome.output.matches(of: /"fullName":"([^"]*)"/).map { String($0.output.1) }
  }

  /// Shows three rows on the terminal, and returns their names.
  private func show(_ sandbox: Sandbox) async throws -> [String] {
    let shown = await harness(sandbox)
      .run("language:swift", "--limit", "3", "--jsonl", "fullName")
    try #require(names(shown).count == 3)
    return names(shown)
  }

  /// The repository that the row number currently names; nil if there is no such row.
  private func name(of row: String, _ sandbox: Sandbox) async -> String? {
    let outcome = await harness(sandbox, onTerminal: false).run("star", row, "--dry-run")
    return outcome.status == .success
      ? outcome.lines.first?.split(separator: "\t").first.map(String.init)
      : nil
  }

  @Test func `a bare number and #N name the same row`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await show(sandbox)

    let starred = await harness(sandbox).run("star", "2", "#3")

    #expect(starred.output == "\(names[1])\tstarred\n\(names[2])\tstarred\n")
    for row in ["4", "#4", "0", "#0", "#", "#x", "99999999999999999999", "#-1", "#+1"] {
      let beyond = await harness(sandbox).run("star", row)
      #expect(beyond.status == .usage)
      #expect(beyond.errors.contains("no row"), "\(beyond.errors)")
      #expect(beyond.errors.hasSuffix("; use 1 to 3, or OWNER/NAME\n"), "\(beyond.errors)")
    }
  }

  @Test func `every command that takes a repository takes a row number`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await show(sandbox)
    var piped = harness(sandbox)
    piped.input = "1\n2\n"

    #expect(await harness(sandbox).run("view", "1", "--json", "fullName").output.contains(names[0]))
    #expect(await harness(sandbox).run("starred", "3").output == "\(names[2])\tno\n")
    #expect(await harness(sandbox).run("unstar", "3").output == "\(names[2])\tunchanged\n")
    #expect(await harness(sandbox).run("favorites", "add", "2").output == "\(names[1])\tadded\n")
    #expect(await piped.run("star", "-").output == "\(names[0])\tstarred\n\(names[1])\tstarred\n")
    let opened = await harness(sandbox).run("open", "1", "--hostname", "github.com")
    #expect(opened.output == "https://github.com/\(names[0])\n")
  }

  @Test(arguments: [
    ["vapor"], ["vapor", "--json", "all"], ["favorites", "list"], ["stars", "list"],
    ["vapor", "--starred"],
  ])
  func `output to a pipe or file does not change the row list`(_ arguments: [String]) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.setStar(true, on: "iina/iina", by: "octocat")
    _ = await harness(sandbox, onTerminal: false).run("favorites", "add", "iina/iina")
    let names = try await show(sandbox)

    let piped = await harness(sandbox, onTerminal: false).run(arguments)

    #expect(piped.status == .success)
    #expect(await name(of: "2", sandbox) == names[1])
  }

  @Test(arguments: [["favorites"], ["favorites", "list"], ["stars"], ["stars", "search", "iina"]])
  func `stars and favorites shown on the terminal set the row list`(_ arguments: [String])
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.service.setStar(true, on: "iina/iina", by: "octocat")
    _ = await harness(sandbox, onTerminal: false).run("favorites", "add", "iina/iina")
    _ = try await show(sandbox)

    _ = await harness(sandbox).run(arguments)

    #expect(await name(of: "1", sandbox) == "iina/iina")
    #expect(await name(of: "2", sandbox) == nil)
  }

  @Test func `a failed search keeps the row list, and one without results clears it`() async throws
  {
    let sandbox = try await Sandbox.start()
    let names = try await show(sandbox)
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .search, times: 4)

    let failed = await harness(sandbox).run("vapor")
    let afterFailure = await name(of: "1", sandbox)
    let mistaken = await harness(sandbox).run("vapor", "--limit", "0")
    let afterMistake = await name(of: "1", sandbox)
    let empty = await harness(sandbox).run("no-repository-is-called-so")

    #expect(failed.status == .badResponse && mistaken.status == .usage)
    #expect(afterFailure == names[0] && afterMistake == names[0])
    #expect(empty.status == .success)
    #expect(await name(of: "1", sandbox) == nil)
  }

  @Test(arguments: [
    ["language:swift"], ["language:swift", "--not-starred"], ["stars"],
    ["stars", "search", "swift"], ["lists", "show", "Web"],
  ])
  func `ranks, table numbers and row numbers agree, also after skipped rows`(
    _ list: [String]
  ) async throws {
    let stars = ["vapor/vapor", "Alamofire/Alamofire", "apple/container", "iina/iina"]
    let sandbox = try await Sandbox.start { $0.stars = ["octocat": stars] }
    _ = await harness(sandbox).run("stars", "sync")
    _ = await harness(sandbox).run("lists", "create", "Web")
    _ = await harness(sandbox).run(["lists", "add", "Web"] + stars)
    let part = ["--skip", "2", "--limit", "2"]

    let ranked = await harness(sandbox)
      .run(list + part + ["--template", "{{rank}} {{fullName}}"])
    let rows = ranked.lines.map { $0.split(separator: " ").map(String.init) }
    let table = await harness(sandbox).run(list + part + ["--color", "never"])

    #expect(rows.map { $0[0] } == ["3", "4"], "\(ranked.errors)")
    for (row, line) in zip(rows, table.lines) {
      #expect(line.hasPrefix(row[0] + " ") && line.contains(row[1]), "\(table.output)")
      #expect(await name(of: row[0], sandbox) == row[1])
    }
    #expect(await name(of: "1", sandbox) == nil)
    #expect(await name(of: "5", sandbox) == nil)
  }

  @Test func `does not number rows that jq rewrites`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await show(sandbox)
    var filtered = harness(sandbox)
    filtered.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]

    _ = await filtered.run("vapor", "--jq", ".[1:]")

    #expect(await name(of: "1", sandbox) == names[0])
  }

  @Test(arguments: ["other", ""])
  func `another session, or one without a name, has no row list`(_ session: String) async throws {
    let sandbox = try await Sandbox.start()
    _ = try await show(sandbox)
    var other = harness(sandbox)
    other.session = session
    if session.isEmpty { _ = await other.run("vapor") }

    #expect(await other.run("star", "1").status == .usage)
    #expect(sandbox.starredNames().isEmpty)
  }

  @Test func `a row list belongs to its terminal session`() async throws {
    let sandbox = try await Sandbox.start()
    let search = "ghsearch language:swift --limit 3 --jsonl fullName"
    let script = "\(search); ghsearch star 1 --dry-run; exec ghsearch star 2 --dry-run"
    let environment = [
      "HOME": home.path, "PATH": "\(UsageShell.products):/usr/bin:/bin", "TERM": "dumb",
      "GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ]

    let first = try await Self.run(script, environment)
    let second = try await Self.run("exec ghsearch star 1 --dry-run", environment)

    let names = first.text.matches(of: /"fullName":"([^"]*)"/).map { String($0.output.1) }
    try #require(names.count == 3)
    #expect(first.ending == .exit(0))
    #expect(first.text.contains("\(names[0])\twould star"))
    #expect(first.text.contains("\(names[1])\twould star"))
    #expect(second.ending == .exit(64), "\(second.text)")
  }

  /// Runs the script in a separate terminal session; blocks its thread.
  private static func run(
    _ script: String,
    _ environment: [String: String]
  ) async throws -> (text: String, ending: PseudoTerminal.Ending?) {
    try await DedicatedThread.run {
      Result {
        let terminal = try PseudoTerminal()
        try terminal.run("/bin/sh", ["-c", script], environment: environment)
        let ending = terminal.ending()
        return (terminal.text, ending)
      }
    }.get()
  }
}

@Suite struct AtomicFileTests {
  @Test func `concurrent writers leave one complete file and no drafts`() async throws {
    let home = TemporaryFolder()
    let path = home.path + "/list"
    let contents = (0..<8).map { [UInt8](repeating: UInt8($0), count: 40_000) }

    let results = await withTaskGroup(of: Bool.self) { group in
      for content in contents {
        group.addTask {
          await DedicatedThread.run {
            (0..<50).allSatisfy { _ in (try? AtomicFile.replace(path, with: content)) != nil }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results == Array(repeating: true, count: 8))
    #expect(contents.contains([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["list"])
  }
}

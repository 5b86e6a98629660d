import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Terminal
import TestSupport
import Testing

@testable import Commands

/// Stars are found by the words of their READMEs.
@Suite struct ReadmeSearchTests {
  private let home = TemporaryFolder()

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  // MARK: Words

  @Test func `a sync reports how many READMEs it fetched, and a later one remembers them`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])

    let plain = await harness(sandbox).run("stars", "sync")
    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let second = await harness(sandbox).run("stars", "sync")
    let removed = await harness(sandbox).run("stars", "sync", "--no-readmes")

    #expect(plain.output == "3 stars: 3 added, 0 removed\n")
    #expect(first.output == "3 stars: nothing changed\n3 READMEs: 3 fetched\n")
    #expect(second.output == "3 stars: nothing changed\n3 READMEs: nothing changed\n")
    #expect(removed.output == "3 stars: nothing changed\n3 READMEs removed\n")
  }

  @Test func `a README sync that stops early says why and how to continue`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      // One is for the user, one for the stars.
      $0.rateLimits.core = 504
    }
    // A spelling that only REST finds.
    for name in ["junegunn/fzf", "jqlang/jq", "vapor/vapor"] {
      sandbox.service.edit(name) { $0.files = ["ReadMe.text": "words"] }
    }
    func sync(_ flags: String...) async -> Outcome {
      var harness = harness(sandbox)
      harness.errorTerminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "sync"] + flags)
    }

    let asked = await sync("--readmes")
    let later = await sync()

    #expect(asked.status == .partial && later.status == .success)
    #expect(asked.output.hasSuffix("2 READMEs: 2 fetched, 1 left\n"))
    #expect(asked.errors.contains("stopped to leave 500 requests this hour for other commands"))
    #expect(later.output.hasSuffix("2 READMEs: 1 left\n"))
    #expect(later.errors.contains("this hour for other commands; run `ghsearch stars sync` after"))
  }

  @Test func `a sync whose READMEs GitHub fails to send is partial`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq"])
    sandbox.service.edit("jqlang/jq") { $0.files = ["ReadMe.text": "words"] }
    sandbox.script(.drop, on: .path("/repos/jqlang/jq/readme"), times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .partial)
    #expect(outcome.output.hasSuffix("1 README: 1 fetched, 1 left\n"), "\(outcome.output)")
    #expect(outcome.errors.contains("the next `ghsearch stars sync` resumes from there"))
  }

  // MARK: Searching

  @Test(
    arguments: [
      ("\"command history\"", "junegunn/fzf"), ("缓存穿透", "Snailclimb/JavaGuide"),
      ("マウスホイール", "Caldis/Mos"), ("협업", "excalidraw/excalidraw"),
    ]
  )
  func `finds a repository by a phrase in its README`(
    _ text: String,
    _ name: String
  ) async throws {
    let sandbox = try await Sandbox.start(stars: [
      "junegunn/fzf", "Snailclimb/JavaGuide", "Caldis/Mos", "excalidraw/excalidraw", "jqlang/jq",
    ])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()

    let found = await harness(sandbox).run("stars", "search", text)
    let elsewhere = await harness(sandbox).run("stars", "search", text, "--in", "name,description")

    #expect(found.names == [name])
    #expect(elsewhere.output.isEmpty)
  }

  @Test func `shows a matching line on a terminal and in JSON`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()
    var terminal = harness(sandbox)
    terminal.terminal = TerminalSize(columns: 60, rows: 24)

    let shown = await terminal.run("stars", "search", "bookmarks", "--color", "always")
    let json = await harness(sandbox).run(
      "stars",
      "search",
      "bookmarks",
      "--jsonl",
      "fullName,match"
    )
    let byName = await harness(sandbox).run("stars", "search", "fzf", "--jsonl", "fullName,match")
    let rows = await harness(sandbox).run("stars", "search", "bookmarks")

    #expect(shown.lines.count == 2)
    #expect(shown.lines.last?.contains("\u{1B}[") == true)
    #expect(shown.lines.last?.contains("bookmarks") == true)
    #expect(
      json.output.contains(#""match":"…"#) && json.output.contains("bookmarks or git commits")
    )
    #expect(byName.output == "{\"fullName\":\"junegunn/fzf\",\"match\":null}\n")
    #expect(rows.lines.count == 1)
  }

  @Test func `a limited search reports the total, even with filters`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    func footer(_ flags: String...) async -> String {
      var harness = harness(sandbox)
      harness.terminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "search", "license"] + flags).errors
    }

    #expect(await footer() == "3 stars\n")
    #expect(await footer("-L", "1") == "1 of 3 stars\n")
    #expect(await footer("-L", "3") == "3 stars\n")
    #expect(await footer("-L", "1", "--language", "go") == "1 of 3 stars\n")
  }

  @Test func `rejects an unknown field of --in`() async throws {
    let sandbox = try await Sandbox.start(stars: [])

    let outcome = await harness(sandbox).run("stars", "search", "x", "--in", "name,title")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("name, topics, description, note, readme"))
  }
}

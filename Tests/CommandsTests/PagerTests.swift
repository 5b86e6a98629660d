import Core
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct PagerTests {
  private let home = TemporaryFolder()

  private func harness(_ sandbox: Sandbox, rows: Int = 20) -> Harness {
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    harness.terminal = TerminalSize(columns: 80, rows: rows)
    harness.environment["NO_COLOR"] = "1"
    harness.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    return harness
  }

  @Test func `shows output longer than the screen in the pager`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["PAGER"] = "most -x"

    let outcome = await harness.run("view", "vapor/vapor")

    let shown = harness.shown.withLock { $0 }
    #expect(outcome.output.isEmpty)
    #expect(shown.map(\.command.text) == ["most -x"])
    #expect(shown.map(\.variables) == [["LESS=FRXK"]])
    #expect(shown.first?.text.contains("git clone") == true)
  }

  /// Runs a pager for a text of 50 lines, and returns the output that bypassed it.
  private func paging(_ pager: String) async throws -> Outcome {
    var harness = Harness().atHome(home)
    harness.terminal = TerminalSize(columns: 80, rows: 5)
    harness.environment["PAGER"] = pager
    let errors = MemorySink()
    var context = harness.context(errors: errors)
    context.show = { text, command, variables throws(OperationFailure) in
      try await UserProgram.show(text, with: command, adding: variables)
    }
    try await Pager.print(Self.text, in: context)
    return Outcome(status: .success, output: harness.output.text, errors: errors.text)
  }

  private static let text = String(repeating: "row\n", count: 50)

  @Test(arguments: ["tr a-z A-Z | cat > 'FILE'", "sh -c 'tr a-z A-Z > \"FILE\"; exit 2'"])
  func `splits the pager command like a shell, as git and man do`(pager: String) async throws {
    let file = home.path + "/the screen"

    let outcome = try await paging(pager.replacing("FILE", with: file))

    #expect(outcome.output == "" && outcome.errors == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text.uppercased())
  }

  @Test(arguments: [
    "true", "false", "nosuch-program", "nosuch-program --flag", "cat > /dev/null | nosuch-program",
    "sh -c 'unclosed", "cat > /dev/null; kill -9 $$",
  ])
  func `prints text that the pager did not show, with a warning`(pager: String) async throws {
    let outcome = try await paging(pager)

    #expect(outcome.output == Self.text)
    #expect(outcome.errors.hasPrefix("ghsearch: "))
    #expect(outcome.errors.hasSuffix("; check PAGER\n"))
  }

  @Test func `prints text instead of paging it after Ctrl-C`() async throws {
    var harness = Harness().atHome(home)
    harness.terminal = TerminalSize(columns: 80, rows: 5)
    let context = harness.context()
    let text = String(repeating: "row\n", count: 50)

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Pager.print(text, in: context)
    }
    try await task.value

    #expect(harness.output.text == text)
    #expect(harness.shown.withLock(\.isEmpty))
  }

  @Test(arguments: [
    (["GHSEARCH_PAGER": "", "PAGER": "most"], String?.none), (["PAGER": "cat"], nil),
    (["TERM": "dumb"], nil), ([:], "less"), (["GHSEARCH_PAGER": "a", "PAGER": "b"], "a"),
    (["PATH": "/nonexistent"], nil), (["PAGER": " cat -s"], " cat -s"),
  ])
  func `uses the pager from the environment`(
    variables: [String: String],
    program: String?
  ) async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment.merge(variables) { $1 }

    let outcome = await harness.run("view", "vapor/vapor")

    #expect(harness.shown.withLock { $0.first?.command.text } == program)
    #expect(outcome.output.isEmpty == (program != nil))
    #expect(outcome.errors == "")
  }

  @Test func `pages a table that is longer than the screen from its first row`() async throws {
    let stars = ["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire", "apple/container"]
    let sandbox = try await Sandbox.start { $0.stars = ["octocat": stars] }
    for setup in [
      ["stars", "sync"], ["lists", "create", "Later"], ["lists", "create", "Now"],
      ["lists", "create", "Done"], ["lists", "add", "Later"] + stars, ["favorites", "add"] + stars,
    ] {
      let outcome = await harness(sandbox).run(setup)
      try #require(outcome.status == .success, "\(setup): \(outcome.errors)")
    }

    for arguments in [
      ["swift"], ["swift", "--not-starred"], ["stars"], ["stars", "search", "a"], ["lists"],
      ["lists", "show", "Later"], ["trending", "--language", "swift"], ["favorites"],
      ["compare", "vapor/vapor", "apple/container"], ["growth", "vapor/vapor"],
    ] {
      let printed = await harness(sandbox, rows: 3).run(arguments + ["--no-pager"])
      let paging = harness(sandbox, rows: 3)
      let paged = await paging.run(arguments)

      #expect(printed.status == .success && printed.lines.count >= 3, "\(arguments)")
      #expect(paging.shown.withLock { $0.map(\.text) } == [printed.output], "\(arguments)")
      #expect(paged.output.isEmpty && paged.errors == printed.errors, "\(arguments)")
    }
  }

  @Test func `does not page a table that fits, or other formats`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = self.harness(sandbox, rows: 5)

    let table = await harness.run("swift", "--limit", "4")
    #expect(table.lines.count == 4)
    let other = self.harness(sandbox, rows: 5)
    let values = await other.run("swift", "--jsonl", "fullName")
    #expect(values.lines.count > 5)

    #expect(harness.shown.withLock { $0.isEmpty } && other.shown.withLock { $0.isEmpty })
  }

  @Test func `a search that ends early prints its rows without the pager`() async throws {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 300 }
    sandbox.script(
      .failure(status: 422, message: "no"),
      on: RequestMatcher { $0.parameter("page") == "2" },
      times: .max
    )
    let harness = harness(sandbox, rows: 5)

    let outcome = await harness.run("stars:>=0", "--limit", "150")

    #expect(outcome.status == .partial && outcome.lines.count == 100)
    #expect(harness.shown.withLock { $0.isEmpty })
  }
}

import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

@Suite struct CompareCommandTests {
  private let names = ["vapor/vapor", "apple/container", "iina/iina"]

  @Test(arguments: [40, 80, 120])
  func `prints a table and a chart that fit the terminal`(_ columns: Int) async throws {
    let sandbox = try await GrowthSandbox.start()
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: columns, rows: 24)
    harness.environment["NO_COLOR"] = "1"

    let outcome = await harness.run(["compare"] + names)

    #expect(outcome.status == .success && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= columns })
    try GoldenText.expect(outcome.output, "compare-\(columns)")
  }

  @Test func `tells the lines of a chart apart by color, or by letter on a dumb terminal`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: 80, rows: 24)
    harness.environment["TERM"] = "dumb"
    let dumb = await harness.run(["compare"] + names)
    harness.environment["TERM"] = "xterm"
    harness.output = MemorySink()
    let colored = await harness.run(["compare"] + names)

    try GoldenText.expect(dumb.output, "compare-dumb")
    try GoldenText.expect(colored.output.replacing("\u{1B}", with: "␛"), "compare-color")
  }

  @Test func `prints one line per repository in a pipe, in argument order`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let outcome = await Harness.signedIn(to: sandbox).run(["compare"] + names)

    let rows = outcome.lines.map { $0.components(separatedBy: "\t") }
    #expect(rows.map { $0[0] } == names && rows.allSatisfy { $0.count == 14 })
    #expect(rows[0][1] == "26191" && rows[0][10] == "MIT" && rows[0][13] == "no")
    // The facts and two pages per repository, and the releases in one query.
    #expect(sandbox.requests.count == 10 && sandbox.historyRequests.count == 6)
  }

  @Test func `JSON includes the stars gained on request`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let some = await Harness.anonymous(to: sandbox)
      .run(["compare"] + names + ["--jsonl", "fullName,gained7d,gained30d,gained365d"])
    let all = await Harness.anonymous(to: sandbox).run(["compare"] + names + ["--jsonl", "all"])

    let object = try JSONSerialization.jsonObject(with: Data(some.lines[0].utf8))
    let counts = try #require(object as? [String: Any])
    #expect(counts["fullName"] as? String == names[0])
    #expect(["gained7d", "gained30d", "gained365d"].allSatisfy { counts[$0] is Int })
    #expect(!all.output.contains("gained"))
  }

  @Test func `takes two to eight repositories, and stops at the first that does not exist`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()

    let one = await Harness.anonymous(to: sandbox).run("compare", "vapor/vapor")
    let nine = await Harness.anonymous(to: sandbox)
      .run(["compare"] + Array(repeating: "vapor/vapor", count: 9))
    #expect(one.status == .usage && nine.status == .usage && sandbox.requests.isEmpty)

    let missing = await Harness.anonymous(to: sandbox).run("compare", "vapor/vapor", "no/such")
    #expect(missing.status == .notFound && missing.output == "")
  }

  @Test func `continues without the latest releases`() async throws {
    let sandbox = try await GrowthSandbox.start()
    sandbox.script(.failure(status: 403, message: "No"), on: .path("/graphql"))

    let outcome = await Harness.signedIn(to: sandbox).run(["compare"] + names)

    #expect(outcome.status == .success && outcome.lines.count == 3)
    #expect(outcome.errors.hasPrefix("ghsearch: some latest releases are unknown: "))
  }
}

import Foundation
import GitHubAPI
import MCP
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// Commands against a server with limits, each with a separate store on one file, like processes;
/// `RateLimitModelTests` has generated server behavior.
@Suite struct RateLimitCommandTests {
  @Test(arguments: [RateLimitScenario.Waiting.byDefault, .noWait])
  func `a batch ends at once if a refusal lasts beyond the known window`(
    _ waiting: RateLimitScenario.Waiting
  ) async {
    let run = CommandRun(
      RateLimitScenario(
        steps: [
          .window(remaining: "4990", reset: 3500),
          .window(.refusal(status: 403), remaining: "0", reset: 3000),
        ],
        waiting: waiting
      )
    )

    let outcome = await run.outcome(of: ["starred", "a/a", "b/b", "c/c"])

    #expect(outcome.status == .partial)
    #expect(outcome.output == "a/a\tyes\n")
    #expect(run.server.entries.count(where: \.isRefused) == 1)
    #expect(run.server.entries.count == 2)
  }

  @Test func `a command waits a minute in all, not per request`() async {
    let refusal = RateLimitScenario.Step(.refusal(status: 429), retryAfter: .text("40"))
    let run = CommandRun(
      RateLimitScenario(steps: [.init(), refusal, .init(), refusal], waiting: .byDefault)
    )

    let outcome = await run.outcome(of: ["search", "x", "--limit", "300"])

    #expect(outcome.status == .partial)
    #expect(run.clock.sleeps == [.seconds(40)])
  }

  @Test(arguments: [true, false])
  func `a GraphQL refusal with status 200 delays the next GraphQL call`(_ hasType: Bool) async {
    let refusal = RateLimitScenario.Step.window(
      .graphQLRefusal(hasType: hasType),
      remaining: "0",
      reset: 3000
    )
    let run = CommandRun(RateLimitScenario(steps: [.init(), refusal], waiting: .byDefault))
    let arguments = ["search", "x", "--limit", "1", "--json", "isStarred"]

    for _ in 0..<2 { _ = await run.outcome(of: arguments) }

    #expect(run.server.entries.map(\.resource) == ["search", "graphql", "search"])
  }

  @Test func `waits out a short GraphQL refusal`() async {
    let refusal = RateLimitScenario.Step.window(
      .graphQLRefusal(hasType: true),
      remaining: "0",
      reset: 3
    )
    let run = CommandRun(RateLimitScenario(steps: [.init(), refusal], waiting: .byDefault))

    let outcome = await run.outcome(of: ["search", "x", "--limit", "1", "--json", "isStarred"])

    // The response after the wait has no star states.
    #expect(outcome.status == .partial)
    #expect(run.server.entries.map(\.resource) == ["search", "graphql", "graphql"])
    #expect(run.clock.sleeps == [.seconds(3)])
  }

  @Test func `the REPL exits with 6 after a refused line, even if others succeeded`() async {
    let run = CommandRun(
      RateLimitScenario(
        steps: [
          .window(remaining: "20", reset: 60),
          .window(.refusal(status: 403), remaining: "0", reset: 3000),
        ],
        waiting: .noWait
      )
    )

    let outcome = await run.outcome(of: ["repl"], input: ":search one -L1\ntwo", isSignedIn: false)

    #expect(outcome.status == .rateLimited)
    #expect(run.server.entries.count == 2)
  }
}

extension RateLimitScenario.Step {
  /// A response with a rate limit window.
  fileprivate static func window(
    _ kind: Kind = .success,
    remaining: String,
    reset: Int
  ) -> Self {
    Self(kind, remaining: remaining, reset: .fromNow(reset))
  }
}

/// Commands against a server that follows a scenario, on a clock that only they advance.
private struct CommandRun {
  private let scenario: RateLimitScenario
  let clock = ManualClock()
  let server: ScenarioServer
  private let folder = TemporaryFolder()

  init(_ scenario: RateLimitScenario) {
    self.scenario = scenario
    server = ScenarioServer(scenario, clock: clock)
  }

  /// Each command has a separate store on the file, like a process.
  func outcome(
    of arguments: [String],
    input: String = "",
    isSignedIn: Bool = true
  ) async -> Outcome {
    var harness = Harness(environment: ["GHSEARCH_API_URL": "https://api.scenario.test"])
    harness.environment["GHSEARCH_TOKEN"] = isSignedIn ? "token" : nil
    harness.input = input
    harness.clock = clock
    harness.transport = server
    harness.localDate = { [server] in server.date }
    harness.rateLimits = RateLimitStore(
      directory: folder.path,
      boot: "boot",
      lockRetryDelay: lockRetryDelay
    )
    let flag: [String] =
      switch scenario.waiting {
      case .byDefault: []
      case .noWait: ["--no-wait"]
      case .wait: ["--wait"]
      }
    return await harness.run(arguments + flag)
  }
}

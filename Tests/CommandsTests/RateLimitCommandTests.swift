import Foundation
import GitHubAPI
import TestSupport
import Testing

@testable import Commands

/// Generated behaviors of servers against whole commands, each with a separate store on one file, as
/// processes have.
///
/// A behavior that fails is printed as small as it can be made, with what is wrong.
@Suite struct RateLimitCommandTests {
  @Test(arguments: 0..<8)
  func `no command asks early, repeats a refused request, or waits for ages`(part: Int) async {
    for seed in 0..<4 {
      let scenario = RateLimitScenario(seed: UInt64(part * 1_000_000 + seed), commands: 6)
      guard let failure = await shrunk(scenario, { await CommandRun($0).fault() }) else { continue }
      Issue.record("seed \(part * 1_000_000 + seed): \(failure.fault)\n\(failure.scenario)")
      return
    }
  }

  // MARK: Regressions

  @Test(arguments: [RateLimitScenario.Waiting.byDefault, .noWait])
  func `a batch ends at once when a refusal's window ends before the one that was known`(
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

  @Test(arguments: [RateLimitScenario.Waiting.byDefault, .noWait])
  func `a search ends at once when a refusal's window ends before the one that was known`(
    _ waiting: RateLimitScenario.Waiting
  ) async {
    let run = CommandRun(
      RateLimitScenario(
        steps: [
          .window(remaining: "9", reset: 3500),
          .window(.refusal(status: 403), remaining: "0", reset: 600),
        ],
        waiting: waiting
      )
    )

    let first = await run.outcome(of: ["x", "--limit", "1"], isSignedIn: false)
    let second = await run.outcome(of: ["x", "--limit", "1"], isSignedIn: false)
    let third = await run.outcome(of: ["x", "--limit", "1"], isSignedIn: false)

    #expect([first.status, second.status, third.status] == [.success, .rateLimited, .rateLimited])
    #expect(run.server.entries.count == 2)
  }

  @Test func `waits for all of what a refusal names, also where a window was known to end sooner`()
    async
  {
    let run = CommandRun(
      RateLimitScenario(
        steps: [
          .window(remaining: "9", reset: 30),
          .window(.refusal(status: 403), remaining: "0", reset: 34),
        ],
        waiting: .byDefault
      )
    )

    _ = await run.outcome(of: ["x", "--limit", "1"])
    let outcome = await run.outcome(of: ["x", "--limit", "1"])

    #expect(outcome.status == .success)
    #expect(run.server.entries.map(\.sent) == [0, 0, 34_000])
  }

  @Test func `a command waits for a minute in all, not for each of its requests`() async {
    let refusal = RateLimitScenario.Step(.refusal(status: 429), retryAfter: .text("40"))
    let run = CommandRun(
      RateLimitScenario(steps: [.init(), refusal, .init(), refusal], waiting: .byDefault)
    )

    let outcome = await run.outcome(of: ["search", "x", "--limit", "300"])

    #expect(outcome.status == .partial)
    #expect(run.clock.sleeps == [.seconds(40)])
  }

  @Test(arguments: [true, false])
  func `a GraphQL refusal with status 200 holds the next GraphQL call`(_ hasType: Bool) async {
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

  @Test func `a GraphQL refusal that ends soon is waited for`() async {
    let refusal = RateLimitScenario.Step.window(
      .graphQLRefusal(hasType: true),
      remaining: "0",
      reset: 3
    )
    let run = CommandRun(RateLimitScenario(steps: [.init(), refusal], waiting: .byDefault))

    let outcome = await run.outcome(of: ["search", "x", "--limit", "1", "--json", "isStarred"])

    #expect(outcome.status == .success)
    #expect(run.server.entries.map(\.resource) == ["search", "graphql", "graphql"])
    #expect(run.clock.sleeps == [.seconds(3)])
  }

  @Test func `a limit of 0 with requests left does not hold the next page`() async {
    var strange = RateLimitScenario.Step.window(remaining: "20", reset: 60)
    strange.limit = "0"
    let run = CommandRun(RateLimitScenario(steps: [strange, strange, strange], waiting: .noWait))

    let outcome = await run.outcome(of: ["search", "x", "--limit", "300"])

    #expect(outcome.status == .success)
    #expect(run.clock.sleeps == [])
  }

  @Test func `repl ends with exit 6 when a line is refused, whatever was answered before`() async {
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
  /// A response with a window.
  fileprivate static func window(
    _ kind: Kind = .success,
    remaining: String,
    reset: Int
  ) -> Self {
    Self(kind, remaining: remaining, reset: .fromNow(reset))
  }
}

/// Commands against a server that follows a scenario, on a clock that only they move.
private struct CommandRun {
  private let scenario: RateLimitScenario
  let clock = ManualClock()
  let server: ScenarioServer
  private let folder = TemporaryFolder()

  init(_ scenario: RateLimitScenario) {
    self.scenario = scenario
    server = ScenarioServer(scenario, clock: clock)
  }

  func fault() async -> String? {
    for (number, command) in scenario.commands.enumerated() {
      server.beginCommand(number)
      let sleeps = clock.sleeps.count
      let outcome = await outcome(of: Self.commands[command])
      let slept = clock.sleeps[sleeps...].reduce(.zero, +)
      if let fault = fault(of: number, outcome, slept) { return fault }
      clock.advance(by: .seconds(scenario.pauses[number]))
    }
    let isHasty = scenario.waiting == .noWait
    return RateLimitInvariants.violation(server.entries)
      ?? (isHasty ? RateLimitInvariants.requestAfterRefusal(server.entries) : nil)
  }

  /// The lines of `repl` are timed by the system, so it has a separate regression test.
  private static let commands = [
    ["star", "a/a", "b/b", "c/c"], ["search", "x", "--limit", "300"],
    ["starred", "a/a", "b/b", "c/c"], ["view", "a/a"], ["unstar", "a/a", "b/b"],
    ["search", "x", "--limit", "200", "--json", "fullName,isStarred"],
  ]

  /// Each command has a separate store on the file, as each process has.
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

  /// The fault of one command: it waited too long, or reports a change that it did not make.
  private func fault(of number: Int, _ outcome: Outcome, _ slept: Duration) -> String? {
    let own = server.entries.filter { $0.command == number }
    let pace = Duration.seconds(own.count(where: \.isWrite) + 9 * own.count(where: \.isLost))
    if scenario.waiting == .noWait, slept > pace { return "waited \(slept) with --no-wait" }
    if scenario.waiting == .byDefault, slept > pace + .seconds(60) { return "waited \(slept)" }
    guard scenario.waiting == .noWait, [0, 1, 2, 4].contains(scenario.commands[number]),
      own.contains(where: \.isRefused)
    else { return nil }
    let isPartial = outcome.lines.contains { !$0.hasSuffix("\tfailed") }
    let expected: [Commands.ExitStatus] = isPartial ? [.partial] : [.rateLimited, .permission]
    return expected.contains(outcome.status) ? nil : "ended with \(outcome.status)"
  }
}

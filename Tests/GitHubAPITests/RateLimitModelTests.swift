import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import TestTraits
import Testing

@testable import GitHubAPI

/// Generated server behavior against a client, and against processes that share a file.
///
/// A failure prints the behavior's seed and the wrong requests.
@Suite(.ownThread) struct RateLimitModelTests {
  @Test(arguments: 0..<8)
  func `no sequence of responses makes a client send early or wait too long`(part: Int) async {
    for seed in 0..<Rounds.count(50, of: 500) {
      let number = part * 1_000_000 + seed
      let scenario = RateLimitScenario(seed: UInt64(number), commands: 5)
      if let fault = await ClientRun(scenario).fault() { Issue.record("seed \(number): \(fault)") }
    }
  }

  @Test(arguments: 0..<8)
  func `processes that share a file never send early, nor twice after a refusal`(part: Int) async {
    for seed in 0..<Rounds.count(20, of: 150) {
      let number = part * 1_000_000 + seed
      let scenario = RateLimitScenario(seed: UInt64(number), commands: 4)
      // Reading and writing the file takes most of the time.
      let run = ProcessRun(scenario, sharesFile: seed % 10 == 0)
      if let fault = await run.fault() { Issue.record("seed \(number): \(fault)") }
    }
  }
}

// MARK: One client

/// A scenario's commands, one after another, each with its own client and wait policy.
private struct ClientRun {
  private let scenario: RateLimitScenario
  private let clock = ManualClock()
  private let server: ScenarioServer
  private let requestClock: RequestClock
  private let rateLimits = RateLimitStore()

  init(_ scenario: RateLimitScenario) {
    self.scenario = scenario
    let server = ScenarioServer(scenario, clock: clock)
    requestClock = RequestClock(clock, date: { server.date })
    self.server = server
  }

  func fault() async -> String? {
    for (number, command) in scenario.commands.enumerated() {
      server.beginCommand(number)
      let sleeps = clock.sleeps.count
      let error = await run(command)
      if let fault = fault(of: number, error, Array(clock.sleeps[sleeps...])) { return fault }
      clock.advance(by: .seconds(scenario.pauses[number]))
    }
    let isHasty = scenario.waiting == .noWait
    return RateLimitInvariants.violation(server.entries)
      ?? (isHasty ? RateLimitInvariants.requestAfterRefusal(server.entries) : nil)
  }

  private var waitLimit: WaitPolicy.WaitLimit {
    switch scenario.waiting {
    case .byDefault: .default
    case .noWait: .none
    case .wait: .untilItEnds
    }
  }

  private func run(_ command: Int) async -> GitHubError? {
    let options = ClientOptions(
      rateLimits: rateLimits,
      clock: requestClock,
      waiting: WaitPolicy(waitLimit),
      retries: .punctual
    )
    let client = client(server, options: options)
    do {
      switch command {
      case 0: for try await _ in client.search(.x, limit: 300) {}
      case 1: for _ in 0..<3 { try await client.star(.one) }
      case 2: for _ in 0..<3 { _ = try await client.send(.repository(.one)) }
      case 3: for _ in 0..<3 { _ = try await client.send(.starStates(nodeIDs: ["n"])) }
      default:
        _ = try await client.searchPage(1, of: .x, size: 1)
        _ = try? await client.send(.starStates(nodeIDs: ["n"]))
        _ = try await client.searchPage(1, of: .x, size: 1)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The violation in one command: it waited too long, or failed without a reason.
  private func fault(
    of number: Int,
    _ error: GitHubError?,
    _ sleeps: [Duration]
  ) -> String? {
    let own = server.entries.filter { $0.command == number }
    let pace = Duration.seconds(own.count(where: \.isWrite) + 9 * own.count(where: \.isLost))
    let waited = sleeps.reduce(.zero, +)
    switch scenario.waiting {
    case .noWait: if waited > pace { return "waited \(waited) with --no-wait" }
    case .byDefault: if waited > pace + .seconds(60) { return "waited \(waited) in all" }
    case .wait:
      if let long = sleeps.first(where: { $0 > .seconds(3660) }) { return "a wait of \(long)" }
    }
    let mayBeLimited =
      server.entries.contains { $0.isRefused || !$0.blockedUntil.isEmpty }
      || scenario.steps.contains { $0.remaining == "1" || $0.remaining == "2" }
    return error?.kind == .rateLimited && !mayBeLimited ? "limited, although nothing said so" : nil
  }
}

// MARK: Several processes

/// Three processes on one file, each with sequential requests, concurrent with the others.
///
/// The earliest event is next: a waiting process checks again when its wait ends, and a request in
/// flight gets its response when it is due.
private struct ProcessRun {
  private struct Process {
    let store: RateLimitStore
    /// The time in milliseconds.
    var next: Int
    var left = 4
    var inFlight: (number: Int, sent: Int)?
  }

  private let scenario: RateLimitScenario
  private let clock = ManualClock()
  private let server: ScenarioServer
  private let sharesFile: Bool

  /// `sharesFile` is false for processes that share a store in memory, which is faster.
  init(_ scenario: RateLimitScenario, sharesFile: Bool) {
    self.scenario = scenario
    self.sharesFile = sharesFile
    server = ScenarioServer(scenario, clock: clock)
  }

  func fault() async -> String? {
    let shared = RateLimitStore()
    let folder = TemporaryFolder()
    var processes = (0..<3).map { index in
      let store = RateLimitStore(directory: folder.path, boot: "boot")
      return Process(store: sharesFile ? store : shared, next: index * 70)
    }
    var sent = 0
    for _ in 0..<400 {
      let waiting = processes.indices.filter { processes[$0].left > 0 }
      guard let index = waiting.min(by: { processes[$0].next < processes[$1].next }) else { break }
      clock.advance(by: .milliseconds(max(processes[index].next - server.now, 0)))
      await advance(&processes[index], index, &sent)
      // No two events have the same time, so that times determine their order.
      clock.advance(by: .milliseconds(1))
    }
    return RateLimitInvariants.violation(server.entries)
  }

  private func advance(_ process: inout Process, _ index: Int, _ sent: inout Int) async {
    let now = Moment(milliseconds: Int64(server.now))
    let (request, head) = call(of: index)
    if let flight = process.inFlight {
      server.beginCommand(index)
      await receive(process.store, request, head, flight, at: now)
      process.inFlight = nil
      process.left -= 1
      process.next = server.now
    } else if let wait = await process.store.update({ $0.reserve(request, at: now) }) {
      let isShort = wait.cause == .turn || wait.cause == .unconfirmed
      let length = Int(((wait.until - now) / .milliseconds(1)).rounded())
      process.next = server.now + (isShort ? min(length, 1000) : length)
    } else {
      process.inFlight = (sent, server.now)
      process.next = server.now + server.latency(of: sent)
      sent += 1
    }
  }

  private func receive(
    _ store: RateLimitStore,
    _ request: RateLimiter.Request,
    _ head: HTTPRequest,
    _ flight: (number: Int, sent: Int),
    at now: Moment
  ) async {
    let sent = Moment(milliseconds: Int64(flight.sent))
    do throws(TransportError) {
      let response = try server.respond(to: head, number: flight.number, sent: flight.sent)
      let report = RateLimitHeaders.report(
        response.head,
        expected: request.resource,
        isRefused: server.entries.last?.isRefused == true,
        date: server.date
      )
      await store.update { $0.record(report, for: request, sent: sent, at: now) }
    } catch {
      let report = RateLimitReport(isFailure: true)
      await store.update { $0.record(report, for: request, sent: sent, at: now) }
    }
  }

  /// All processes make the same calls, or two of them make others than the third.
  private func call(of index: Int) -> (RateLimiter.Request, HTTPRequest) {
    let kind = scenario.commands[index % scenario.commands.count]
    let isWrite = kind == 1
    let path = kind == 0 ? "/search/repositories?q=x" : kind == 3 ? "/graphql" : "/repos/o/r"
    let request = RateLimiter.Request(
      origin: APIBase.github.origin,
      token: nil,
      resource: kind == 0 ? .search : kind == 3 ? .graphql : .core,
      isWrite: isWrite
    )
    let head = HTTPRequest(
      method: isWrite ? .put : .get,
      scheme: "https",
      authority: "api.github.com",
      path: path
    )
    return (request, head)
  }
}

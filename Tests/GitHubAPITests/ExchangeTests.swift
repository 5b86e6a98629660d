import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import Locking
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct RateLimitWaitTests {
  private static let path = "/repos/octo/one"
  private let clock = ManualClock()

  private func limit(_ fields: HTTPFields, status: Int = 403) -> StubTransport.Exchange {
    .init(.get, Self.path, status: status, fields: fields, body: #"{"message":"rate limit"}"#)
  }

  private let answer = StubTransport.Exchange(.get, path, body: repositoryJSON())

  private func view(
    _ transport: StubTransport,
    _ patience: WaitPolicy.Patience,
    announce: @escaping @Sendable (WaitNotice) -> Void = { _ in }
  ) async throws(GitHubError) {
    let conduct = RequestConduct.test(clock: clock, patience: patience, announce: announce)
    _ = try await client(transport, conduct: conduct).send(.repository(.one))
  }

  @Test func `waits out a short limit, says until when, and goes on`() async throws {
    let notices = Guarded<[WaitNotice]>([])

    try await view(StubTransport(limit([.retryAfter: "30"]), answer), .usual) { notice in
      notices.withLock { $0.append(notice) }
    }

    #expect(clock.sleeps == [.seconds(30)])
    let expected = WaitNotice(until: localDate.addingTimeInterval(30), cause: .pause)
    #expect(notices.withLock { $0 } == [expected])
  }

  @Test func `a minute is as long as anybody waits who was not asked to`() async throws {
    let transport = StubTransport(limit([.retryAfter: "61"]))

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .usual)
    }

    #expect(error.code == .rateLimited)
    #expect(error.resetsAt == localDate.addingTimeInterval(61))
    #expect(clock.sleeps == [])
  }

  @Test func `all waits of a call together are a minute`() async throws {
    let transport = StubTransport(limit([.retryAfter: "40"]), limit([.retryAfter: "40"]))

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .usual)
    }

    #expect(error.code == .rateLimited)
    #expect(clock.sleeps == [.seconds(40)])
    #expect(transport.unused == [])
  }

  @Test func `waits as long as it takes when told to, but not for ages`() async throws {
    try await view(StubTransport(limit([.retryAfter: "3000"]), answer), .untilItEnds)
    #expect(clock.sleeps == [.seconds(3000)])

    let error = try await failure { () async throws(GitHubError) in
      try await view(StubTransport(limit([.retryAfter: "86000"])), .untilItEnds)
    }
    #expect(error.code == .rateLimited)
    #expect(clock.sleeps.count == 1)
  }

  @Test(arguments: [WaitPolicy.Patience.usual, .untilItEnds])
  func `nobody waits for the year 2100, and the next may try in a minute`(
    _ patience: WaitPolicy.Patience
  ) async throws {
    let fields: HTTPFields = [.rateLimitRemaining: "0", .rateLimitReset: "4102444800"]
    let transport = StubTransport(limit(fields), answer)
    let conduct = RequestConduct.test(clock: clock, patience: patience)
    let client = client(transport, conduct: conduct)

    let error = try await failure { () async throws(GitHubError) in
      try await client.send(.repository(.one))
    }

    #expect(error.code == .rateLimited)
    #expect(clock.sleeps == [])
    #expect(await client.budget(of: .core).blockedFor == .seconds(60))
  }

  @Test func `gives up on a server that refuses for ever`() async throws {
    let transport = StubTransport((0..<50).map { _ in limit([.retryAfter: "0"], status: 429) })

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .untilItEnds)
    }

    #expect(error.code == .rateLimited)
    #expect(transport.requests.count == 11)
  }

  @Test func `a local clock that is an hour off does not matter`() async throws {
    let fields: HTTPFields = [
      .date: "Sun, 15 Jun 2025 14:06:40 GMT", .rateLimit: "60", .rateLimitRemaining: "0",
      .rateLimitReset: String(1_750_000_000 - 3600 + 25),
    ]

    try await view(StubTransport(limit(fields), answer), .usual)

    #expect(clock.sleeps == [.seconds(25)])
  }

  @Test func `nothing is sent while a limit is known, by nobody who shares the budget`()
    async throws
  {
    let budget = MemoryBudget()
    let first = StubTransport(limit([.retryAfter: "300"]))
    let second = StubTransport()
    for transport in [first, second] {
      let conduct = RequestConduct.test(clock: clock, budget: budget, patience: .usual)
      let error = try await failure { () async throws(GitHubError) in
        try await client(transport, conduct: conduct).send(.repository(.one))
      }
      #expect(error.code == .rateLimited)
      #expect(error.resetsAt == localDate.addingTimeInterval(300))
    }

    #expect(second.requests.isEmpty)
  }

  @Test func `tells what is left without a request`() async throws {
    let fields: HTTPFields = [
      .rateLimit: "60", .rateLimitRemaining: "17", .rateLimitReset: "1750000040",
      .rateLimitResource: "core",
    ]
    let transport = StubTransport(.init(.get, Self.path, fields: fields, body: repositoryJSON()))
    let client = client(transport, conduct: .test(clock: clock))
    let before = await client.budget(of: .core)

    _ = try await client.send(.repository(.one))
    clock.advance(by: .seconds(10))

    #expect(before == BudgetStatus())
    let after = await client.budget(of: .core)
    #expect(after == BudgetStatus(limit: 60, remaining: 17, resetsIn: .seconds(30)))
    #expect(transport.requests.count == 1)
  }

  @Test func `reading is not paced, and changes are a second apart`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, body: repositoryJSON()),
      .init(.get, Self.path, body: repositoryJSON()),
      .init(.put, "/user/starred/octo/one", status: 204),
      .init(.delete, "/user/starred/octo/one", status: 204)
    )
    let client = client(transport, conduct: .test(clock: clock))

    _ = try await client.send(.repository(.one))
    _ = try await client.send(.repository(.one))
    try await client.star(.one)
    try await client.unstar(.one)

    #expect(clock.sleeps == [.seconds(1)])
  }

  @Test func `a wait that is cancelled ends the call at once`() async throws {
    let transport = StubTransport(limit([.retryAfter: "30"]))
    let clock = RequestClock(
      now: { Moment(milliseconds: 0) },
      sleep: { _ in throw CancellationError() },
      date: { localDate }
    )
    let conduct = RequestConduct(
      budget: MemoryBudget(),
      clock: clock,
      waiting: WaitPolicy(.usual),
      retries: .none
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport, conduct: conduct).send(.repository(.one))
    }

    #expect(error.code == .cancelled)
  }
}

@Suite struct RetryTests {
  private static let path = "/repos/octo/one"
  private let clock = ManualClock()
  private let answer = StubTransport.Exchange(.get, path, body: repositoryJSON())

  private func view(_ transport: any HTTPTransport) async throws(GitHubError) {
    let conduct = RequestConduct.test(clock: clock, retries: .punctual)
    _ = try await client(transport, conduct: conduct).send(.repository(.one))
  }

  private func lost(_ code: TransportError.Code = .connectionLost) -> StubTransport.Exchange {
    .init(.get, Self.path, error: TransportError(code, host: "h", reason: "gone"))
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a server's trouble is tried again after 1, 4 and 9 seconds`(_ status: Int) async throws {
    let fault = StubTransport.Exchange(.get, Self.path, status: status)
    let transport = StubTransport(fault, fault, fault, answer)

    try await view(transport)

    #expect(clock.sleeps == [.seconds(1), .seconds(4), .seconds(9)])
  }

  @Test func `three repetitions are all`() async throws {
    let fault = StubTransport.Exchange(.get, Self.path, status: 502)
    let transport = StubTransport(fault, fault, fault, fault, answer)

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.code == .badResponse)
    #expect(error.status == 502)
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: [400, 401, 403, 404, 410, 422, 451, 501, 505, 599, 304, 204])
  func `what another try would not change is not tried again`(_ status: Int) async throws {
    let transport = StubTransport(.init(.get, Self.path, status: status))

    _ = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(transport.requests.count == 1)
    #expect(clock.sleeps == [])
  }

  @Test(arguments: [TransportError.Code.connection, .connectionLost, .timeout])
  func `a fault of the connection is tried again`(_ code: TransportError.Code) async throws {
    try await view(StubTransport(lost(code), lost(code), answer))

    #expect(clock.sleeps == [.seconds(1), .seconds(4)])
  }

  @Test(arguments: [
    TransportError.Code.cancelled, .nameResolution, .proxy, .tls, .malformedResponse,
    .responseTooLarge, .invalidRequest, .other,
  ])
  func `no other fault is`(_ code: TransportError.Code) async throws {
    let transport = StubTransport(lost(code))

    _ = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(transport.requests.count == 1)
  }

  @Test func `stars are set again too, a second apart at least`() async throws {
    let path = "/user/starred/octo/one"
    let fault = TransportError(.connectionLost, host: "h", reason: "gone")
    let transport = StubTransport(.init(.put, path, error: fault), .init(.put, path, status: 204))
    let conduct = RequestConduct.test(clock: clock, retries: .punctual)

    try await client(transport, conduct: conduct).star(.one)

    #expect(clock.sleeps == [.seconds(1)])
  }

  @Test func `a 503 that asks for more rest gets it`() async throws {
    let busy = StubTransport.Exchange(.get, Self.path, status: 503, fields: [.retryAfter: "7"])

    try await view(StubTransport(busy, answer))

    #expect(clock.sleeps == [.seconds(7)])
  }

  @Test func `but not beyond the call's own limit`() async throws {
    let busy = StubTransport.Exchange(.get, Self.path, status: 503, fields: [.retryAfter: "30"])
    let transport = StubTransport(busy, answer)

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.status == 503)
    #expect(clock.sleeps == [])
  }

  @Test func `slow failures leave less time for the next`() async throws {
    let transport = SlowFailures(clock: clock, takes: .seconds(12))

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.code == .unreachable(.timeout))
    // 12 seconds, 1 of rest, 12 more; then 4 of rest leave one for the last.
    #expect(transport.timeouts.withLock { $0 } == [.seconds(30), .seconds(17), .seconds(1)])
  }

  @Test func `jitter adds up to a quarter`() {
    let policy = RetryPolicy(delays: [.seconds(4)], jitter: { 1 })
    let wild = RetryPolicy(delays: [.seconds(4)], jitter: { -7 })

    #expect(policy.delay(before: 0) == .seconds(5))
    #expect(wild.delay(before: 0) == .seconds(4))
    #expect(policy.delay(before: 1) == nil)
  }
}

/// A transport whose every request takes its time and then fails.
private struct SlowFailures: HTTPTransport {
  let clock: ManualClock
  let takes: Duration
  let timeouts = Guarded<[Duration]>([])

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    timeouts.withLock { $0.append(request.timeout) }
    clock.advance(by: takes)
    throw TransportError(.timeout, host: "h", reason: "slow")
  }
}

/// A ledger whose lock somebody else has for a while, and uses.
private final class ContendedBudget: RequestBudgetKeeping {
  private let shared: MemoryBudget
  private let meanwhile: Guarded<(@Sendable () async -> Void)?>

  /// - Parameters:
  ///   - shared: the ledger.
  ///   - meanwhile: what happens before the first turn.
  init(_ shared: MemoryBudget, meanwhile: @escaping @Sendable () async -> Void) {
    self.shared = shared
    self.meanwhile = Guarded(meanwhile)
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result
  ) async -> Result {
    await meanwhile.withLock { $0.take() }?()
    return await shared.update(change)
  }
}

@Suite struct ContentionTests {
  private let clock = ManualClock()
  private let shared = MemoryBudget()

  @Test func `a change waits for one that began while it waited for the ledger`() async throws {
    let other = BudgetRequest(
      account: BudgetAccount(origin: APIBase.github.origin, token: AccessToken("test_token")),
      resource: .core,
      isWrite: true
    )
    let budget = ContendedBudget(shared) { [clock, shared] in
      clock.advance(by: .milliseconds(500))
      _ = await shared.update { $0.reserve(other, at: Moment(milliseconds: 500)) }
    }
    let answer = StubTransport.Exchange(.put, "/user/starred/octo/one", status: 204)

    try await client(StubTransport(answer), conduct: .test(clock: clock, budget: budget)).star(.one)

    #expect(clock.sleeps.reduce(.zero, +) == .seconds(5))
  }

  @Test func `the last search is not had twice by waiting for the ledger`() async throws {
    let answer = StubTransport.Exchange(
      .get,
      "/search/repositories?q=x&per_page=1",
      fields: [
        .rateLimit: "30", .rateLimitRemaining: "0", .rateLimitReset: "1750000060",
        .rateLimitResource: "search",
      ],
      body: #"{"total_count":0,"items":[]}"#
    )
    let other = client(StubTransport(answer), conduct: .test(clock: clock, budget: shared))
    let budget = ContendedBudget(shared) { [clock] in
      clock.advance(by: .milliseconds(500))
      _ = try? await other.searchPage(1, of: .x, size: 1)
    }
    let conduct = RequestConduct.test(clock: clock, budget: budget)

    let error = try await failure { () async throws(GitHubError) in
      try await client(StubTransport(answer), conduct: conduct).searchPage(1, of: .x, size: 1)
    }

    #expect(error.code == .rateLimited)
  }
}

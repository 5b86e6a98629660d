import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
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
    _ waitLimit: WaitPolicy.WaitLimit,
    announce: @escaping @Sendable (WaitNotice) -> Void = { _ in }
  ) async throws(GitHubError) {
    let options = ClientOptions.test(clock: clock, waitLimit: waitLimit, announce: announce)
    _ = try await client(transport, options: options).send(.repository(.one))
  }

  @Test func `waits out a short limit, reports its end, and continues`() async throws {
    let notices = Guarded<[WaitNotice]>([])

    try await view(StubTransport(limit([.retryAfter: "30"]), answer), .default) { notice in
      notices.withLock { $0.append(notice) }
    }

    #expect(clock.sleeps == [.seconds(30)])
    let expected = WaitNotice(until: localDate.addingTimeInterval(30), cause: .pause)
    #expect(notices.withLock { $0 } == [expected])
  }

  @Test func `waits a minute at most by default`() async throws {
    let transport = StubTransport(limit([.retryAfter: "61"]))

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .default)
    }

    #expect(error.kind == .rateLimited)
    #expect(error.resetsAt == localDate.addingTimeInterval(61))
    #expect(clock.sleeps == [])
  }

  @Test func `limits all waits of a call to a minute in total`() async throws {
    let transport = StubTransport(limit([.retryAfter: "40"]), limit([.retryAfter: "40"]))

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .default)
    }

    #expect(error.kind == .rateLimited)
    #expect(clock.sleeps == [.seconds(40)])
    #expect(transport.unused == [])
  }

  @Test func `waits as long as GitHub asks, up to an hour`() async throws {
    try await view(StubTransport(limit([.retryAfter: "3000"]), answer), .untilItEnds)
    #expect(clock.sleeps == [.seconds(3000)])

    let error = try await failure { () async throws(GitHubError) in
      try await view(StubTransport(limit([.retryAfter: "86000"])), .untilItEnds)
    }
    #expect(error.kind == .rateLimited)
    #expect(clock.sleeps.count == 1)
  }

  @Test(arguments: [WaitPolicy.WaitLimit.default, .untilItEnds])
  func `ignores a reset in the year 2100, and permits a request after a minute`(
    _ waitLimit: WaitPolicy.WaitLimit
  ) async throws {
    let fields: HTTPFields = [.rateLimitRemaining: "0", .rateLimitReset: "4102444800"]
    let transport = StubTransport(limit(fields), answer)
    let options = ClientOptions.test(clock: clock, waitLimit: waitLimit)
    let client = client(transport, options: options)

    let error = try await failure { () async throws(GitHubError) in
      try await client.send(.repository(.one))
    }

    #expect(error.kind == .rateLimited)
    #expect(clock.sleeps == [])
    #expect(await client.rateLimit(of: .core).blockedFor == .seconds(60))
  }

  @Test func `stops if a server always refuses`() async throws {
    let transport = StubTransport((0..<50).map { _ in limit([.retryAfter: "0"], status: 429) })

    let error = try await failure { () async throws(GitHubError) in
      try await view(transport, .untilItEnds)
    }

    #expect(error.kind == .rateLimited)
    #expect(transport.requests.count == 11)
  }

  @Test func `tolerates a local clock that is an hour off`() async throws {
    let fields: HTTPFields = [
      .date: "Sun, 15 Jun 2025 14:06:40 GMT", .rateLimit: "60", .rateLimitRemaining: "0",
      .rateLimitReset: String(1_750_000_000 - 3600 + 25),
    ]

    try await view(StubTransport(limit(fields), answer), .default)

    #expect(clock.sleeps == [.seconds(25)])
  }

  @Test func `any client that shares the limiter respects a known limit`()
    async throws
  {
    let rateLimits = RateLimitStore()
    let first = StubTransport(limit([.retryAfter: "300"]))
    let second = StubTransport()
    for transport in [first, second] {
      let options = ClientOptions.test(clock: clock, rateLimits: rateLimits, waitLimit: .default)
      let error = try await failure { () async throws(GitHubError) in
        try await client(transport, options: options).send(.repository(.one))
      }
      #expect(error.kind == .rateLimited)
      #expect(error.resetsAt == localDate.addingTimeInterval(300))
    }

    #expect(second.requests.isEmpty)
  }

  @Test(arguments: [WaitPolicy.WaitLimit.none, .default])
  func `requests the rate limits during any refusal, without lifting it`(
    _ waitLimit: WaitPolicy.WaitLimit
  ) async throws {
    let fields: HTTPFields = [
      .rateLimit: "60", .rateLimitRemaining: "0", .rateLimitReset: "1750003000",
      .rateLimitResource: "core",
    ]
    let limits = #"{"resources":{"core":{"limit":60,"remaining":0,"reset":1750003000}}}"#
    let free: HTTPFields = [
      .rateLimit: "60", .rateLimitRemaining: "60", .rateLimitReset: "1750003600",
      .rateLimitResource: "core",
    ]
    let transport = StubTransport(
      limit(fields),
      .init(.get, "/rate_limit", fields: free, body: limits),
      .init(.get, "/rate_limit", status: 429, fields: [.retryAfter: "30"])
    )
    let client = client(transport, options: .test(clock: clock, waitLimit: waitLimit))
    func refusal(_ endpoint: Endpoint<some Sendable>) async throws -> FailureKind {
      try await failure { () async throws(GitHubError) in try await client.send(endpoint) }.kind
    }

    #expect(try await refusal(.repository(.one)) == .rateLimited)
    #expect(try await client.send(.rateLimits).value.map(\.remaining) == [0])
    #expect(try await refusal(.rateLimits) == .rateLimited)
    #expect(try await refusal(.repository(.one)) == .rateLimited)

    #expect(transport.requests.count == 3)
    #expect(await client.rateLimit(of: .core).blockedFor == .seconds(3000))
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `reports the rate limit without a request`() async throws {
    let fields: HTTPFields = [
      .rateLimit: "60", .rateLimitRemaining: "17", .rateLimitReset: "1750000040",
      .rateLimitResource: "core",
    ]
    let transport = StubTransport(.init(.get, Self.path, fields: fields, body: repositoryJSON()))
    let client = client(transport, options: .test(clock: clock))
    let before = await client.rateLimit(of: .core)

    _ = try await client.send(.repository(.one))
    clock.advance(by: .seconds(10))

    #expect(before == RateLimiter.Status())
    let after = await client.rateLimit(of: .core)
    #expect(after == RateLimiter.Status(limit: 60, remaining: 17, resetsIn: .seconds(30)))
    #expect(transport.requests.count == 1)
  }

  @Test func `writes are a second apart, unlike reads`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, body: repositoryJSON()),
      .init(.get, Self.path, body: repositoryJSON()),
      .init(.put, "/user/starred/octo/one", status: 204),
      .init(.delete, "/user/starred/octo/one", status: 204)
    )
    let client = client(transport, options: .test(clock: clock))

    _ = try await client.send(.repository(.one))
    _ = try await client.send(.repository(.one))
    try await client.star(.one)
    try await client.unstar(.one)

    #expect(clock.sleeps == [.seconds(1)])
  }

  /// A machine that is suspended during each wait, and wakes an hour later.
  private var drowsy: RequestClock {
    RequestClock(
      now: { [clock] in Moment(milliseconds: 0) + clock.elapsed },
      sleep: { [clock] length in
        try await clock.sleep(
          until: clock.now.advanced(by: length + .seconds(3600)),
          tolerance: nil
        )
      },
      date: { localDate }
    )
  }

  @Test(arguments: [
    StubTransport.Exchange(.get, path, status: 429, fields: [.retryAfter: "5"]),
    .init(.get, path, status: 502),
    .init(.get, path, error: TransportError(.connectionLost, host: "h", reason: "gone")),
  ])
  func `system sleep during a wait does not shorten the request's time limit`(
    _ fault: StubTransport.Exchange
  ) async throws {
    let transport = StubTransport(fault, fault, answer)
    let options = ClientOptions(
      rateLimits: RateLimitStore(),
      clock: drowsy,
      waiting: WaitPolicy(.untilItEnds),
      retries: .punctual
    )

    _ = try await client(transport, options: options).send(.repository(.one))

    #expect(transport.timeouts.allSatisfy { $0 >= .seconds(25) })
  }

  @Test func `canceling a wait ends the call immediately`() async throws {
    let transport = StubTransport(limit([.retryAfter: "30"]))
    let clock = RequestClock(
      now: { Moment(milliseconds: 0) },
      sleep: { _ in throw CancellationError() },
      date: { localDate }
    )
    let options = ClientOptions(
      rateLimits: RateLimitStore(),
      clock: clock,
      waiting: WaitPolicy(.default),
      retries: .none
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport, options: options).send(.repository(.one))
    }

    #expect(error.kind == .canceled)
  }
}

@Suite struct RetryTests {
  private static let path = "/repos/octo/one"
  private let clock = ManualClock()
  private let answer = StubTransport.Exchange(.get, path, body: repositoryJSON())

  private func view(_ transport: any HTTPTransport) async throws(GitHubError) {
    let options = ClientOptions.test(clock: clock, retries: .punctual)
    _ = try await client(transport, options: options).send(.repository(.one))
  }

  private func lost(_ code: TransportError.Code = .connectionLost) -> StubTransport.Exchange {
    .init(.get, Self.path, error: TransportError(code, host: "h", reason: "gone"))
  }

  @Test(arguments: [500, 502, 503, 504])
  func `retries a server error after 1, 4 and 9 seconds`(_ status: Int) async throws {
    let fault = StubTransport.Exchange(.get, Self.path, status: status)
    let transport = StubTransport(fault, fault, fault, answer)

    try await view(transport)

    #expect(clock.sleeps == [.seconds(1), .seconds(4), .seconds(9)])
  }

  @Test func `stops after three retries`() async throws {
    let fault = StubTransport.Exchange(.get, Self.path, status: 502)
    let transport = StubTransport(fault, fault, fault, fault, answer)

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.kind == .badResponse)
    #expect(error.status == 502)
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: [400, 401, 403, 404, 410, 422, 451, 501, 505, 599, 304, 204])
  func `does not retry other statuses`(_ status: Int) async throws {
    let transport = StubTransport(.init(.get, Self.path, status: status))

    _ = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(transport.requests.count == 1)
    #expect(clock.sleeps == [])
  }

  @Test(arguments: [TransportError.Code.connection, .connectionLost, .timeout])
  func `retries a connection error`(_ code: TransportError.Code) async throws {
    try await view(StubTransport(lost(code), lost(code), answer))

    #expect(clock.sleeps == [.seconds(1), .seconds(4)])
  }

  @Test(arguments: [
    TransportError.Code.canceled, .nameResolution, .nameResolutionTimeout, .proxy, .tls,
    .malformedResponse,
    .responseTooLarge, .invalidRequest, .library, .other,
  ])
  func `does not retry other transport errors`(_ code: TransportError.Code) async throws {
    let transport = StubTransport(lost(code))

    _ = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(transport.requests.count == 1)
  }

  @Test func `retries a star after at least a second`() async throws {
    let path = "/user/starred/octo/one"
    let fault = TransportError(.connectionLost, host: "h", reason: "gone")
    let transport = StubTransport(.init(.put, path, error: fault), .init(.put, path, status: 204))
    let options = ClientOptions.test(clock: clock, retries: .punctual)

    try await client(transport, options: options).star(.one)

    #expect(clock.sleeps == [.seconds(1)])
  }

  @Test func `waits as long as a 503 asks`() async throws {
    let busy = StubTransport.Exchange(.get, Self.path, status: 503, fields: [.retryAfter: "7"])

    try await view(StubTransport(busy, answer))

    #expect(clock.sleeps == [.seconds(7)])
  }

  @Test(arguments: ["30", "172800", "99999999999999999999", "Sun, 15 Jun 2125 16:07:10 GMT"])
  func `does not retry beyond the call's time limit`(_ wait: String) async throws {
    let busy = StubTransport.Exchange(.get, Self.path, status: 503, fields: [.retryAfter: wait])
    let transport = StubTransport(busy, answer)

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.status == 503)
    #expect(clock.sleeps == [])
  }

  @Test func `slow failures leave less time for retries`() async throws {
    let transport = SlowFailures(clock: clock, takes: .seconds(12))

    let error = try await failure { () async throws(GitHubError) in try await view(transport) }

    #expect(error.kind == .unreachable && error.transport?.code == .timeout)
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

/// A transport whose every request takes a while and then fails.
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

/// A shared file whose lock another process holds, using the file first.
private final class ContendedFile: @unchecked Sendable {
  // @unchecked Sendable because each property is used by one call at a time.
  private let folder = TemporaryFolder()
  private var lock: FileLock?
  private var meanwhile: (@Sendable () async -> Void)?

  /// The store of a process that finds the file unlocked.
  var store: RateLimitStore { RateLimitStore(directory: folder.path) }

  /// The store of a process that has to wait while another uses the file.
  func store(meanwhile: @escaping @Sendable () async -> Void) throws -> RateLimitStore {
    lock = try FileLock("\(folder.path)/rate-limits.lock")
    self.meanwhile = meanwhile
    return RateLimitStore(directory: folder.path) { [self] in
      lock = nil
      await self.meanwhile.take()?()
    }
  }
}

@Suite struct ContentionTests {
  private let clock = ManualClock()
  private let file = ContendedFile()

  @Test func `a write waits for another that started while it waited for the file`() async throws {
    let other = RateLimiter.Request(
      origin: APIBase.github.origin,
      token: AccessToken("test_token"),
      resource: .core,
      isWrite: true
    )
    let shared = file.store
    let contended = try file.store { [clock] in
      clock.advance(by: .milliseconds(500))
      _ = await shared.update { $0.reserve(other, at: Moment(milliseconds: 500)) }
    }
    let options = ClientOptions.test(clock: clock, rateLimits: contended)
    let answer = StubTransport.Exchange(.put, "/user/starred/octo/one", status: 204)

    try await client(StubTransport(answer), options: options).star(.one)

    #expect(clock.sleeps.reduce(.zero, +) == .seconds(5))
  }

  @Test func `waiting for the file does not send the last search twice`() async throws {
    let answer = StubTransport.Exchange(
      .get,
      "/search/repositories?q=x&per_page=1",
      fields: [
        .rateLimit: "30", .rateLimitRemaining: "0", .rateLimitReset: "1750000060",
        .rateLimitResource: "search",
      ],
      body: #"{"total_count":0,"items":[]}"#
    )
    let shared = ClientOptions.test(clock: clock, rateLimits: file.store)
    let other = client(StubTransport(answer), options: shared)
    let contended = try file.store { [clock] in
      clock.advance(by: .milliseconds(500))
      _ = try? await other.searchPage(1, of: .x, size: 1)
    }
    let options = ClientOptions.test(clock: clock, rateLimits: contended)

    let error = try await failure { () async throws(GitHubError) in
      try await client(StubTransport(answer), options: options).searchPage(1, of: .x, size: 1)
    }

    #expect(error.kind == .rateLimited)
  }
}

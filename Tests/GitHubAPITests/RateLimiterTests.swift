import Foundation
import GitHubModel
import Testing

@testable import GitHubAPI

/// A limiter on a clock that the test advances, used like one process or several.
private struct Bench {
  var limiter = RateLimiter(digest: AccountDigest(first: 1, second: 2))
  var now = Moment(milliseconds: 1_000_000)

  mutating func pass(_ seconds: Double) {
    now = now + .seconds(seconds)
  }

  func request(
    _ resource: RequestResource = .search,
    isWrite: Bool = false,
    token: String? = "one"
  ) -> RateLimiter.Request {
    RateLimiter.Request(
      origin: APIBase.github.origin,
      token: token.flatMap(AccessToken.init),
      resource: resource,
      isWrite: isWrite
    )
  }

  /// How long the request must wait; nil if it can be sent.
  mutating func reserve(_ request: RateLimiter.Request? = nil) -> Duration? {
    limiter.reserve(request ?? self.request(), at: now).map { $0.until - now }
  }

  mutating func record(
    _ remaining: Int,
    of limit: Int? = 30,
    resetsIn seconds: Int = 60,
    refusal: RateLimitReport.Refusal? = nil,
    isCounted: Bool = true,
    _ request: RateLimiter.Request? = nil
  ) {
    let request = request ?? self.request()
    let window = RateLimitReport.Window(
      resource: request.resource,
      limit: limit,
      remaining: remaining,
      resetsIn: .seconds(seconds)
    )
    limiter.record(
      RateLimitReport(window: window, refusal: refusal, isCounted: isCounted),
      for: request,
      sent: now,
      at: now
    )
  }

  mutating func record(refusal: RateLimitReport.Refusal?, _ request: RateLimiter.Request? = nil) {
    limiter.record(
      RateLimitReport(refusal: refusal),
      for: request ?? self.request(),
      sent: now,
      at: now
    )
  }

  /// Ends a request without a response.
  mutating func fail(wasSent: Bool, _ request: RateLimiter.Request? = nil) {
    limiter.record(
      RateLimitReport(isFailure: true, isCounted: wasSent),
      for: request ?? self.request(),
      sent: now,
      at: now
    )
  }

  func status(_ resource: RequestResource = .search) -> RateLimiter.Status {
    let request = request(resource)
    return limiter.status(of: resource, at: request.origin, token: request.token, now: now)
  }
}

@Suite struct RateLimiterTests {
  @Test func `does not count a response that GitHub does not count`() {
    var bench = Bench()
    #expect(bench.reserve() == nil)
    bench.record(20)

    for _ in 0..<40 {
      #expect(bench.reserve() == nil)
      bench.record(20, isCounted: false)
    }

    #expect(bench.status().remaining == 20)
  }

  @Test func `a response with nothing left holds the next request until the reset`() {
    var bench = Bench()
    let first = bench.reserve()
    bench.record(0, resetsIn: 42)

    let early = bench.reserve()
    bench.pass(41.5)
    let last = bench.reserve()
    bench.pass(0.5)
    let late = bench.reserve()

    #expect(first == nil)
    #expect(early == .seconds(42))
    #expect(last == .milliseconds(500))
    #expect(late == nil)
  }

  @Test func `counts a request when it is sent`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(2)

    let decisions = (0..<3).map { _ in bench.reserve() }

    #expect(decisions == [nil, nil, .seconds(60)])
  }

  @Test func `an earlier response does not give back requests sent since`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(10)
    for _ in 0..<4 { _ = bench.reserve() }

    bench.record(9)

    #expect(bench.status().remaining == 6)
  }

  @Test func `ignores a response from the previous window`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(3, resetsIn: 60)

    bench.record(29, resetsIn: 1)

    #expect(bench.status().remaining == 3)
  }

  @Test func `a new window replaces the old one`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(0, resetsIn: 10)
    bench.pass(10)
    _ = bench.reserve()

    bench.record(29)

    #expect(bench.status().remaining == 29)
  }

  @Test func `respects the documented limit until GitHub reports its own`() {
    var bench = Bench()
    let anonymous = bench.request(token: nil)

    let decisions = (0..<11).map { _ in bench.reserve(anonymous) }

    #expect(decisions.prefix(10).allSatisfy { $0 == nil })
    #expect(bench.limiter.reserve(anonymous, at: bench.now)?.cause == .unconfirmed)
  }

  @Test func `GitHub's first numbers include requests sent in the meantime`() {
    var bench = Bench()
    for _ in 0..<3 { _ = bench.reserve() }

    bench.record(99, of: 100)

    #expect(bench.status().remaining == 97)
  }

  @Test func `does not limit a server that sends no numbers`() {
    var bench = Bench()
    let anonymous = bench.request(token: nil)
    for _ in 0..<25 {
      let decision = bench.reserve(anonymous)
      #expect(decision == nil)
      bench.record(refusal: nil, anonymous)
    }
  }

  @Test func `resources and accounts do not share limits`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(0)

    let requests = [
      bench.request(.core), bench.request(.graphql), bench.request(token: nil),
      bench.request(token: "two"),
    ]
    for request in requests {
      let decision = bench.reserve(request)
      #expect(decision == nil)
    }
    let same = bench.reserve()
    #expect(same != nil)
  }

  @Test func `a pause holds every resource of the account`() {
    var bench = Bench()
    bench.record(refusal: .retryAfter(.seconds(30)))

    #expect(bench.status(.core).blockedFor == .seconds(30))
    #expect(bench.status(.search).blockedFor == .seconds(30))
  }

  @Test func `a refusal without a time pauses for a minute, doubling up to an hour`() {
    var bench = Bench()
    var pauses: [Duration?] = []
    for _ in 0..<8 {
      bench.record(refusal: .unspecified)
      pauses.append(bench.status().blockedFor)
      bench.pass(3600)
    }

    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
  }

  @Test func `a success ends the doubling`() {
    var bench = Bench()
    bench.record(refusal: .unspecified)
    bench.pass(60)
    bench.record(29)
    bench.record(refusal: .unspecified)

    #expect(bench.status().blockedFor == .seconds(60))
  }

  @Test func `doubles a repeated Retry-After of a second`() {
    var bench = Bench()
    var pauses: [Duration?] = []
    for _ in 0..<4 {
      bench.record(refusal: .retryAfter(.seconds(1)))
      pauses.append(bench.status().blockedFor)
      bench.pass(60)
    }

    #expect(pauses == [1, 2, 4, 8].map { .seconds($0) })
  }

  @Test func `a shorter pause does not end a longer one`() {
    var bench = Bench()
    bench.record(refusal: .retryAfter(.seconds(600)))
    bench.record(refusal: .retryAfter(.seconds(5)))

    #expect(bench.status().blockedFor == .seconds(600))
  }

  @Test func `writes are a second apart, from the end of one to the start of the next`() {
    var bench = Bench()
    let write = bench.request(.core, isWrite: true)
    let first = bench.reserve(write)
    bench.pass(0.3)
    let during = bench.reserve(write)
    bench.record(refusal: nil, write)
    bench.pass(0.4)
    let after = bench.reserve(write)
    bench.pass(0.6)
    let next = bench.reserve(write)

    #expect(first == nil)
    #expect(during == .milliseconds(4700))
    #expect(after == .milliseconds(600))
    #expect(next == nil)
  }

  @Test func `a killed write holds the next for five seconds at most`() {
    var bench = Bench()
    let write = bench.request(.core, isWrite: true)
    _ = bench.reserve(write)
    bench.pass(5)

    let next = bench.reserve(write)

    #expect(next == nil)
  }

  @Test func `gives back requests that were never sent`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(1)
    _ = bench.reserve()
    bench.fail(wasSent: false)

    let again = bench.reserve()

    #expect(again == nil)
  }

  @Test func `ignores data from another clock`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(0)
    bench.record(refusal: .retryAfter(.seconds(60)))
    bench.now = Moment(milliseconds: 5)

    let decision = bench.reserve()

    #expect(decision == nil)
  }

  @Test func `reports the remaining requests, and nil if unknown`() {
    var bench = Bench()
    #expect(bench.status() == RateLimiter.Status())
    _ = bench.reserve()
    #expect(bench.status() == RateLimiter.Status())

    bench.record(12, resetsIn: 30)
    bench.pass(10)

    #expect(bench.status() == RateLimiter.Status(limit: 30, remaining: 12, resetsIn: .seconds(20)))
  }

  // MARK: After a refusal

  @Test(arguments: [(3000, 60), (60, 3000), (10, 7), (10, 13), (0, 30)])
  func `a refusal holds its resource until the given time regardless of earlier data`(
    _ known: Int,
    _ named: Int
  ) {
    for refusal in [RateLimitReport.Refusal.untilReset, nil] {
      var bench = Bench()
      _ = bench.reserve()
      if known > 0 { bench.record(20, resetsIn: known) }
      _ = bench.reserve()
      bench.record(0, resetsIn: named, refusal: refusal)

      bench.now = bench.now + .milliseconds(named * 1000 - 1)
      let early = bench.reserve()
      bench.now = bench.now + .milliseconds(1)
      let late = bench.reserve()

      #expect(early == .milliseconds(1))
      #expect(late == nil)
    }
  }

  @Test func `a response to an earlier request does not end a block`() {
    var bench = Bench()
    for _ in 0..<3 { _ = bench.reserve() }
    bench.record(0, resetsIn: 600, refusal: .untilReset)
    bench.record(20, resetsIn: 3000)
    bench.record(0, resetsIn: 30)

    #expect(bench.status().blockedFor == .seconds(600))
    #expect(bench.status().remaining == 0)
  }

  @Test func `after a refusal, sends one probe at a time until it succeeds`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(0, resetsIn: 10, refusal: .untilReset)
    bench.pass(10)

    let first = bench.reserve()
    let second = bench.reserve()
    bench.record(29, resetsIn: 60)
    let third = bench.reserve()
    let fourth = bench.reserve()

    #expect(first == nil)
    #expect(second == RateLimiter.maxTurn)
    #expect(third == nil && fourth == nil)
  }

  @Test func `a probe that never ends delays the next by five seconds at most`() {
    var bench = Bench()
    bench.record(0, resetsIn: 10, refusal: .untilReset)
    bench.pass(10)
    _ = bench.reserve()
    bench.pass(5)

    let next = bench.reserve()
    bench.fail(wasSent: true)
    let afterFailure = bench.reserve()

    #expect(next == nil)
    #expect(afterFailure == nil)
  }

  @Test func `concurrent refusals count once`() {
    var bench = Bench()
    for _ in 0..<4 { bench.record(refusal: .unspecified) }

    #expect(bench.status().blockedFor == .seconds(60))
  }

  @Test func `a success sent before the refusal does not end it`() {
    var bench = Bench()
    let sent = bench.now
    for _ in 0..<2 { _ = bench.reserve() }
    bench.record(refusal: .retryAfter(.seconds(1)))
    bench.pass(1)
    let first = bench.reserve()
    bench.pass(0.1)
    bench.limiter.record(RateLimitReport(), for: bench.request(), sent: sent, at: bench.now)

    #expect(first == nil)
    #expect(bench.reserve() == .milliseconds(4900))
  }

  @Test func `uses the newest response of servers that disagree`() {
    var bench = Bench()
    let core = bench.request(.core)
    _ = bench.reserve(core)
    bench.record(1, of: 60, resetsIn: 3300, core)
    bench.pass(10)
    _ = bench.reserve(core)
    bench.record(4000, of: 5000, resetsIn: 300, core)

    #expect(bench.status(.core) == .init(limit: 5000, remaining: 4000, resetsIn: .seconds(300)))
  }

  @Test func `an unreported limit is not 0 in the next window`() {
    var bench = Bench()
    _ = bench.reserve()
    bench.record(0, of: nil, resetsIn: 10)
    bench.pass(10)

    let next = (0..<30).map { _ in bench.reserve() }

    #expect(next.allSatisfy { $0 == nil })
    #expect(bench.status().limit == nil)
  }

  // MARK: The shared file

  @Test func `reads its own output back, without any part of the token`() throws {
    var bench = Bench()
    let request = bench.request(token: "ghp_c4n4ryC4n4ryC4n4ry")
    _ = bench.reserve(request)
    bench.record(3, request)
    bench.record(0, refusal: .untilReset, request)
    bench.record(refusal: .unspecified)
    _ = bench.reserve(bench.request(.core, isWrite: true, token: nil))

    let file = bench.limiter.file(boot: "a \"b\"\\\n")
    let text = String(decoding: file, as: UTF8.self)

    #expect(RateLimiter(file, boot: "a \"b\"\\\n") == bench.limiter)
    #expect(RateLimiter(file, boot: "other") == Bench().limiter)
    #expect(!text.contains("c4n4ry") && !text.contains("C4n4ry"))
  }

  @Test(arguments: [
    #""limit":-5,"remaining":9223372036854775807,"start":-1,"reset":9223372036854775807,"source":"response""#,
    #""limit":9223372036854775807,"remaining":-9,"start":0,"reset":0,"source":"documentation""#,
    #""remaining":0,"start":0,"reset":9223372036854775807,"source":"refusal","refusal":9223372036854775807,"probe":9223372036854775807"#,
    #""remaining":0,"start":999999999999,"reset":9223372036854775807,"source":"refusal","refusal":9223372036854775807,"probe":0"#,
    #""remaining":0,"start":1000001,"reset":1000060,"source":"refusal""#,
  ])
  func `tolerates impossible numbers`(_ limits: String) throws {
    let json = """
      {"version":2,"boot":"b","key":"00000000000000010000000000000002","accounts":{"https://api.github.com anonymous":{\
      "search":{\(limits)},"refusals":9223372036854775807,"lastUse":999999,\
      "pause":9223372036854775807,"write":9223372036854775807}}}
      """
    var bench = Bench(limiter: try #require(RateLimiter(Array(json.utf8), boot: "b")))
    let write = bench.request(isWrite: true, token: nil)

    let wait = bench.reserve(write)
    bench.fail(wasSent: false, write)
    bench.record(refusal: .unspecified, write)
    bench.pass(7200)

    #expect(wait == nil)
    #expect(bench.reserve(write) == nil)
  }

  @Test func `removes accounts unused for a day`() throws {
    var bench = Bench()
    _ = bench.reserve(bench.request(token: "old"))
    bench.pass(86_401)
    _ = bench.reserve()

    let text = String(decoding: bench.limiter.file(boot: ""), as: UTF8.self)

    #expect(text.components(separatedBy: "lastUse").count == 2)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"version":2}"#, #"{"version":0}"#, #"{"version":2,"boot":"b","ledger":7}"#,
    #"{"version":2,"boot":"b","key":"00000000000000010000000000000002","accounts":{"x":7}}"#,
    #"{"version":3,"boot":"b","key":"00000000000000010000000000000002","accounts":{}}"#,
  ])
  func `rejects a broken file, or one of another version`(_ json: String) {
    #expect(RateLimiter(Array(json.utf8), boot: "b") == nil)
  }
}

@Suite struct AccountDigestTests {
  /// Vectors from the reference implementation's `vectors.h`.
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (7, 0xAB02_00F5_8B01_D137),
      (8, 0x93F5_F579_9A93_2462), (15, 0xA129_CA61_49BE_45E5), (63, 0x958A_324C_EB06_4572),
    ] as [(Int, UInt64)]
  )
  func `is SipHash-2-4`(_ length: Int, _ expected: UInt64) {
    let digest = AccountDigest(first: 0x0706_0504_0302_0100, second: 0x0F0E_0D0C_0B0A_0908)

    #expect(digest.hash((0..<length).map { UInt8($0) }) == expected)
  }

  @Test func `differs by token and by key`() throws {
    let one = try #require(AccessToken("one"))
    let two = try #require(AccessToken("two"))
    let (first, second) = (AccountDigest(first: 1, second: 2), AccountDigest(first: 3, second: 4))

    #expect(first.longText(one) != first.longText(two))
    #expect(first.longText(one) != second.longText(one))
    #expect(first.longText(one).count == 16)
  }
}

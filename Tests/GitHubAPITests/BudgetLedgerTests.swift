import Foundation
import GitHubModel
import Testing

@testable import GitHubAPI

/// A ledger on a clock that the test moves, asked as one process or many would.
private struct Desk {
  var ledger = BudgetLedger(digest: AccountDigest(first: 1, second: 2))
  var now = Moment(milliseconds: 1_000_000)

  mutating func pass(_ seconds: Double) {
    now = now + .seconds(seconds)
  }

  func request(
    _ resource: RequestResource = .search,
    isWrite: Bool = false,
    token: String? = "one"
  ) -> BudgetRequest {
    let account = BudgetAccount(origin: .api, token: token.flatMap(AccessToken.init))
    return BudgetRequest(account: account, resource: resource, isWrite: isWrite)
  }

  mutating func reserve(_ request: BudgetRequest? = nil) -> BudgetDecision {
    ledger.reserve(request ?? self.request(), at: now)
  }

  mutating func hear(
    _ remaining: Int,
    of limit: Int = 30,
    resetsIn seconds: Int = 60,
    _ request: BudgetRequest? = nil
  ) {
    let request = request ?? self.request()
    let budget = RateLimitReport.Budget(
      resource: request.resource,
      limit: limit,
      remaining: remaining,
      resetsIn: .seconds(seconds)
    )
    ledger.hear(RateLimitReport(budget: budget), for: request, at: now)
  }

  mutating func hear(refusal: RateLimitReport.Refusal?) {
    ledger.hear(RateLimitReport(refusal: refusal), for: request(), at: now)
  }

  func status(_ resource: RequestResource = .search) -> BudgetStatus {
    ledger.status(of: resource, for: request().account, at: now)
  }
}

extension Origin {
  fileprivate static var api: Self {
    guard let origin = Origin("https://api.github.com") else { preconditionFailure("a literal") }
    return origin
  }
}

extension BudgetDecision {
  /// What it must wait for, as a duration.
  fileprivate func wait(from now: Moment) -> Duration? {
    guard case .wait(let wait) = self else { return nil }
    return wait.until - now
  }
}

@Suite struct BudgetLedgerTests {
  @Test func `a used-up budget holds the next request until its reset, and no longer`() {
    var desk = Desk()
    let first = desk.reserve()
    desk.hear(0, resetsIn: 42)

    let early = desk.reserve().wait(from: desk.now)
    desk.pass(41.5)
    let last = desk.reserve().wait(from: desk.now)
    desk.pass(0.5)
    let late = desk.reserve()

    #expect(first == .go)
    #expect(early == .seconds(42))
    #expect(last == .milliseconds(500))
    #expect(late == .go)
  }

  @Test func `counts a request when it is sent, not when it is answered`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(2)

    let decisions = (0..<3).map { _ in desk.reserve().wait(from: desk.now) }

    #expect(decisions == [nil, nil, .seconds(60)])
  }

  @Test func `an answer that was on its way does not bring back what was sent since`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(10)
    for _ in 0..<4 { _ = desk.reserve() }

    desk.hear(9)

    #expect(desk.status().remaining == 6)
  }

  @Test func `an answer of the window before changes nothing`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(3, resetsIn: 60)

    desk.hear(29, resetsIn: 1)

    #expect(desk.status().remaining == 3)
  }

  @Test func `a new window replaces the old one`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(0, resetsIn: 10)
    desk.pass(10)
    _ = desk.reserve()

    desk.hear(29)

    #expect(desk.status().remaining == 29)
  }

  @Test func `keeps to the documentation until GitHub has spoken`() {
    var desk = Desk()
    let anonymous = desk.request(token: nil)

    let decisions = (0..<11).map { _ in desk.reserve(anonymous) }

    #expect(decisions.prefix(10).allSatisfy { $0 == .go })
    guard case .wait(let wait) = decisions[10] else { return #expect(Bool(false)) }
    #expect(wait.cause == .unconfirmed)
  }

  @Test func `GitHub's first word counts what was sent meanwhile`() {
    var desk = Desk()
    for _ in 0..<3 { _ = desk.reserve() }

    desk.hear(99, of: 100)

    #expect(desk.status().remaining == 97)
  }

  @Test func `a server that counts nothing is held to nothing`() {
    var desk = Desk()
    let anonymous = desk.request(token: nil)
    for _ in 0..<25 {
      let decision = desk.reserve(anonymous)
      #expect(decision == .go)
      desk.ledger.hear(RateLimitReport(), for: anonymous, at: desk.now)
    }
  }

  @Test func `budgets, accounts and origins do not share`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(0)

    let other = BudgetAccount(origin: .api, token: AccessToken("two"))
    let requests = [
      desk.request(.core), desk.request(.graphql), desk.request(token: nil),
      BudgetRequest(account: other, resource: .search, isWrite: false),
    ]
    for request in requests {
      let decision = desk.reserve(request)
      #expect(decision == .go)
    }
    let same = desk.reserve()
    #expect(same != .go)
  }

  @Test func `a pause holds every budget of the account`() {
    var desk = Desk()
    desk.hear(refusal: .waitFor(.seconds(30)))

    #expect(desk.status(.core).blockedFor == .seconds(30))
    #expect(desk.status(.search).blockedFor == .seconds(30))
  }

  @Test func `without a word the pause is a minute, and doubles up to an hour`() {
    var desk = Desk()
    var pauses: [Duration?] = []
    for _ in 0..<8 {
      desk.hear(refusal: .unspoken)
      pauses.append(desk.status().blockedFor)
      desk.pass(3600)
    }

    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
  }

  @Test func `an answer ends the doubling`() {
    var desk = Desk()
    desk.hear(refusal: .unspoken)
    desk.pass(60)
    desk.hear(29)
    desk.hear(refusal: .unspoken)

    #expect(desk.status().blockedFor == .seconds(60))
  }

  @Test func `retry-after told again and again as a second does not become a storm`() {
    var desk = Desk()
    var pauses: [Duration?] = []
    for _ in 0..<4 {
      desk.hear(refusal: .waitFor(.seconds(1)))
      pauses.append(desk.status().blockedFor)
      desk.pass(60)
    }

    #expect(pauses == [1, 2, 4, 8].map { .seconds($0) })
  }

  @Test func `a shorter pause does not end a longer one`() {
    var desk = Desk()
    desk.hear(refusal: .waitFor(.seconds(600)))
    desk.hear(refusal: .waitFor(.seconds(5)))

    #expect(desk.status().blockedFor == .seconds(600))
  }

  @Test func `changes are a second apart, from the end of one to the start of the next`() {
    var desk = Desk()
    let write = desk.request(.core, isWrite: true)
    let first = desk.reserve(write)
    desk.pass(0.3)
    let during = desk.reserve(write).wait(from: desk.now)
    desk.ledger.hear(RateLimitReport(), for: write, at: desk.now)
    desk.pass(0.4)
    let after = desk.reserve(write).wait(from: desk.now)
    desk.pass(0.6)
    let next = desk.reserve(write)

    #expect(first == .go)
    #expect(during == .milliseconds(4700))
    #expect(after == .milliseconds(600))
    #expect(next == .go)
  }

  @Test func `a change that was killed holds up the next for five seconds at most`() {
    var desk = Desk()
    let write = desk.request(.core, isWrite: true)
    _ = desk.reserve(write)
    desk.pass(5)

    let next = desk.reserve(write)

    #expect(next == .go)
  }

  @Test func `gives back what never left`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(1)
    _ = desk.reserve()
    desk.ledger.giveBack(desk.request(), at: desk.now)

    let again = desk.reserve()

    #expect(again == .go)
  }

  @Test func `what was written down by another clock is not believed`() {
    var desk = Desk()
    _ = desk.reserve()
    desk.hear(0)
    desk.hear(refusal: .waitFor(.seconds(60)))
    desk.now = Moment(milliseconds: 5)

    let decision = desk.reserve()

    #expect(decision == .go)
  }

  @Test func `tells what is left without a request, and nil for what is not known`() {
    var desk = Desk()
    #expect(desk.status() == BudgetStatus())
    _ = desk.reserve()
    #expect(desk.status() == BudgetStatus())

    desk.hear(12, resetsIn: 30)
    desk.pass(10)

    #expect(desk.status() == BudgetStatus(limit: 30, remaining: 12, resetsIn: .seconds(20)))
  }

  @Test func `is the same after it was written down, and has nothing of the token`() throws {
    var desk = Desk()
    let request = desk.request(token: "ghp_c4n4ryC4n4ryC4n4ry")
    _ = desk.ledger.reserve(request, at: desk.now)
    desk.hear(3, request)
    desk.hear(refusal: .unspoken)

    let record = LedgerRecord(boot: "a \"b\"\\\n", ledger: desk.ledger)
    let text = record.json

    #expect(LedgerRecord.read(Array(text.utf8)) == .record(record))
    #expect(!text.contains("c4n4ry") && !text.contains("C4n4ry"))
  }

  @Test(arguments: [
    #"{"limit":-5,"remaining":9223372036854775807,"start":-1,"end":9223372036854775807,"isAssumed":false}"#,
    #"{"limit":9223372036854775807,"remaining":-9,"start":0,"end":0,"isAssumed":true}"#,
  ])
  func `numbers beyond all reason do no harm`(_ json: String) throws {
    let text = try JSONText(Array(json.utf8), limits: .document)
    var window = try BudgetWindow(JSONElement(text: text, node: 0))

    window.take()
    window.giveBack()
    window.giveBack()

    #expect(!window.isCurrent(at: Moment(milliseconds: 1_000_000)))
  }

  @Test func `forgets what nobody used for a day`() throws {
    var desk = Desk()
    _ = desk.reserve(desk.request(token: "old"))
    desk.pass(86_401)
    _ = desk.reserve()

    #expect(desk.ledger.json.components(separatedBy: "lastUse").count == 2)
  }

  @Test func `refusals beyond all reason do no harm`() throws {
    let json = """
      {"version":1,"boot":"b","ledger":{"digest":{"first":1,"second":2},"accounts":{\
      "https://api.github.com anonymous":{"windows":{},"refusals":9223372036854775807,"lastUse":0}}}}
      """
    guard case .record(let record)? = LedgerRecord.read(Array(json.utf8)) else {
      Issue.record("not read")
      return
    }
    var ledger = record.ledger
    let request = Desk().request(token: nil)

    ledger.hear(
      RateLimitReport(budget: nil, refusal: .unspoken),
      for: request,
      at: Moment(milliseconds: 1)
    )

    #expect(ledger != record.ledger)
  }

  @Test(
    arguments: [
      ("", nil), ("{}", nil), ("[]", nil), (#"{"version":1}"#, nil), (#"{"version":0}"#, nil),
      (#"{"version":1,"boot":"b","ledger":7}"#, nil), (#"{"version":2}"#, .newer),
      (#"{"version":99,"ledger":[]}"#, .newer),
    ] as [(String, LedgerRecord.Content?)]
  )
  func `a broken record is none, a later version's is told`(
    _ json: String,
    _ content: LedgerRecord.Content?
  ) {
    #expect(LedgerRecord.read(Array(json.utf8)) == content)
  }
}

@Suite struct AccountDigestTests {
  /// From the reference implementation's `vectors.h`.
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

  @Test func `differs by token and by key`() {
    let (one, two) = (AccessToken("one"), AccessToken("two"))
    let (first, second) = (AccountDigest(first: 1, second: 2), AccountDigest(first: 3, second: 4))

    #expect(first.text(one) != first.text(two))
    #expect(first.text(one) != second.text(one))
    #expect(first.text(one).count == 8)
    #expect(first.text(nil) == "anonymous")
  }
}

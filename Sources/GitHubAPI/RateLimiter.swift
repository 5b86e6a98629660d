package import GitHubModel
import JSON

/// The state of GitHub's rate limits, which determines whether a request may be sent.
///
/// It is a pure value: the time is a parameter, and a ``RateLimitStore`` holds the limiter shared
/// by all requests. Limits are counted by account, which is a token at an origin (or no token at an
/// origin), and by resource.
///
/// After a refusal, or any response with nothing left, no request for that resource is sent before
/// the time that the response names, regardless of earlier responses; later responses can only move
/// it later. After a refusal, requests are then sent one at a time until one succeeds, since GitHub
/// may refuse again, and one refusal is enough.
package struct RateLimiter: Sendable, Equatable {
  private let digest: AccountDigest
  private var accounts: [String: AccountLimits] = [:]

  /// Creates an empty limiter whose accounts are identified by the digest.
  package init(digest: AccountDigest = .random()) {
    self.digest = digest
  }

  /// Counts the request as sent and returns nil, or returns the wait before it.
  mutating func reserve(_ request: Request, at now: Moment) -> Wait? {
    update(request, at: now) { $0.reserve(request, at: now) }
  }

  /// Ends a request's reservation, made at the moment `sent`, and records its response.
  mutating func record(
    _ report: RateLimitReport,
    for request: Request,
    sent: Moment,
    at now: Moment
  ) {
    update(request, at: now) { $0.record(report, for: request, sent: sent, at: now) }
  }

  /// The known limits of a resource.
  package func status(
    of resource: RequestResource,
    at origin: Origin,
    token: AccessToken?,
    now: Moment
  ) -> Status {
    accounts[name(origin, token)]?.current(at: now)?.status(of: resource, at: now) ?? Status()
  }

  private mutating func update<Result>(
    _ request: Request,
    at now: Moment,
    _ body: (inout AccountLimits) -> Result
  ) -> Result {
    accounts = accounts.compactMapValues { $0.current(at: now) }
    return body(&accounts[name(request.origin, request.token), default: AccountLimits(at: now)])
  }

  private func name(_ origin: Origin, _ token: AccessToken?) -> String {
    "\(origin) \(account(token))"
  }

  /// An account's name in files: the digest of its token, under this machine's key.
  func account(_ token: AccessToken?) -> String { token.map(digest.longText) ?? "anonymous" }
}

extension RateLimiter {
  /// The limit that a request counts against.
  package struct Request: Sendable {
    let origin: Origin
    let token: AccessToken?
    let resource: RequestResource
    let isWrite: Bool
  }

  /// The reason and the end of a request's wait.
  package struct Wait: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
      /// The resource has no requests left.
      case limit(RequestResource)
      /// The documented limit is used up, and GitHub's own numbers are not known yet.
      case unconfirmed
      /// GitHub requested a pause (a secondary limit).
      case pause
      /// Another request goes first, for at most five seconds: writes are a second apart, and
      /// requests after a refusal are sent one at a time until one succeeds.
      case turn
    }

    /// When to reserve the request again.
    package let until: Moment
    package let cause: Cause
  }

  /// The known limits of a resource.
  package struct Status: Sendable, Equatable {
    /// The number of requests per window; nil until a response has reported it.
    package var limit: Int?
    /// The number of requests left in the window; nil until a response has reported it.
    package var remaining: Int?
    /// The time until the window is reset; nil until a response has reported it.
    package var resetsIn: Duration?
    /// The time until the next request may be sent; nil if it may be sent now.
    package var blockedFor: Duration?
  }

  /// The maximum time that a request in flight delays others, since a killed process cannot end it.
  static let maxTurn = Duration.seconds(5)
}

// MARK: One account

/// The limits of one account.
private struct AccountLimits: Sendable, Equatable {
  /// A condition that holds requests until a moment.
  enum Gate: Sendable, Hashable {
    /// GitHub forbids every request.
    case pause
    /// A write is in flight, or has just ended.
    case write
    /// The first request after a refusal is in flight.
    case probe(RequestResource)
  }

  /// When the closed gates open.
  private var gates: [Gate: Moment] = [:]
  private var counts: [RequestResource: RequestCount] = [:]
  /// The last refusals that no successful request has followed.
  private var refusals: [RequestResource: Moment] = [:]
  /// The number of consecutive refusals; concurrent ones count as one.
  private var refusalCount = 0
  private var lastUse: Moment

  init(at now: Moment) { lastUse = now }

  /// The limits that still apply; nil if the account has been unused for a day, or another clock
  /// wrote them.
  func current(at now: Moment) -> Self? {
    guard lastUse <= now, now - lastUse <= Self.day else { return nil }
    var limits = self
    limits.gates = gates.filter { gate, end in
      now < end && end - now <= (gate == .pause ? Self.day : RateLimiter.maxTurn)
    }
    limits.counts = counts.filter { _, count in
      count.start <= now && now < count.reset && count.reset - now <= Self.day
    }
    limits.refusals = refusals.filter { $0.value <= now }
    return limits
  }

  mutating func reserve(_ request: RateLimiter.Request, at now: Moment) -> RateLimiter.Wait? {
    lastUse = now
    let resource = request.resource
    if let wait = wait(for: resource) ?? turn(of: request) { return wait }
    let documented = resource.documentedLimit(hasToken: request.token != nil)
    counts[resource, default: RequestCount(documented, of: resource, from: now)].remaining -= 1
    if refusals[resource] != nil { gates[.probe(resource)] = now + RateLimiter.maxTurn }
    if request.isWrite { gates[.write] = now + RateLimiter.maxTurn }
    return nil
  }

  mutating func record(
    _ report: RateLimitReport,
    for request: RateLimiter.Request,
    sent: Moment,
    at now: Moment
  ) {
    // The response to a request sent before the last refusal may be older than the refusal.
    let isNewerThanRefusal = refusals.values.max().map { sent > $0 } ?? true
    // A request sent before the refusal cannot be the probe, so the probe's gate stays closed.
    let isProbe = refusals[request.resource].map { sent > $0 } ?? false
    if isProbe { gates[.probe(request.resource)] = nil }
    if request.isWrite { gates[.write] = now + Self.betweenWrites }
    if !report.isCounted { counts[request.resource]?.giveBack() }
    count(report, for: request, at: now)
    if let refusal = report.refusal {
      refusals[request.resource] = now
      if isNewerThanRefusal { refusalCount = min(refusalCount + 1, Self.maxRefusals) }
      pause(after: refusal, at: now)
    } else if !report.isFailure {
      if isProbe { refusals[request.resource] = nil }
      if isNewerThanRefusal { refusalCount = 0 }
    }
  }

  func status(of resource: RequestResource, at now: Moment) -> RateLimiter.Status {
    var status = RateLimiter.Status()
    if let count = counts[resource], count.source != .documentation {
      (status.limit, status.remaining) = (count.limit, count.remaining)
      status.resetsIn = count.reset - now
    }
    status.blockedFor = wait(for: resource).map { $0.until - now }
    return status
  }

  private static let day = Duration.seconds(86_400)

  /// The time between two writes (GitHub's REST documentation, "Best practices").
  ///
  /// It is counted from the end of one to the start of the next, so that no network delay can bring
  /// them closer together.
  private static let betweenWrites = Duration.seconds(1)

  /// The maximum number of doublings: six doublings of a minute exceed an hour, our longest pause.
  private static let maxRefusals = 7
}

extension AccountLimits {
  private func wait(for resource: RequestResource) -> RateLimiter.Wait? {
    var waits: [RateLimiter.Wait] = []
    if let end = gates[.pause] { waits.append(RateLimiter.Wait(until: end, cause: .pause)) }
    if let count = counts[resource], count.remaining <= 0 {
      let isKnown = count.source != .documentation
      let cause: RateLimiter.Wait.Cause = isKnown ? .limit(resource) : .unconfirmed
      waits.append(RateLimiter.Wait(until: count.reset, cause: cause))
    }
    return waits.max { $0.until < $1.until }
  }

  /// The wait for another request that goes first.
  private func turn(of request: RateLimiter.Request) -> RateLimiter.Wait? {
    [request.isWrite ? gates[.write] : nil, gates[.probe(request.resource)]].compactMap(\.self)
      .max().map { RateLimiter.Wait(until: $0, cause: .turn) }
  }

  /// Records the counts in a response.
  ///
  /// A refusal applies to the request's own resource, even if the response names another.
  private mutating func count(
    _ report: RateLimitReport,
    for request: RateLimiter.Request,
    at now: Moment
  ) {
    let isRefused = report.refusal != nil
    guard let window = report.window else {
      // A server without limits does not count requests, so the documented numbers are dropped.
      if !isRefused, !report.isFailure, counts[request.resource]?.source == .documentation {
        counts[request.resource] = nil
      }
      return
    }
    var named = Set([window.resource].compactMap(\.self))
    if isRefused, window.remaining == 0 { named.insert(request.resource) }
    let count = RequestCount(window, at: now)
    for resource in named { counts[resource] = counts[resource]?.updated(with: count) ?? count }
  }

  private mutating func pause(after refusal: RateLimitReport.Refusal, at now: Moment) {
    let doubled = Int64(1) << Int64(max(refusalCount - 1, 0))
    let length: Duration
    switch refusal {
    case .retryAfter(let named): length = max(named, .seconds(doubled))
    // The count itself holds the requests of its resource.
    case .untilReset: return
    case .unspecified, .tooLong: length = .seconds(min(60 * doubled, 3600))
    }
    gates[.pause] = max(gates[.pause] ?? now, now + length)
  }
}

// MARK: One resource

/// The number of requests left for a resource until a moment.
private struct RequestCount: Sendable, Equatable {
  enum Source: String, Sendable {
    /// GitHub's documentation, since no response has reported numbers yet.
    case documentation
    case response
    /// A response with nothing left: later ones can only move the reset later.
    case refusal
  }

  /// The limit; nil if GitHub omits it.
  private(set) var limit: Int?
  var remaining: Int
  /// When the count became known.
  let start: Moment
  private(set) var reset: Moment
  let source: Source

  /// Creates the documented count for a window that starts with its first request, like GitHub's.
  init(_ documented: Int, of resource: RequestResource, from now: Moment) {
    (limit, remaining, source) = (documented, documented, .documentation)
    (start, reset) = (now, now + resource.window)
  }

  init(_ reported: RateLimitReport.Window, at now: Moment) {
    (limit, remaining) = (reported.limit, reported.remaining)
    (start, reset) = (now, now + reported.resetsIn)
    source = remaining == 0 ? .refusal : .response
  }

  mutating func giveBack() {
    if source != .refusal { remaining = min(remaining + 1, limit ?? .max) }
  }

  /// The count after a response, which may be older than requests reserved since.
  ///
  /// A reported reset is late by the response's latency, so the earliest one is the most accurate.
  /// A much earlier one belongs to the previous window if that had ended when this count became
  /// known. Otherwise servers disagree or the window has moved, and the newest response counts.
  func updated(with new: Self) -> Self {
    var result = new
    switch (source, new.source) {
    case (.refusal, .refusal): result.reset = max(reset, new.reset)
    case (.refusal, _): return self
    case (_, .refusal): break
    case (.documentation, _):
      let taken = (limit ?? 0) - remaining
      if let limit = new.limit { result.remaining = min(new.remaining, max(limit - taken, 0)) }
    case (.response, _):
      if abs((new.reset - reset) / Self.tolerance) <= 1 {
        result = self
        result.limit = new.limit ?? limit
        result.remaining = min(remaining, new.remaining)
        result.reset = min(reset, new.reset)
      } else if new.reset <= start + Self.tolerance {
        return self
      }
    }
    return result
  }

  /// Resets closer together than this belong to the same window.
  private static let tolerance = Duration.seconds(5)
}

// MARK: The shared file

extension RateLimiter {
  /// Parses the output of ``file(boot:)``; nil for any other file.
  ///
  /// Only the key is used from a file written before the current boot.
  init?(_ file: [UInt8], boot: String) {
    guard let json = try? JSONElement(file), json["version"]?.integer == Self.fileVersion,
      let digest = json["key"]?.string.flatMap({ AccountDigest($0) }),
      let accounts = json["accounts"]?.members
    else { return nil }
    self.init(digest: digest)
    guard json["boot"]?.string == boot else { return }
    for account in accounts {
      guard let limits = AccountLimits(account.value) else { return nil }
      self.accounts[account.name] = limits
    }
  }

  /// The limiter as JSON for other processes; `boot` identifies the machine's current boot.
  ///
  /// Every search reads and writes it twice, so it does not use `Codable`: see decision 0002.
  func file(boot: String) -> [UInt8] {
    let json: JSONValue = [
      "version": .number(Self.fileVersion), "boot": .string(boot),
      "key": .string(digest.text),
      "accounts": .object(accounts.map { ($0.key, $0.value.json) }),
    ]
    return json.bytes
  }

  /// A later version also has another name, so that programs of both versions can run.
  private static let fileVersion = 2
}

extension AccountLimits {
  fileprivate init?(_ json: JSONElement) {
    guard let lastUse = Moment(json["lastUse"]) else { return nil }
    self.init(at: lastUse)
    refusalCount = min(max(json["refusals"]?.integer ?? 0, 0), Self.maxRefusals)
    (gates[.pause], gates[.write]) = (Moment(json["pause"]), Moment(json["write"]))
    for resource in RequestResource.allCases {
      let json = json[resource.rawValue]
      gates[.probe(resource)] = Moment(json?["probe"])
      refusals[resource] = Moment(json?["refusal"])
      counts[resource] = RequestCount(json)
    }
  }

  fileprivate var json: JSONValue {
    let resources = RequestResource.allCases.map { resource in
      let (probe, refusal) = (gates[.probe(resource)], refusals[resource])
      let members: [(String, JSONValue)] = [
        ("probe", probe?.json ?? .null), ("refusal", refusal?.json ?? .null),
      ]
      return (resource.rawValue, JSONValue.object(members + (counts[resource]?.members ?? [])))
    }
    return .object(
      [
        ("lastUse", lastUse.json), ("refusals", .number(refusalCount)),
        ("pause", gates[.pause]?.json ?? .null), ("write", gates[.write]?.json ?? .null),
      ] + resources
    )
  }
}

extension RequestCount {
  fileprivate init?(_ json: JSONElement?) {
    guard let start = Moment(json?["start"]), let reset = Moment(json?["reset"]),
      let source = json?["source"]?.string.flatMap(Source.init)
    else { return nil }
    (self.start, self.reset, self.source) = (start, reset, source)
    limit = json?["limit"]?.integer.map { min(max($0, 1), Self.maxLimit) }
    remaining = min(max(json?["remaining"]?.integer ?? 0, 0), limit ?? Self.maxLimit)
  }

  private static let maxLimit = 1_000_000_000

  fileprivate var members: [(String, JSONValue)] {
    [
      ("start", start.json), ("reset", reset.json), ("source", .string(source.rawValue)),
      ("limit", .number(limit)), ("remaining", .number(remaining)),
    ]
  }
}

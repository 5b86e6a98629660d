package import GitHubModel
import JSON

/// The state of GitHub's rate limits, which decides whether a request may be sent.
///
/// A pure value: the time is a parameter, and a ``RateLimitStore`` holds the limiter that all requests
/// use. Limits are counted by account, which is a token at an origin (or no token at an origin), and by
/// resource.
///
/// After a refusal, or any response with nothing left, no request of that resource is sent before the time
/// that the response names, regardless of earlier responses; later responses can postpone that time, but
/// never advance it. The first request after a refusal then goes alone: until it succeeds, GitHub may refuse
/// again, and one refused request is enough.
package struct RateLimiter: Sendable, Equatable {
  private let digest: AccountDigest
  private var accounts: [String: AccountLimits] = [:]

  /// An empty limiter whose accounts are identified by the digest.
  package init(digest: AccountDigest = .random()) {
    self.digest = digest
  }

  /// Counts the request as sent and returns nil, or returns what it must wait for.
  mutating func reserve(_ request: Request, at now: Moment) -> Wait? {
    update(request, at: now) { $0.reserve(request, at: now) }
  }

  /// Records the response to a request that was reserved at the moment `sent`.
  mutating func record(
    _ report: RateLimitReport,
    for request: Request,
    sent: Moment,
    at now: Moment
  ) {
    update(request, at: now) { $0.record(report, for: request, sent: sent, at: now) }
  }

  /// Ends a reservation without a response; `wasSent` is false if no byte can have reached GitHub.
  mutating func release(_ request: Request, sent: Moment, wasSent: Bool, at now: Moment) {
    update(request, at: now) { $0.release(request, sent: sent, isCounted: wasSent, at: now) }
  }

  /// The known limits of a resource.
  package func status(
    of resource: RequestResource,
    at origin: Origin,
    token: AccessToken?,
    now: Moment
  ) -> Status {
    accounts[name(origin, token)]?.status(of: resource, at: now) ?? Status()
  }

  private mutating func update<Result>(
    _ request: Request,
    at now: Moment,
    _ body: (inout AccountLimits) -> Result
  ) -> Result {
    let name = name(request.origin, request.token)
    accounts = accounts.filter { !$0.value.isStale(at: now) || $0.key == name }
    return body(&accounts[name, default: AccountLimits(at: now)])
  }

  private func name(_ origin: Origin, _ token: AccessToken?) -> String {
    "\(origin) \(account(token))"
  }

  /// The name of an account in files: the digest of its token, under a key of this machine.
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

  /// Why and how long a request must wait.
  package struct Wait: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
      /// No requests of a resource are left.
      case limit(RequestResource)
      /// No requests of the documented limit are left, and GitHub's own numbers are not known yet.
      case unconfirmed
      /// GitHub asked for a pause (a secondary limit).
      case pause
      /// Another request goes first: writes are a second apart, and so are requests that follow a
      /// refusal until one succeeds. At most five seconds.
      case turn
    }

    /// When to reserve the request again.
    package let until: Moment
    package let cause: Cause
  }

  /// The known limits of a resource.
  package struct Status: Sendable, Equatable {
    /// The number of requests in a window; nil until a response has named it.
    package var limit: Int?
    /// The number of requests left in the window; nil until a response has named it.
    package var remaining: Int?
    /// How long until the window is reset; nil until a response has named it.
    package var resetsIn: Duration?
    /// How long until the next request may be sent; nil if it may be sent now.
    package var blockedFor: Duration?
  }

  /// The longest time that a request in flight makes others wait, since a killed process cannot end its turn.
  static let maxTurn = Duration.seconds(5)
}

// MARK: One account

/// The limits of one account.
private struct AccountLimits: Sendable, Equatable {
  /// The facts about one resource.
  struct Resource: Sendable, Equatable {
    var window: Window?
    /// The time of the last refusal; nil once a later request has succeeded.
    var lastRefusal: Moment?
    /// Until when other requests wait for the first one after a refusal; nil unless it is in flight.
    var probe: Moment?
  }

  /// By the resource's name, as in the file.
  private var resources: [String: Resource] = [:]
  /// When GitHub forbids every request.
  private var pause: Window?
  private var nextWrite: Moment?
  /// Refusals in a row; those of requests that were in flight together count as one.
  private var refusals = 0
  private var lastUse: Moment

  init(at now: Moment) {
    lastUse = now
  }

  /// Whether everything in it is obsolete.
  func isStale(at now: Moment) -> Bool {
    lastUse > now || now - lastUse > .seconds(86_400)
  }

  mutating func reserve(_ request: RateLimiter.Request, at now: Moment) -> RateLimiter.Wait? {
    lastUse = now
    if let wait = reasonToWait(for: request.resource, at: now) { return wait }
    if let turn = turn(for: request, at: now) {
      return RateLimiter.Wait(until: turn, cause: .turn)
    }
    var resource = self[request.resource]
    let documented = request.resource.documentedLimit(hasToken: request.token != nil)
    var window =
      resource.window?.current(at: now)
      ?? Window(assuming: resource.window?.limit ?? documented, of: request.resource, from: now)
    window.take()
    resource.window = window
    let isRefused = resource.lastRefusal.map { $0 <= now } ?? false
    resource.probe = isRefused ? now + RateLimiter.maxTurn : nil
    self[request.resource] = resource
    if request.isWrite { nextWrite = now + RateLimiter.maxTurn }
    return nil
  }

  mutating func record(
    _ report: RateLimitReport,
    for request: RateLimiter.Request,
    sent: Moment,
    at now: Moment
  ) {
    // The response to a request that was sent before the last refusal may be older than the refusal.
    let lastRefusal = resources.values.compactMap(\.lastRefusal).max()
    let isNewerThanRefusal = lastRefusal.map { sent > $0 || $0 > now } ?? true
    release(request, sent: sent, isCounted: !report.isFree, at: now)
    record(report.window, for: request, isRefused: report.refusal != nil, at: now)
    if let refusal = report.refusal {
      self[request.resource].lastRefusal = now
      if isNewerThanRefusal { refusals = min(refusals + 1, Self.maxRefusals) }
      recordPause(refusal, at: now)
    } else if !report.isServerError {
      if let refused = self[request.resource].lastRefusal, sent > refused {
        self[request.resource].lastRefusal = nil
      }
      if isNewerThanRefusal { refusals = 0 }
    }
  }

  /// Ends the turn of a request, and takes it back if GitHub does not count it.
  ///
  /// A probe goes on if the request was sent before the refusal, and so is not the probe.
  mutating func release(
    _ request: RateLimiter.Request,
    sent: Moment,
    isCounted: Bool,
    at now: Moment
  ) {
    if request.isWrite { nextWrite = now + Self.betweenWrites }
    if let refused = self[request.resource].lastRefusal, sent > refused {
      self[request.resource].probe = nil
    }
    if !isCounted { self[request.resource].window?.giveBack() }
  }

  func status(of resource: RequestResource, at now: Moment) -> RateLimiter.Status {
    var status = RateLimiter.Status()
    if let window = self[resource].window?.current(at: now), !window.isAssumed {
      (status.limit, status.remaining) = (window.limit, window.remaining)
      status.resetsIn = window.end - now
    }
    status.blockedFor = reasonToWait(for: resource, at: now).map { $0.until - now }
    return status
  }

  /// The time between two writes (GitHub's REST documentation, "Best practices").
  ///
  /// Counted from the end of one to the start of the next, so that no network delay can bring two
  /// closer together.
  private static let betweenWrites = Duration.seconds(1)

  /// Six doublings of a minute exceed an hour, which is the longest pause that GitHub has not named.
  private static let maxRefusals = 7
}

extension AccountLimits {
  private subscript(resource: RequestResource) -> Resource {
    get { resources[resource.rawValue] ?? Resource() }
    set { resources[resource.rawValue] = newValue }
  }

  private func reasonToWait(
    for resource: RequestResource,
    at now: Moment
  ) -> RateLimiter.Wait? {
    var waits: [RateLimiter.Wait] = []
    if let pause = pause?.current(at: now) {
      waits.append(RateLimiter.Wait(until: pause.end, cause: .pause))
    }
    if let window = self[resource].window?.current(at: now), window.remaining <= 0 {
      let cause: RateLimiter.Wait.Cause = window.isAssumed ? .unconfirmed : .limit(resource)
      waits.append(RateLimiter.Wait(until: window.end, cause: cause))
    }
    return waits.max { $0.until < $1.until }
  }

  /// When it is the request's turn, if another one goes first.
  private func turn(for request: RateLimiter.Request, at now: Moment) -> Moment? {
    [request.isWrite ? nextWrite : nil, self[request.resource].probe].compactMap(\.self)
      .filter { now < $0 && $0 - now <= RateLimiter.maxTurn }.max()
  }

  /// A refusal is about the resource of the request, whatever the response calls it.
  private mutating func record(
    _ reported: RateLimitReport.Window?,
    for request: RateLimiter.Request,
    isRefused: Bool,
    at now: Moment
  ) {
    guard let reported else {
      // A server without limits does not count requests: the documented numbers are dropped.
      if !isRefused, self[request.resource].window?.isAssumed == true {
        self[request.resource].window = nil
      }
      return
    }
    var named = Set([reported.resource].compactMap(\.self))
    if isRefused, reported.remaining == 0 { named.insert(request.resource) }
    for resource in named {
      var window = self[resource].window?.current(at: now) ?? Window(reported, at: now)
      window.record(reported, at: now)
      self[resource].window = window
    }
  }

  private mutating func recordPause(_ refusal: RateLimitReport.Refusal, at now: Moment) {
    let doubled = Int64(1) << Int64(max(refusals - 1, 0))
    switch refusal {
    case .retryAfter(let length): extendPause(by: max(length, .seconds(doubled)), at: now)
    // The window blocks its resource.
    case .untilReset: break
    case .unspecified, .tooLong: extendPause(by: .seconds(min(60 * doubled, 3600)), at: now)
    }
  }

  private mutating func extendPause(by length: Duration, at now: Moment) {
    pause = Window(from: now, for: length, extending: pause)
  }
}

// MARK: One window

/// The remaining requests of one resource until its reset, or a time in which nothing may be sent.
private struct Window: Sendable, Equatable {
  /// Nil if GitHub does not name it.
  private(set) var limit: Int?
  private(set) var remaining = 0
  /// When the window became known.
  private let start: Moment
  private(set) var end: Moment
  /// Whether the numbers are those of the documentation, since no response has named others yet.
  private(set) var isAssumed = false
  /// Whether a response has said that nothing is left: later ones can postpone the end, but never advance it.
  private var isClosed = false

  /// A window that begins with its first request, as GitHub's do.
  init(assuming limit: Int, of resource: RequestResource, from now: Moment) {
    (self.limit, remaining, isAssumed) = (limit, limit, true)
    (start, end) = (now, now + resource.window)
  }

  /// A window from now on; without requests, it does not end before another one without.
  init(
    remaining: Int = 0,
    of limit: Int? = nil,
    from now: Moment,
    for length: Duration,
    extending other: Self?
  ) {
    (self.remaining, self.limit, start) = (remaining, limit, now)
    isClosed = remaining == 0
    let known = other?.current(at: now)
    end = max(now + length, isClosed && known?.isClosed == true ? known?.end ?? now : now)
  }

  init(_ reported: RateLimitReport.Window, at now: Moment, extending other: Self? = nil) {
    self.init(
      remaining: reported.remaining,
      of: reported.limit,
      from: now,
      for: reported.resetsIn,
      extending: other
    )
  }

  /// The window, unless it is over.
  ///
  /// Also nil if it begins in the future or lasts longer than a day, since another clock wrote it.
  func current(at now: Moment) -> Self? {
    start <= now && now < end && end - start <= .seconds(86_400) ? self : nil
  }

  mutating func take() {
    remaining = max(remaining - 1, 0)
  }

  mutating func giveBack() {
    if !isClosed { remaining = min(remaining + 1, limit ?? remaining + 1) }
  }

  /// Records a response, which may be older than the requests reserved since.
  ///
  /// The end in a response is late by the time that the response took, so the earliest end is the most
  /// exact. A much earlier end belongs to the previous window, if that was over when this one became
  /// known. Otherwise servers disagree or the window has moved, and the newest response counts.
  mutating func record(_ reported: RateLimitReport.Window, at now: Moment) {
    let other = Self(reported, at: now, extending: self)
    if other.isClosed {
      self = other
    } else if isClosed {
      return
    } else if isAssumed {
      let taken = (limit ?? 0) - remaining
      self = other
      if let limit { remaining = min(remaining, max(limit - taken, 0)) }
    } else if other.end > end + Self.tolerance {
      self = other
    } else if other.end + Self.tolerance >= end {
      limit = reported.limit ?? limit
      remaining = min(remaining, reported.remaining)
      end = min(end, other.end)
    } else if other.end > start + Self.tolerance {
      self = other
    }
  }

  /// Ends that are closer than this belong to the same window.
  private static let tolerance = Duration.seconds(5)
}

// MARK: The shared file

extension RateLimiter {
  /// Reads what ``file(boot:)`` returns; nil for any other file.
  ///
  /// Of a file from before the last boot, only the key is used.
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

  /// The limiter as JSON for other processes; `boot` identifies the last boot of the machine.
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

  /// A later version has another name too, so that programs of both versions can run.
  private static let fileVersion = 2
}

extension AccountLimits {
  fileprivate init?(_ json: JSONElement) {
    guard let lastUse = Moment(json["lastUse"]), let refusals = json["refusals"]?.integer,
      let resources = json["resources"]?.members
    else { return nil }
    self.init(at: lastUse)
    self.refusals = min(max(refusals, 0), Self.maxRefusals)
    for resource in resources { self.resources[resource.name] = Resource(resource.value) }
    pause = Window(json["pause"])
    nextWrite = Moment(json["nextWrite"])
  }

  var json: JSONValue {
    [
      "resources": .object(resources.map { ($0.key, $0.value.json) }),
      "refusals": .number(refusals), "lastUse": lastUse.json, "pause": pause?.json ?? .null,
      "nextWrite": nextWrite?.json ?? .null,
    ]
  }
}

extension AccountLimits.Resource {
  init(_ json: JSONElement) {
    window = Window(json["window"])
    lastRefusal = Moment(json["lastRefusal"])
    probe = Moment(json["probe"])
  }

  var json: JSONValue {
    [
      "window": window?.json ?? .null, "lastRefusal": lastRefusal?.json ?? .null,
      "probe": probe?.json ?? .null,
    ]
  }
}

extension Window {
  init?(_ json: JSONElement?) {
    guard let start = Moment(json?["start"]), let end = Moment(json?["end"]) else { return nil }
    (self.start, self.end) = (start, end)
    (isAssumed, isClosed) = (json?["isAssumed"]?.bool == true, json?["isClosed"]?.bool == true)
    limit = json?["limit"]?.integer.map { min(max($0, 1), Self.maxCount) }
    remaining = min(max(json?["remaining"]?.integer ?? 0, 0), limit ?? Self.maxCount)
  }

  private static let maxCount = 1_000_000_000

  var json: JSONValue {
    [
      "limit": .number(limit), "remaining": .number(remaining), "start": start.json,
      "end": end.json, "isAssumed": .bool(isAssumed), "isClosed": .bool(isClosed),
    ]
  }
}

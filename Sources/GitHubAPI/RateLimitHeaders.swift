import Essentials
import GitHubModel
import HTTPTypes

/// The rate limits in a response, with durations instead of dates; empty if there was no response.
struct RateLimitReport: Sendable, Equatable {
  /// The window of a resource.
  struct Window: Sendable, Equatable {
    /// The resource; nil if this program does not use it.
    var resource: RequestResource?
    /// The limit; nil if the response omits it.
    var limit: Int?
    var remaining: Int
    /// The time until the reset by GitHub's own clock, so that a wrong local clock does not matter.
    var resetsIn: Duration
  }

  /// When a refused request may be repeated.
  enum Refusal: Sendable, Equatable {
    /// After the time in `Retry-After`.
    case retryAfter(Duration)
    /// After the reset of the window.
    case untilReset
    /// Unspecified: after a minute, which doubles with each further refusal.
    case unspecified
    /// The response asks for an implausibly long wait.
    case tooLong
  }

  var window: Window?
  /// The refusal; nil if the response is not a rate limit refusal.
  var refusal: Refusal?
  /// Whether there was a server error or no response, so that an earlier refusal may still apply.
  var isFailure = false
  /// Whether GitHub counts the request: not after a 304, or if no byte was sent.
  var isCounted = true
}

/// Parses the header fields about rate limits (GitHub's REST documentation on rate limits).
enum RateLimitHeaders {
  /// The rate limit as sent by GitHub; nil if a field is missing or not a number.
  static func rateLimit(_ fields: HTTPFields) -> RateLimit? {
    guard let limit = count(fields[.rateLimit]), let remaining = count(fields[.rateLimitRemaining]),
      let reset = count(fields[.rateLimitReset])
    else { return nil }
    return RateLimit(
      resource: fields[.rateLimitResource] ?? RequestResource.core.rawValue,
      limit: limit,
      remaining: remaining,
      reset: Date(timeIntervalSince1970: Double(reset))
    )
  }

  /// Whether the fields of a 403 mean an exceeded rate limit rather than a missing permission.
  ///
  /// A request whose message denies access may have been the last one in its window.
  static func isRateLimit(_ fields: HTTPFields, isAboutAccess: Bool) -> Bool {
    fields[.retryAfter] != nil || count(fields[.rateLimitRemaining]) == 0 && !isAboutAccess
  }

  /// The rate limits in a response.
  ///
  /// - Parameters:
  ///   - response: The status and the header fields.
  ///   - expected: The resource that the request counts against, according to its path.
  ///   - isRefused: Whether the response is a rate limit refusal.
  ///   - date: The substitute for a missing `Date` field.
  /// - Returns: The window and the refusal, if there are any.
  static func report(
    _ response: HTTPResponse,
    expected: RequestResource,
    isRefused: Bool,
    date: Date
  ) -> RateLimitReport {
    let fields = response.headerFields
    let window = window(fields, expected: expected, date: date)
    return RateLimitReport(
      window: window,
      refusal: isRefused ? refusal(fields, hasWindow: window != nil, date: date) : nil,
      isFailure: response.status.isTransient,
      isCounted: response.status != .notModified
    )
  }

  /// The wait in `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
  ///
  /// At least a second, even if the field is 0; nil for a past date.
  static func retryAfter(_ fields: HTTPFields, date: Date) -> Duration? {
    guard let text = fields[.retryAfter],
      let seconds = seconds(text) ?? HTTPDate.seconds(text).map({ $0 - now(fields, date) }),
      seconds >= 0
    else { return nil }
    return .seconds(max(seconds, 1))
  }

  /// A number of any length; `Int.max` if it does not fit.
  private static func seconds(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return count(text) ?? .max
  }

  /// The maximum wait, a day; a longer one is a mistake.
  private static let maxRetryAfter = Duration.seconds(86_400)

  /// The maximum window: an hour, which is GitHub's longest, and a minute; a later reset is
  /// ignored.
  private static let maxWindow = 3600 + 60

  /// The maximum number of seconds by which a reset may have passed when its response arrives.
  private static let maxLateness = 5

  private static func window(
    _ fields: HTTPFields,
    expected: RequestResource,
    date: Date
  ) -> RateLimitReport.Window? {
    guard let remaining = count(fields[.rateLimitRemaining]),
      let reset = count(fields[.rateLimitReset])
    else { return nil }
    let seconds = reset - now(fields, date)
    guard (-maxLateness...maxWindow).contains(seconds) else { return nil }
    let name = fields[.rateLimitResource]
    // A limit of 0, or below the remaining requests, is a mistake.
    let limit = count(fields[.rateLimit]).flatMap { $0 >= max(remaining, 1) ? $0 : nil }
    return RateLimitReport.Window(
      resource: name == nil ? expected : name.flatMap(RequestResource.init),
      limit: limit,
      remaining: remaining,
      resetsIn: .seconds(max(seconds, 1))
    )
  }

  private static func refusal(
    _ fields: HTTPFields,
    hasWindow: Bool,
    date: Date
  ) -> RateLimitReport.Refusal {
    if let length = retryAfter(fields, date: date) {
      return length > maxRetryAfter ? .tooLong : .retryAfter(length)
    }
    guard count(fields[.rateLimitRemaining]) == 0 else { return .unspecified }
    if hasWindow { return .untilReset }
    guard let reset = seconds(fields[.rateLimitReset]) else { return .unspecified }
    return reset > now(fields, date) + maxWindow ? .tooLong : .unspecified
  }

  /// GitHub's time in seconds since 1970, which resets are relative to.
  private static func now(_ fields: HTTPFields, _ date: Date) -> Int {
    fields[.date].flatMap(HTTPDate.seconds)
      ?? Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
  }

  /// A number of up to 12 digits, enough for every count and date in seconds.
  private static func count(_ text: String?) -> Int? {
    guard let text, (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    return Int(text)
  }
}

/// The resources with separate rate limits that this program uses.
package enum RequestResource: String, Sendable, CaseIterable {
  case core
  case search
  case graphql

  /// The resource that a request counts against, by the first segment of its path.
  ///
  /// Nil for `GET /rate_limit`, which GitHub does not count (GitHub's REST documentation on rate
  /// limits): it shows the limits even if they are used up.
  init?(path: [String]) {
    if path == ["rate_limit"] { return nil }
    self = path.first.flatMap(Self.init) ?? .core
  }

  /// The length of the window (GitHub's REST documentation on rate limits).
  var window: Duration {
    switch self {
    case .search: .seconds(60)
    case .core, .graphql: .seconds(3600)
    }
  }

  /// The documented number of requests per window, used until a response reports the limit.
  package func documentedLimit(hasToken: Bool) -> Int {
    switch self {
    case .search: hasToken ? 30 : 10
    case .core, .graphql: hasToken ? 5000 : 60
    }
  }
}

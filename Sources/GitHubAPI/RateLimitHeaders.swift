import Essentials
import GitHubModel
import HTTPTypes

/// The rate limits in one response, with durations in place of dates; empty if there was none.
struct RateLimitReport: Sendable, Equatable {
  /// The window of a resource.
  struct Window: Sendable, Equatable {
    /// Nil for a resource that this program does not use.
    var resource: RequestResource?
    /// Nil if the response does not name it.
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
    /// The response does not say: after a minute, which doubles with each further refusal.
    case unspecified
    /// The response asks for an implausibly long wait.
    case tooLong
  }

  var window: Window?
  /// Nil if the response does not refuse the request for a rate limit.
  var refusal: Refusal?
  /// Whether there was a server error or no response, which does not show that an earlier refusal is over.
  var isFailure = false
  /// Whether GitHub counts the request: not if nothing has changed (304), or if no byte of it was sent.
  var isCounted = true
}

/// Reads the header fields about rate limits (GitHub's REST documentation on rate limits).
enum RateLimitHeaders {
  /// The rate limit as GitHub sends it; nil if a field is missing or not a number.
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

  /// Whether the fields of a 403 say that a rate limit was exceeded, rather than that a permission is
  /// missing.
  ///
  /// A request that its message refuses for lack of access may have been the last one of its window.
  static func isRateLimit(_ fields: HTTPFields, isAboutAccess: Bool) -> Bool {
    fields[.retryAfter] != nil || count(fields[.rateLimitRemaining]) == 0 && !isAboutAccess
  }

  /// The rate limits in a response.
  ///
  /// - Parameters:
  ///   - response: The status and the header fields.
  ///   - expected: The resource that the request counts against by its path.
  ///   - isRefused: Whether the response refuses for a rate limit.
  ///   - date: Used in place of a missing `Date` field.
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

  /// The wait in `Retry-After`, which is in seconds or a date (RFC 9110, section 10.2.3).
  ///
  /// At least a second, even if the field is 0; nil for a date in the past.
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

  /// A day; a longer wait is a mistake.
  private static let maxRetryAfter = Duration.seconds(86_400)

  /// An hour, which is GitHub's longest window, and a minute; a later reset is ignored.
  private static let maxWindow = 3600 + 60

  /// In seconds: a response from the end of a window may say that the reset is just over.
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
    // A limit of 0, or below what remains, is a mistake.
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

  /// The time by GitHub's clock in seconds since 1970, which resets are relative to.
  private static func now(_ fields: HTTPFields, _ date: Date) -> Int {
    fields[.date].flatMap(HTTPDate.seconds)
      ?? Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
  }

  /// A number of up to 12 digits, which is enough for every count and every date in seconds.
  private static func count(_ text: String?) -> Int? {
    guard let text, (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    return Int(text)
  }
}

/// The resources whose rate limits GitHub counts separately, as far as this program uses them.
package enum RequestResource: String, Sendable, CaseIterable {
  case core
  case search
  case graphql

  /// The resource that a request counts against, by the first segment of its path.
  ///
  /// Nil for `GET /rate_limit`, which GitHub does not count (GitHub's REST documentation on rate limits): it
  /// shows the limits even when nothing is left.
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

  /// The requests of a window according to GitHub's documentation, for use until a response names the limit.
  package func documentedLimit(hasToken: Bool) -> Int {
    switch self {
    case .search: hasToken ? 30 : 10
    case .core, .graphql: hasToken ? 5000 : 60
    }
  }
}

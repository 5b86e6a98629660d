import GitHubModel
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an answer's fields say of GitHub's limits (GitHub's REST documentation on rate limits).
enum RateLimitHeaders {
  /// The budget as GitHub has it, or nil where a field is missing or no number.
  static func budget(_ fields: HTTPFields) -> RateLimit? {
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

  /// Tells a 403 that is a limit from one that is a refusal.
  static func isLimit(_ fields: HTTPFields, message: String?) -> Bool {
    if fields[.retryAfter] != nil || count(fields[.rateLimitRemaining]) == 0 { return true }
    let text = message?.lowercased() ?? ""
    // The second is how GitHub called its secondary limit in former years.
    return text.contains("rate limit") || text.contains("abuse detection")
  }

  /// What the answer says; `expected` is the budget that the call is counted against by its path.
  ///
  /// `date` stands in for an answer without a `Date` field of its own.
  static func report(
    _ fields: HTTPFields,
    expected: RequestResource,
    isRefused: Bool,
    date: Date
  ) -> RateLimitReport {
    let budget = budget(fields, expected: expected, date: date)
    let refusal = isRefused ? refusal(fields, hasBudget: budget != nil, date: date) : nil
    return RateLimitReport(budget: budget, refusal: refusal)
  }

  /// What `Retry-After` asks for, if that makes any sense: seconds, or a date (RFC 9110, 10.2.3).
  ///
  /// Told as 0 it still means a moment's rest.
  static func retryAfter(_ fields: HTTPFields, date: Date) -> Duration? {
    guard let seconds = secondsToWait(fields, date), (0...longestRetryAfter).contains(seconds)
    else { return nil }
    return .seconds(max(seconds, 1))
  }

  private static func secondsToWait(_ fields: HTTPFields, _ date: Date) -> Int? {
    guard let text = fields[.retryAfter] else { return nil }
    return seconds(text) ?? HTTPDate.seconds(text).map { $0 - now(fields, date) }
  }

  /// A number of any length; what no machine can count is far off all the same.
  private static func seconds(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return count(text) ?? .max
  }

  /// A day, in seconds: whatever is longer is a mistake.
  private static let longestRetryAfter = 86_400

  /// GitHub's longest window is an hour; a reset beyond it, or in the past, says nothing.
  private static let longestWindow = 3600 + 60

  private static func budget(
    _ fields: HTTPFields,
    expected: RequestResource,
    date: Date
  ) -> RateLimitReport.Budget? {
    guard let remaining = count(fields[.rateLimitRemaining]),
      let reset = count(fields[.rateLimitReset])
    else { return nil }
    let seconds = reset - now(fields, date)
    guard (1...longestWindow).contains(seconds) else { return nil }
    let name = fields[.rateLimitResource]
    return RateLimitReport.Budget(
      resource: name == nil ? expected : name.flatMap(RequestResource.init),
      limit: count(fields[.rateLimit]) ?? remaining,
      remaining: remaining,
      resetsIn: .seconds(seconds)
    )
  }

  private static func refusal(
    _ fields: HTTPFields,
    hasBudget: Bool,
    date: Date
  ) -> RateLimitReport.Refusal {
    if let pause = retryAfter(fields, date: date) { return .waitFor(pause) }
    if let seconds = secondsToWait(fields, date), seconds > longestRetryAfter {
      return .unbelievable
    }
    guard count(fields[.rateLimitRemaining]) == 0 else { return .unspoken }
    if hasBudget { return .budgetEmpty }
    guard let reset = seconds(fields[.rateLimitReset]) else { return .unspoken }
    return reset > now(fields, date) + longestWindow ? .unbelievable : .unspoken
  }

  /// GitHub's own time, in whole seconds, which every reset counts from.
  private static func now(_ fields: HTTPFields, _ date: Date) -> Int {
    fields[.date].flatMap(HTTPDate.seconds)
      ?? Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
  }

  /// Up to 12 digits, which every count and every second to come fits in.
  private static func count(_ text: String?) -> Int? {
    guard let text, (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    return Int(text)
  }
}

import GitHubModel
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an answer's fields say of GitHub's limits (GitHub's REST documentation on rate limits).
enum RateLimitHeaders {
  /// The budget that the call was counted against, or nil where a field is missing or no number.
  static func budget(_ fields: HTTPFields) -> RateLimit? {
    guard let limit = count(fields[.rateLimit]), let remaining = count(fields[.rateLimitRemaining]),
      let reset = resetDate(fields)
    else { return nil }
    let resource = fields[.rateLimitResource] ?? "core"
    return RateLimit(resource: resource, limit: limit, remaining: remaining, reset: reset)
  }

  /// Tells a 403 that is a limit from one that is a refusal.
  static func isLimit(_ fields: HTTPFields, message: String?) -> Bool {
    if fields[.retryAfter] != nil || count(fields[.rateLimitRemaining]) == 0 { return true }
    let text = message?.lowercased() ?? ""
    // The second is how GitHub called its secondary limit in former years.
    return text.contains("rate limit") || text.contains("abuse detection")
  }

  /// When to try again: `retry-after`, else the reset of a used-up budget, else nil.
  ///
  /// Both are told in GitHub's own time, which its `Date` field starts from.
  static func retryDate(_ fields: HTTPFields) -> Date? {
    if let seconds = count(fields[.retryAfter]), seconds <= longestWait {
      return now(fields).addingTimeInterval(Double(seconds))
    }
    return count(fields[.rateLimitRemaining]) == 0 ? resetDate(fields) : nil
  }

  /// A day, in seconds: whatever is longer is a mistake.
  private static let longestWait = 86_400

  private static func resetDate(_ fields: HTTPFields) -> Date? {
    count(fields[.rateLimitReset]).map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static func now(_ fields: HTTPFields) -> Date {
    fields[.date].flatMap(HTTPDate.parse) ?? Date()
  }

  /// Up to 12 digits, which every count and every second to come fits in.
  private static func count(_ text: String?) -> Int? {
    guard let text, (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    return Int(text)
  }
}

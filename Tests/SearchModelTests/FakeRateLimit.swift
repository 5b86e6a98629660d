import Foundation
import SearchModel

/// GitHub's rate limit for searches: a maximum number in any sixty seconds.
struct FakeRateLimit: Sendable {
  let limit: Int
  private var sent: [Date] = []
  private var refusedUntil: Date?

  /// Creates a limit with `used` searches sent at the epoch.
  init(limit: Int = 30, used: Int = 0) {
    self.limit = limit
    sent = Array(repeating: epoch, count: used)
  }

  /// Counts a search; returns false if none was left.
  @discardableResult
  mutating func send(at now: Date) -> Bool {
    defer { sent.append(now) }
    return reading(at: now).remaining > 0
  }

  mutating func refuse(until date: Date) {
    refusedUntil = date
  }

  func reading(at now: Date) -> BudgetReading {
    let recent = sent.filter { $0 + Self.window > now }
    let refusal = refusedUntil.flatMap { $0 > now ? $0 : nil }
    let remaining = refusal == nil ? max(limit - recent.count, 0) : 0
    let oldest = recent.count >= limit ? recent[recent.count - limit] + Self.window : nil
    return BudgetReading(
      limit: limit,
      remaining: remaining,
      resumesAt: remaining == 0 ? [oldest, refusal].compactMap(\.self).max() : nil,
      isFullAt: [recent.last.map { $0 + Self.window }, refusal].compactMap(\.self).max()
    )
  }

  private static let window: TimeInterval = 60
}

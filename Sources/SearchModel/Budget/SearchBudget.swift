import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// GitHub's budget of searches, kept from this side: pure, timed by its arguments.
///
/// GitHub counts searches in windows of a minute whose start only GitHub knows. Counted here are the
/// last sixty seconds, whenever they began, so that no such window can hold too many; and what
/// GitHub says is left is believed when it is less.
package struct SearchBudget: Sendable, Hashable {
  /// Searches in a minute.
  package private(set) var limit: Int
  /// When searches were claimed, oldest first; those of the last minute.
  private var claims: [Date] = []
  private var ceiling: Ceiling?
  private var refusal: Date?
  private var refusalCount = 0

  /// What GitHub said is left until a time.
  private struct Ceiling: Sendable, Hashable {
    var remaining: Int
    var until: Date
  }

  /// - Parameter access: decides the limit until GitHub has said it.
  package init(for access: SearchAccess) {
    limit = access == .signedIn ? 30 : 10
  }

  /// Takes one search.
  package mutating func claim(at now: Date) -> BudgetClaim {
    forget(before: now)
    guard resumption(at: now) == nil else { return .denied(reading(at: now)) }
    claims.append(now)
    ceiling?.remaining -= 1
    return .granted(reading(at: now))
  }

  /// Takes in what GitHub said.
  package mutating func record(_ report: BudgetReport, at now: Date) {
    forget(before: now)
    switch report {
    case .rateLimit(let rateLimit): accept(rateLimit, at: now)
    case .refused(let until): refuse(until: until, at: now)
    case .silent: refusalCount = 0
    }
  }

  package func reading(at now: Date) -> BudgetReading {
    var current = self
    current.forget(before: now)
    return BudgetReading(
      limit: limit,
      remaining: current.remaining,
      resumesAt: current.resumption(at: now),
      isFullAt: [
        current.claims.last.map { $0 + Self.window }, current.ceiling?.until, current.refusal,
      ]
      .compactMap(\.self).max()
    )
  }

  /// GitHub's window, in seconds (GitHub's REST documentation on rate limits).
  package static let window: TimeInterval = 60
  /// The longest wait that a row of refusals without a time leads to, in seconds.
  private static let longestRefusal: TimeInterval = 960
}

extension SearchBudget {
  private var remaining: Int {
    guard refusal == nil else { return 0 }
    return max(0, min(limit - claims.count, ceiling?.remaining ?? limit))
  }

  /// When one is to be had again; nil when one is to be had now.
  private func resumption(at now: Date) -> Date? {
    guard remaining == 0 else { return nil }
    let isSpent = claims.count >= limit
    let oldest = isSpent ? claims[claims.count - max(limit, 1)] + Self.window : nil
    let told = (ceiling?.remaining ?? 1) <= 0 ? ceiling?.until : nil
    return [oldest, told, refusal].compactMap(\.self).max() ?? now + Self.window
  }

  /// Drops what is over, and what a clock that was set back makes impossible.
  private mutating func forget(before now: Date) {
    claims = claims.map { min($0, now) }.filter { $0 + Self.window > now }
    if let current = ceiling {
      ceiling?.until = min(current.until, now + Self.window)
      if current.until <= now { ceiling = nil }
    }
    if let until = refusal, until <= now { refusal = nil }
  }

  /// Within a window the smaller number holds: answers may arrive out of order.
  private mutating func accept(_ rateLimit: RateLimit, at now: Date) {
    refusalCount = 0
    limit = max(rateLimit.limit, 1)
    let isPlausible = rateLimit.reset > now && rateLimit.reset <= now + Self.window
    let until = isPlausible ? rateLimit.reset : now + Self.window
    let before = ceiling?.remaining ?? rateLimit.remaining
    ceiling = Ceiling(remaining: min(before, rateLimit.remaining), until: until)
  }

  /// A minute when GitHub does not say how long, twice as long each time in a row.
  private mutating func refuse(until: Date?, at now: Date) {
    let backoff = min(Self.window * Double(1 << min(refusalCount, 8)), Self.longestRefusal)
    refusalCount += 1
    let told = until.flatMap { $0 > now ? $0 : nil }
    refusal = max(told ?? now + backoff, refusal ?? now)
  }
}

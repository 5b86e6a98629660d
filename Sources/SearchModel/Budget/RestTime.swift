#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long a query rests before it is worth a search.
enum RestTime {
  /// While there is plenty.
  static let shortest = Duration.milliseconds(250)
  /// However little is left.
  static let longest = Duration.seconds(2)

  /// Stretches as the budget shrinks: the shortest down to half of it, then inversely to the rest.
  static func typing(_ reading: BudgetReading?, at now: Date) -> Duration {
    guard let reading else { return shortest }
    let left = max(reading.remaining(at: now), 1)
    let stretch = max(1, Double(reading.limit) / Double(2 * left))
    return min(shortest * stretch, longest)
  }
}

extension BudgetReading {
  /// What is left at a later time, if nobody took any.
  func remaining(at now: Date) -> Int {
    if let isFullAt, isFullAt <= now { return limit }
    if let resumesAt, resumesAt <= now { return max(remaining, 1) }
    return remaining
  }

  /// How long until a search may leave; zero when one may now.
  func wait(at now: Date) -> Duration {
    guard remaining(at: now) == 0, let resumesAt else { return .zero }
    return .wait(from: now, until: resumesAt)
  }
}

extension Duration {
  /// Whole milliseconds, the last one begun included; a microsecond is no more than rounding.
  static func wait(from now: Date, until date: Date) -> Duration {
    let seconds = min(max(date.timeIntervalSince(now), 0), 86_400)
    return .milliseconds(Int((seconds * 1_000 - 0.001).rounded(.up)))
  }
}

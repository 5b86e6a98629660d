package import Essentials

/// A duration as users type it: `30s`, `10m`, `1h`, `7d`, `2w`, `3mo` or `2y`.
package struct TimeSpan: Hashable, Sendable {
  /// Its length in seconds, with months of 30 days and years of 365.
  package let seconds: TimeInterval
  /// The number of calendar months; 0 for smaller units.
  private let months: Int
  /// Whether its unit is a day or longer.
  package let isInDays: Bool

  /// Parses a whole number and a unit, which may be spelled out, as in `90days`; nil for anything
  /// else.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text[digits.endIndex...].lowercased()
    guard let count = Int(digits), count <= Self.maxCount,
      let unit = Self.units.first(where: { $0.names.contains(name) })
    else { return nil }
    self.init(count, of: unit.seconds, months: unit.months)
  }

  package static let week = Self(7, of: day)
  package static let month = Self(30, of: day)
  package static let halfYear = Self(6, of: 30 * day, months: 1)
  package static let year = Self(1, of: 365 * day, months: 12)

  private init(_ count: Int, of seconds: Int, months: Int = 0) {
    self.seconds = TimeInterval(count * seconds)
    self.months = count * months
    isInDays = seconds >= Self.day
  }

  /// The date this much earlier, using UTC's calendar for months and years.
  package func before(_ date: Date) -> Date {
    guard months > 0 else { return date.addingTimeInterval(-seconds) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: -months, to: date)
      ?? date.addingTimeInterval(-seconds)
  }

  /// The maximum count; larger ones are typos, and could overflow a calendar.
  private static let maxCount = 10_000

  /// The length of a day in seconds.
  private static let day = 86_400

  private static let units: [(names: Set<String>, seconds: Int, months: Int)] = [
    (["s", "second", "seconds"], 1, 0),
    (["m", "min", "minute", "minutes"], 60, 0),
    (["h", "hour", "hours"], 3_600, 0),
    (["d", "day", "days"], day, 0),
    (["w", "week", "weeks"], 7 * day, 0),
    (["mo", "month", "months"], 30 * day, 1),
    (["y", "year", "years"], 365 * day, 12),
  ]
}

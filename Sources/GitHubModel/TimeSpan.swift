package import Essentials

/// A length of time as users type it: `30s`, `10m`, `1h`, `7d`, `2w`, `3mo` or `2y`.
package struct TimeSpan: Hashable, Sendable {
  private enum Unit: Int, Comparable {
    case second, minute, hour, day, week, month, year

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private let count: Int
  private let unit: Unit

  /// Reads a whole number and a unit, which may also be written out, as in `90days`; nil for anything else.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= Self.maxCount,
      let unit = Self.units[text[digits.endIndex...].lowercased()]
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  package static let week = Self(count: 7, unit: .day)
  package static let month = Self(count: 30, unit: .day)
  package static let halfYear = Self(count: 6, unit: .month)
  package static let year = Self(count: 1, unit: .year)

  private init(count: Int, unit: Unit) { (self.count, self.unit) = (count, unit) }

  /// Whether its unit is a day or longer.
  package var isInDays: Bool { unit >= .day }

  /// Its length, with months of 30 days and years of 365.
  package var seconds: TimeInterval {
    let unit: TimeInterval =
      switch unit {
      case .second: 1
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      case .week: 7 * 86_400
      case .month: 30 * 86_400
      case .year: 365 * 86_400
      }
    return TimeInterval(count) * unit
  }

  /// The date that is this much earlier, by the calendar of UTC for months and years.
  package func before(_ date: Date) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let component: Calendar.Component? =
      switch unit {
      case .month: .month
      case .year: .year
      case .second, .minute, .hour, .day, .week: nil
      }
    return component.flatMap { calendar.date(byAdding: $0, value: -count, to: date) }
      ?? date.addingTimeInterval(-seconds)
  }

  /// Larger counts are typing mistakes, and could overflow a calendar.
  private static let maxCount = 10_000

  private static let units: [String: Unit] = [
    "s": .second, "second": .second, "seconds": .second,
    "m": .minute, "min": .minute, "minute": .minute, "minutes": .minute,
    "h": .hour, "hour": .hour, "hours": .hour,
    "d": .day, "day": .day, "days": .day,
    "w": .week, "week": .week, "weeks": .week,
    "mo": .month, "month": .month, "months": .month,
    "y": .year, "year": .year, "years": .year,
  ]
}

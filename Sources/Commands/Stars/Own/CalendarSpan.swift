import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A span of the calendar, as in `24months`.
struct CalendarSpan: ExpressibleByArgument {
  private let count: Int
  private let unit: Calendar.Component

  /// A whole number from 1 and a unit: days, weeks, months or years, also as `d`, `w`, `mo`, `y`.
  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let name = argument[digits.endIndex...].lowercased()
    guard let count = Int(digits), (1...10_000).contains(count), let unit = Self.units[name] else {
      return nil
    }
    (self.count, self.unit) = (count * unit.size, unit.component)
  }

  /// So long before the date, by the calendar of UTC.
  func before(_ date: Date) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: unit, value: -count, to: date)
  }

  private static let units: [String: (component: Calendar.Component, size: Int)] = [
    "d": (.day, 1), "day": (.day, 1), "days": (.day, 1),
    "w": (.day, 7), "week": (.day, 7), "weeks": (.day, 7),
    "mo": (.month, 1), "month": (.month, 1), "months": (.month, 1),
    "y": (.year, 1), "year": (.year, 1), "years": (.year, 1),
  ]
}

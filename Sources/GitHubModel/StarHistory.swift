package import Essentials

/// The stars that a repository gained in one week and still has.
package struct StarWeek: Sendable, Hashable {
  /// When the week starts, in seconds since 1970.
  package let start: Int
  /// The stars of each day, including days still to come.
  package let days: [Int]

  package init(start: Int, days: [Int]) {
    (self.start, self.days) = (start, days)
  }

  /// The number of its first day since 1970, and the offset of that day's start from UTC's, in
  /// seconds.
  ///
  /// The nearest day is the right one, since no time zone is more than 14 hours from UTC, and
  /// servers use none beyond 12.
  fileprivate var place: (day: Int, offset: Int) {
    let day = Self.quotient(start + 43_200, 86_400)
    return (day, start - day * 86_400)
  }

  /// Integer division, rounded down.
  fileprivate static func quotient(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// The stars that a repository still has, by the day they were given.
///
/// Unstarring removes a star from the day it was given, so a sum is not a historical star count.
/// The days are the server's, which need not start with UTC's. Only complete days count.
package struct StarHistory: Sendable, Hashable {
  /// The number of the first day since 1970.
  private let firstDay: Int
  /// The stars of each day, up to yesterday.
  private let counts: [Int]
  /// Whether the repository had no stars before the first day.
  package let isComplete: Bool
  /// The day of the week on which the server's weeks start, as a day number modulo 7.
  private let weekBegin: Int

  /// Creates a history from the weeks of one or more pages, in any order; duplicate days count
  /// once.
  ///
  /// Missing weeks had no stars. `isComplete` is whether the weeks start with the first star.
  package init(_ weeks: [StarWeek], isComplete: Bool, now: Date) {
    let today = Self.today(weeks, now: now)
    var byDay: [Int: Int] = [:]
    for week in weeks {
      for (index, count) in week.days.prefix(7).enumerated() {
        let day = week.place.day + index
        if day < today, byDay[day] == nil { byDay[day] = min(max(count, 0), Self.maxCount) }
      }
    }
    let first = byDay.keys.min() ?? today
    firstDay = first
    counts = (first..<today).map { byDay[$0] ?? 0 }
    self.isComplete = isComplete
    weekBegin = weeks.first.map { StarWeek.weekday($0.place.day) } ?? 0
  }

  /// The maximum per day, above that of any repository; sums do not overflow.
  private static let maxCount = 1 << 32

  /// The server's day at a time, as a number since 1970.
  package static func today(_ weeks: [StarWeek], now: Date) -> Int {
    let seconds = Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
    let newest = weeks.max { $0.start < $1.start }
    return StarWeek.quotient(seconds - (newest?.place.offset ?? 0), 86_400)
  }

  /// The number of days read.
  package var dayCount: Int { counts.count }

  /// The day after the last one that counts.
  private var today: Int { firstDay + counts.count }

  /// The stars of the last whole days; nil if not all were read.
  package func gained(days: Int) -> Int? {
    guard isComplete || counts.count >= days else { return nil }
    return counts.suffix(days).reduce(0, +)
  }

  /// The stars of the last periods of seven whole days, oldest first; those before the first star
  /// are 0.
  package func weeks(_ count: Int) -> [Int] {
    (1...count).reversed().map { weeksAgo in
      counts.dropLast((weeksAgo - 1) * 7).suffix(7).reduce(0, +)
    }
  }
}

// MARK: Buckets

extension StarHistory {
  /// The length of a bucket; weeks are the server's, and months the calendar's.
  package enum Unit: String, Sendable, CaseIterable {
    case day, week, month
  }

  /// The stars of a day, a week or a month.
  package struct Bucket: Sendable, Hashable {
    /// The number of its first day since 1970.
    private let day: Int
    package fileprivate(set) var gained = 0
    /// Whether all of its days are complete.
    package fileprivate(set) var isWhole = true

    fileprivate init(day: Int) { self.day = day }

    /// Its first day, such as `2026-11-15`.
    package var start: String { Self.text(day) }

    fileprivate static func text(_ day: Int) -> String {
      String((Timestamp.text(day * 86_400) ?? "").prefix(10))
    }
  }

  /// The stars since a date, or all stars, in whole buckets; the last may be partial.
  ///
  /// The first bucket contains the date, or is the first that was read completely.
  package func buckets(_ unit: Unit, since date: Date? = nil) -> [Bucket] {
    let wanted = date.map { Int(exactly: ($0.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0 }
    var first = beginning(of: unit, with: max(wanted ?? firstDay, firstDay))
    if first < firstDay, !isComplete { first = end(of: unit, from: first) }
    var buckets: [Bucket] = []
    var end = first
    for day in first..<max(first, today) {
      if day == end {
        buckets.append(Bucket(day: day))
        end = self.end(of: unit, from: day)
      }
      buckets[buckets.count - 1].gained += day < firstDay ? 0 : counts[day - firstDay]
    }
    if let last = buckets.indices.last { buckets[last].isWhole = end == today }
    return buckets
  }

  /// The last day that counts, such as `2026-11-22`; nil if there is none.
  package var lastDay: String? { counts.isEmpty ? nil : Bucket.text(today - 1) }

  private func beginning(of unit: Unit, with day: Int) -> Int {
    switch unit {
    case .day: day
    case .week: day - StarWeek.weekday(day - weekBegin)
    case .month: day - (CivilDate(daysSince1970: day)?.day ?? 1) + 1
    }
  }

  /// The day after the bucket that starts on a day.
  private func end(of unit: Unit, from day: Int) -> Int {
    switch unit {
    case .day: day + 1
    case .week: day + 7
    case .month: beginning(of: .month, with: day + 31)
    }
  }
}

extension StarWeek {
  /// A day number modulo 7, from 0 to 6.
  fileprivate static func weekday(_ day: Int) -> Int { day - quotient(day, 7) * 7 }
}

/// A summary of a star history.
package struct StarGrowth: Sendable, Hashable {
  /// The stars of the last seven whole days; nil if they were not read.
  package let week: Int?
  package let month: Int?
  package let year: Int?
  /// The last twelve periods of seven days.
  package let weeks: [Int]

  package init(_ history: StarHistory) {
    week = history.gained(days: 7)
    month = history.gained(days: 30)
    year = history.gained(days: 365)
    weeks = history.weeks(12)
  }
}

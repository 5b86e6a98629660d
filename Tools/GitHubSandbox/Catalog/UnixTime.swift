import GitHubModel

/// A moment in whole seconds since 1970-01-01T00:00:00Z, always UTC.
package struct UnixTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Midnight of a calendar day, which must exist; `month` and `day` count from 1.
  package init(year: Int, month: Int, day: Int) {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      preconditionFailure("there is no such day")
    }
    self.init(seconds: date.daysSince1970 * Self.secondsPerDay)
  }

  /// Parses `YYYY-MM-DD`, alone or followed by `THH:MM:SS` and `Z` or `±HH:MM`.
  package init?(iso8601 text: String) {
    let time = text.contains("T") ? text : "\(text)T00:00:00Z"
    guard let seconds = Timestamp.seconds(time) else { return nil }
    self.init(seconds: seconds)
  }

  package static let secondsPerDay = 86_400

  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  package func advanced(by seconds: Int) -> Self { Self(seconds: self.seconds + seconds) }

  /// Days since 1970-01-01, rounded down.
  var days: Int {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: Self.secondsPerDay)
    return rest < 0 ? days - 1 : days
  }

  /// `2026-08-22T03:22:48Z`, as in GitHub's bodies.
  package var iso8601: String { Timestamp.text(seconds) ?? "" }

  /// `Sat, 22 Aug 2026 03:22:48 GMT`, as in the `Date` header (RFC 9110, 5.6.7).
  package var httpDate: String {
    guard let date = CivilDate(daysSince1970: days) else { return "" }
    let weekday = Self.weekdays[((days % 7) + 7 + 4) % 7]
    let (day, time) = (iso8601.prefix(10).suffix(2), iso8601.dropFirst(11).prefix(8))
    return "\(weekday), \(day) \(Self.months[date.month - 1]) \(date.year) \(time) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

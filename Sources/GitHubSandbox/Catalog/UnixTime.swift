/// A moment in whole seconds since 1970-01-01T00:00:00Z.
///
/// Proleptic Gregorian calendar, no leap seconds, always UTC: GitHub's dates need no more. The
/// calendar arithmetic follows https://howardhinnant.github.io/date_algorithms.html.
package struct UnixTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int

  /// Creates a moment.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Midnight of a calendar day; `month` and `day` count from 1.
  package init(year: Int, month: Int, day: Int) {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    seconds = (era * 146_097 + dayOfEra - 719_468) * Self.secondsPerDay
  }

  /// The length of a day.
  package static let secondsPerDay = 86_400

  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  /// The moment `seconds` later.
  package func advanced(by seconds: Int) -> Self { Self(seconds: self.seconds + seconds) }

  /// Days since 1970-01-01, rounded down.
  var days: Int {
    (seconds - secondsOfDay) / Self.secondsPerDay
  }

  private var secondsOfDay: Int {
    let rest = seconds % Self.secondsPerDay
    return rest < 0 ? rest + Self.secondsPerDay : rest
  }

  private var calendarDay: (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private var clock: String {
    let (minutes, second) = secondsOfDay.quotientAndRemainder(dividingBy: 60)
    return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60)):\(twoDigits(second))"
  }

  /// `2026-08-22T03:22:48Z`, as in GitHub's bodies.
  package var iso8601: String {
    let (year, month, day) = calendarDay
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))T\(clock)Z"
  }

  /// `Sat, 22 Aug 2026 03:22:48 GMT`, as in the `Date` header (RFC 9110, 5.6.7).
  package var httpDate: String {
    let (year, month, day) = calendarDay
    let weekday = Self.weekdays[((days % 7) + 7 + 4) % 7]
    return "\(weekday), \(twoDigits(day)) \(Self.months[month - 1]) \(year) \(clock) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

extension UnixTime {
  /// Parses `YYYY-MM-DD`, alone or followed by `THH:MM[:SS]` and `Z` or `±HH:MM`.
  ///
  /// Nil for everything else, including days and hours that do not exist.
  package init?(iso8601 text: some StringProtocol) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = Self.midnight(of: parts[0]) else { return nil }
    guard parts.count == 2 else {
      self = day
      return
    }
    guard let seconds = Self.secondsOfDay(in: parts[1]) else { return nil }
    self = day.advanced(by: seconds)
  }

  private static func midnight(of text: some StringProtocol) -> UnixTime? {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].utf8.count == 4, let year = digits(fields[0]),
      fields[1].utf8.count == 2, let month = digits(fields[1]), (1...12).contains(month),
      fields[2].utf8.count == 2, let day = digits(fields[2]), (1...31).contains(day)
    else { return nil }
    let time = UnixTime(year: year, month: month, day: day)
    return time.iso8601.hasPrefix(String(text)) ? time : nil
  }

  private static func secondsOfDay(in text: some StringProtocol) -> Int? {
    let zoneStart = text.firstIndex { "Z+-".contains($0) } ?? text.endIndex
    let fields = text[..<zoneStart].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let hour = digits(fields[0]), hour < 24,
      let minute = digits(fields[1]), minute < 60,
      let second = fields.count == 3 ? digits(fields[2]) : 0, second < 61,
      let offset = offset(in: text[zoneStart...])
    else { return nil }
    return hour * 3_600 + minute * 60 + second - offset
  }

  private static func offset(in zone: some StringProtocol) -> Int? {
    guard let sign = zone.first, sign != "Z" else { return zone.count <= 1 ? 0 : nil }
    let fields = zone.dropFirst().split(separator: ":")
    guard fields.count == 2, let hour = digits(fields[0]), let minute = digits(fields[1]) else {
      return nil
    }
    return (sign == "-" ? -1 : 1) * (hour * 3_600 + minute * 60)
  }

  private static func digits(_ text: some StringProtocol) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}

package import Essentials

/// Reads and writes dates with times as GitHub does (RFC 3339).
package enum Timestamp {
  /// The seconds since 1970 of a date such as `2015-10-23T21:15:07Z`, without fractions.
  ///
  /// Returns nil for anything else, including days that do not exist.
  package static func seconds(_ text: String) -> Int? {
    var reader = TimestampReader(text)
    guard let day = reader.day(), reader.skip("T"), let time = reader.timeOfDay(),
      reader.skipFraction(), let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    return day.daysSince1970 * 86_400 + time - offset
  }

  /// A date such as `2015-10-23T21:15:07Z`; nil before the year 1 and after 9999.
  package static func text(_ seconds: Int) -> String? {
    let days = seconds.quotientAndRemainder(dividingBy: 86_400)
    let time = days.remainder < 0 ? days.remainder + 86_400 : days.remainder
    guard let day = CivilDate(daysSince1970: days.remainder < 0 ? days.quotient - 1 : days.quotient)
    else { return nil }
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: count - text.count) + text
    }
    let date = "\(digits(day.year, 4))-\(digits(day.month))-\(digits(day.day))"
    return "\(date)T\(digits(time / 3600)):\(digits(time / 60 % 60)):\(digits(time % 60))Z"
  }
}

/// Reads the parts of a date with a time, in order.
private struct TimestampReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Reads a day such as `2015-10-23`.
  mutating func day() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads a time such as `21:15:07`; a minute may have a leap second.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Skips a fraction such as `.123`, if any; returns false for a dot without digits.
  mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    guard digit() != nil else { return false }
    while digit() != nil {}
    return true
  }

  /// Reads the offset `Z` or `+02:00` in seconds, positive to the east.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2), skip(":"),
      let minutes = number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Reads a number with exactly this many digits.
  private mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func digit() -> Int? {
    guard !isAtEnd, 48...57 ~= bytes[position] else { return nil }
    position += 1
    return Int(bytes[position - 1]) - 48
  }
}

extension CivilDate {
  /// Parses a day such as `2015-10-23`.
  init?(_ text: Substring) {
    var reader = TimestampReader(text)
    guard let day = reader.day(), reader.isAtEnd else { return nil }
    self = day
  }
}

/// A day of the Gregorian calendar.
package struct CivilDate: Sendable, Hashable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a day; nil if it does not exist, such as February 30, or outside the years 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The days since January 1, 1970; negative before it.
  ///
  /// Uses Howard Hinnant's algorithm (howardhinnant.github.io/date_algorithms.html), in which years
  /// start in March.
  package var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Creates the day this many days after January 1, 1970, by the same algorithm; nil outside those
  /// years.
  package init?(daysSince1970 days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension Timestamp {
  /// ISO 8601 in UTC, such as `2026-07-14T19:25:58Z`, as GitHub writes dates.
  ///
  /// Foundation formats only years out of range, since it would first load its time zones.
  package static func text(_ date: Date) -> String {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap { text($0) }
      ?? date.formatted(.iso8601)
  }
}

extension Date {
  /// The day in UTC, such as `2015-10-23`.
  package var day: String {
    let seconds = Int(exactly: timeIntervalSince1970.rounded(.down))
    return seconds.flatMap(Timestamp.text).map { String($0.prefix(10)) } ?? ""
  }
}

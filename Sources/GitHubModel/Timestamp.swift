/// Points in time as GitHub writes them (RFC 3339).
package enum Timestamp {
  /// Seconds since 1970 of `2015-10-23T21:15:07Z`, fractions left out; nil for anything else, a day
  /// that no month has included.
  package static func seconds(_ text: String) -> Int? {
    var reader = TimestampReader(text)
    guard let day = reader.day(), reader.skip("T"), let time = reader.timeOfDay(),
      reader.skipFraction(), let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    return day.daysSince1970 * 86_400 + time - offset
  }

  /// `2015-10-23T21:15:07Z`; nil before the year 1 and after 9999.
  package static func text(_ seconds: Int) -> String? {
    let days = seconds.quotientAndRemainder(dividingBy: 86_400)
    let time = days.remainder < 0 ? days.remainder + 86_400 : days.remainder
    guard let day = CivilDate(daysSince1970: days.remainder < 0 ? days.quotient - 1 : days.quotient)
    else { return nil }
    let date = padded(day.year, 4) + "-" + padded(day.month, 2) + "-" + padded(day.day, 2)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return date + "T" + clock.joined(separator: ":") + "Z"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Reads a point in time from front to back.
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

  /// `2015-10-23`.
  mutating func day() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `21:15:07`; a minute may have a leap second.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `.123`, or nothing at all; false for a dot without digits.
  mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    guard digit() != nil else { return false }
    while digit() != nil {}
    return true
  }

  /// `Z`, or `+02:00`: seconds to the east.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2), skip(":"),
      let minutes = number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// The number that exactly so many digits write.
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
  /// Reads `2015-10-23`.
  init?(_ text: Substring) {
    var reader = TimestampReader(text)
    guard let day = reader.day(), reader.isAtEnd else { return nil }
    self = day
  }
}

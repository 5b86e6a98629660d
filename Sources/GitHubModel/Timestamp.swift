/// Points in time as GitHub writes them (RFC 3339).
package enum Timestamp {
  /// Seconds since 1970 of `2015-10-23T21:15:07Z`, fractions left out; nil for anything else, a day
  /// that no month has included.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = CivilDate(parts[0]) else { return nil }
    guard let zone = parts[1].firstIndex(where: { "Z+-".contains($0) }),
      let time = secondsOfDay(parts[1][..<zone]), let offset = offset(parts[1][zone...])
    else { return nil }
    return day.daysSince1970 * 86_400 + time - offset
  }

  /// `21:15:07`, or `21:15:07.123`.
  private static func secondsOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].isEmpty || !parts[1].isDigits { return nil }
    let time = parts[0].split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.number(digits: 2) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `Z`, or `+02:00`: seconds to the east.
  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.number(digits: 2) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (text.hasPrefix("-") ? -1 : 1)
  }
}

extension CivilDate {
  /// Reads `2015-10-23`.
  init?(_ text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = parts[0].number(digits: 4),
      let month = parts[1].number(digits: 2), let day = parts[2].number(digits: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Substring {
  fileprivate var isDigits: Bool { utf8.allSatisfy { 48...57 ~= $0 } }

  /// The number that exactly so many digits write.
  fileprivate func number(digits: Int) -> Int? {
    utf8.count == digits && isDigits ? Int(self) : nil
  }
}

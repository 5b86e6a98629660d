extension UnixTime {
  /// Reads `YYYY-MM-DD`, alone or followed by `THH:MM[:SS]` and `Z` or `±HH:MM`.
  ///
  /// Nil for everything else, days and hours that do not exist included.
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

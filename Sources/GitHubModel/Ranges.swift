package import Essentials

/// A range of counts, or of days or times, in GitHub's notation: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or
/// `*..n`.
package struct ValueRange: Sendable, Hashable {
  /// The range in GitHub's notation: as written, unless GitHub would not understand it.
  package let text: String
  /// The values in the range, from `Int.min` or to `Int.max` where unbounded; times are in seconds
  /// since 1970.
  package let bounds: ClosedRange<Int>

  /// The intersection with another range; nil if it is empty.
  package func limited(to other: ClosedRange<Int>) -> ClosedRange<Int>? {
    bounds.overlaps(other) ? bounds.clamped(to: other) : nil
  }
}

// MARK: - Counts

extension ValueRange {
  /// Parses a range of counts, rejecting ranges that GitHub would ignore or misread, such as
  /// reversed ones.
  ///
  /// `1k`, `1.5k` and `2m` are accepted for thousands and millions.
  ///
  /// - Throws: ``InvalidRange``, which names the wrong part.
  package init(counts text: String) throws(InvalidRange) {
    bounds = try RangeNotation.read(text, span: Self.count)
    let isGitHubSyntax = (try? RangeNotation.read(text, span: Self.plainCount)) != nil
    self.text =
      isGitHubSyntax ? text : RangeNotation.text(bounds, from: { "\($0)" }, to: { "\($0)" })
  }

  /// Parses a number of ASCII digits, without a sign or separators, that fits into 64 bits.
  private static func plainCount(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { throw .unreadable(String(text)) }
    guard let count = Int(text) else { throw .tooLarge(String(text)) }
    return count...count
  }

  /// Parses such a number, or thousands or millions with at most as many decimal places.
  private static func count(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    guard let places = ["k": 3, "m": 6][text.suffix(1).lowercased()] else {
      return try plainCount(text)
    }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), decimals <= places else {
      throw .unreadable(String(text))
    }
    let digits = parts.joined() + String(repeating: "0", count: places - decimals)
    do throws(InvalidRange) { return try plainCount(digits[...]) } catch {
      if case .tooLarge = error { throw .tooLarge(String(text)) }
      throw .unreadable(String(text))
    }
  }
}

// MARK: - Days and times

extension ValueRange {
  /// Parses days, and times with a time zone (ISO 8601), such as `>=2024-01-31` or
  /// `2024-01-01..2024-01-31T12:00:00Z`; a day includes all its seconds in UTC.
  ///
  /// Also accepted are years and months, as in `>2024` and `2024-05`; durations, as in `1y` for the
  /// last year until now; and `today`, `yesterday`, or `this` or `last` before `week`, `month` or
  /// `year`. Words that depend on the time require `now`.
  ///
  /// - Throws: ``InvalidRange``, which names the wrong part.
  package init(times text: String, now: Date? = nil) throws(InvalidRange) {
    let isGitHubSyntax = (try? RangeNotation.read(text, span: Self.seconds)) != nil
    if let now, let span = TimeSpan(text), span.isInDays,
      let day = CivilDate(containing: span.before(now))
    {
      bounds = day.seconds.lowerBound ... .max
    } else {
      bounds = try RangeNotation.read(text) { value throws(InvalidRange) in
        if let period = Self.period(value, now) { return period }
        return try Self.seconds(value)
      }
    }
    self.text =
      isGitHubSyntax
      ? text
      : RangeNotation.text(
        bounds,
        from: { Self.text($0, ofDayAt: "T00:00:00Z") },
        to: { Self.text($0, ofDayAt: "T23:59:59Z") }
      )
  }

  private static func seconds(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    if let day = CivilDate(text) { return day.seconds }
    guard let second = Timestamp.seconds(String(text)) else { throw .unreadable(String(text)) }
    return second...second
  }

  /// The day, if the time is that day's first or last second; otherwise the time.
  private static func text(_ seconds: Int, ofDayAt time: String) -> String {
    let text = Timestamp.text(seconds) ?? ""
    return text.hasSuffix(time) ? String(text.dropLast(time.count)) : text
  }
}

// MARK: Years, months and words

extension ValueRange {
  private static func period(_ text: Substring, _ now: Date?) -> ClosedRange<Int>? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    if words.count == 1 {
      return months(words[0])
        ?? now.flatMap(CivilDate.init(containing:)).flatMap { days(words[0], $0) }
    }
    guard words.count == 2, let back = ["this": 0, "last": 1][words[0]],
      let today = now.flatMap(CivilDate.init(containing:))
    else { return nil }
    switch words[1] {
    case "year": return months(from: today.year - back, 1, count: 12)
    case "month": return months(from: today.year, today.month - back, count: 1)
    case "week":
      // 1 January 1970 was a Thursday.
      let monday = today.daysSince1970 - (today.daysSince1970 + 3) % 7 - back * 7
      return monday * 86_400...(monday + 7) * 86_400 - 1
    default: return nil
    }
  }

  /// Parses `2024` or `2024-05`.
  private static func months(_ text: String) -> ClosedRange<Int>? {
    switch text.utf8.count {
    case 4: CivilDate("\(text)-01-01").flatMap { months(from: $0.year, 1, count: 12) }
    case 7: CivilDate("\(text)-01").flatMap { months(from: $0.year, $0.month, count: 1) }
    default: nil
    }
  }

  /// Whole months from a year and month; month 0 is December of the previous year.
  private static func months(from year: Int, _ month: Int, count: Int) -> ClosedRange<Int>? {
    func first(_ index: Int) -> Int? {
      CivilDate(year: index / 12, month: index % 12 + 1, day: 1)?.seconds.lowerBound
    }
    let index = year * 12 + month - 1
    guard let low = first(index), let end = first(index + count) else { return nil }
    return low...end - 1
  }

  private static func days(_ word: String, _ today: CivilDate) -> ClosedRange<Int>? {
    guard let back = ["today": 0, "yesterday": 1][word] else { return nil }
    let day = today.daysSince1970 - back
    return day * 86_400...day * 86_400 + 86_399
  }
}

extension CivilDate {
  /// The seconds of the day in UTC, since 1970.
  fileprivate var seconds: ClosedRange<Int> {
    daysSince1970 * 86_400...daysSince1970 * 86_400 + 86_399
  }

  /// The day in UTC; nil outside the years 1 to 9999.
  fileprivate init?(containing date: Date) {
    guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)),
      let text = Timestamp.text(seconds)
    else { return nil }
    self.init(text.prefix(10))
  }
}

/// The notation of a ``ValueRange``.
enum RangeNotation {
  /// Parses a range; `span` returns the first and last number that a value includes.
  ///
  /// A comparison may have no possible values, such as `<0` for counts.
  static func read(
    _ text: String,
    span: (Substring) throws(InvalidRange) -> ClosedRange<Int>
  ) throws(InvalidRange) -> ClosedRange<Int> {
    guard let dots = text.firstRange(of: "..") else { return try readComparison(text, span: span) }
    let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
    let low = from == "*" ? Int.min : try checked(from, span).lowerBound
    let high = to == "*" ? Int.max : try checked(to, span).upperBound
    guard low > .min || high < .max else { throw .unbounded }
    guard low <= high else { throw .backwards(from: String(from), to: String(to)) }
    return low...high
  }

  /// Writes a range whose typed values GitHub would not understand.
  static func text(
    _ bounds: ClosedRange<Int>,
    from low: (Int) -> String,
    to high: (Int) -> String
  ) -> String {
    if bounds.lowerBound == .min { return "<=\(high(bounds.upperBound))" }
    let first = low(bounds.lowerBound)
    if bounds.upperBound == .max { return ">=\(first)" }
    let last = high(bounds.upperBound)
    return first == last ? first : "\(first)..\(last)"
  }

  private static func readComparison(
    _ text: String,
    span: (Substring) throws(InvalidRange) -> ClosedRange<Int>
  ) throws(InvalidRange) -> ClosedRange<Int> {
    let mark = [">=", "<=", ">", "<", ""].first(where: text.hasPrefix) ?? ""
    let value = try checked(text.dropFirst(mark.count), span)
    switch mark {
    case ">=": return value.lowerBound ... .max
    case "<=": return .min...value.upperBound
    case ">": return value.upperBound + 1 ... .max
    case "<": return .min...value.lowerBound - 1
    default: return value
    }
  }

  /// Rejects the lowest and highest integers, since a comparison may add or subtract 1.
  private static func checked(
    _ text: Substring,
    _ span: (Substring) throws(InvalidRange) -> ClosedRange<Int>
  ) throws(InvalidRange) -> ClosedRange<Int> {
    guard !text.isEmpty else { throw .missing }
    let value = try span(text)
    guard value.lowerBound > .min, value.upperBound < .max else { throw .tooLarge(String(text)) }
    return value
  }
}

/// The wrong part of a range, and the reason.
package enum InvalidRange: Error, Sendable, Hashable {
  case missing
  /// The part is not a value of the expected kind.
  case unreadable(String)
  /// The part does not fit into 64 bits.
  case tooLarge(String)
  /// The range is `*..*`, which has no bounds.
  case unbounded
  case backwards(from: String, to: String)
}

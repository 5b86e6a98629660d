/// A range of counts in GitHub's notation: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or `*..n`.
package struct NumberRange: Sendable, Hashable {
  /// The range as it was written, which is also how it is sent to GitHub.
  package let text: String
  let low: Int
  let high: Int

  /// Reads a range, and rejects what GitHub would ignore or misread, such as a reversed range.
  ///
  /// - Throws: ``InvalidRange``, which names the part that is wrong.
  package init(reading text: String) throws(InvalidRange) {
    (low, high) = try RangeNotation.read(text, span: Self.count)
    self.text = text
  }

  /// A number of ASCII digits, without a sign or separators, that fits into 64 bits.
  private static func count(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { throw .unreadable(String(text)) }
    guard let count = Int(text) else { throw .tooLarge(String(text)) }
    return count...count
  }

  package func contains(_ number: Int) -> Bool { low <= number && number <= high }
}

/// A range of days or times in GitHub's notation, such as `>=2024-01-31` or
/// `2024-01-01..2024-01-31T12:00:00Z`.
package struct DateRange: Sendable, Hashable {
  /// The range as it was written, which is also how it is sent to GitHub.
  package let text: String
  /// Seconds since 1970, as ``high``.
  let low: Int
  let high: Int

  /// Reads days and times with a time zone (ISO 8601); a day includes all of its seconds in UTC.
  ///
  /// - Throws: ``InvalidRange``, which names the part that is wrong.
  package init(reading text: String) throws(InvalidRange) {
    (low, high) = try RangeNotation.read(text, span: Self.seconds)
    self.text = text
  }

  private static func seconds(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    if let day = CivilDate(text) {
      return day.daysSince1970 * 86_400...day.daysSince1970 * 86_400 + 86_399
    }
    guard let second = Timestamp.seconds(String(text)) else { throw .unreadable(String(text)) }
    return second...second
  }

  /// Whether a time, in seconds since 1970, lies in the range.
  package func contains(_ seconds: Int) -> Bool { low <= seconds && seconds <= high }
}

/// A closed range of star counts, or of dates in seconds since 1970.
package struct QueryRange: Sendable, Hashable {
  package let low: Int
  /// The highest number; nil for no upper bound.
  package let high: Int?

  /// Creates a range; nil if it is empty.
  package init?(low: Int, high: Int?) {
    if let high, high < low { return nil }
    (self.low, self.high) = (low, high)
  }

  package var isSingle: Bool { low == high }

  /// Reads a range of counts in GitHub's notation.
  package init?(counts text: String) {
    guard let range = try? NumberRange(reading: text) else { return nil }
    self.init(from: range.low, to: range.high)
  }

  /// Reads a range of days or times in GitHub's notation; a day includes all of its seconds in UTC.
  package init?(times text: String) {
    guard let range = try? DateRange(reading: text) else { return nil }
    self.init(from: range.low, to: range.high)
  }

  /// Clamps the lower bound to 0, since neither counts nor dates on GitHub are lower.
  private init?(from low: Int, to high: Int) {
    self.init(low: max(low, 0), high: high == .max ? nil : high)
  }
}

/// GitHub's notation for ranges: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or `*..n`.
enum RangeNotation {
  /// Reads a range; `span` reads one value as the first and the last number that it includes.
  ///
  /// A range without a bound ends at `Int.min` or `Int.max`. A comparison may be empty, such as `<0` for
  /// counts; an interval never is.
  static func read(
    _ text: String,
    span: (Substring) throws(InvalidRange) -> ClosedRange<Int>
  ) throws(InvalidRange) -> (low: Int, high: Int) {
    guard let dots = text.firstRange(of: "..") else { return try readComparison(text, span: span) }
    let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
    let low = from == "*" ? Int.min : try checked(from, span).lowerBound
    let high = to == "*" ? Int.max : try checked(to, span).upperBound
    guard low > .min || high < .max else { throw .unbounded }
    guard low <= high else { throw .backwards(from: String(from), to: String(to)) }
    return (low, high)
  }

  private static func readComparison(
    _ text: String,
    span: (Substring) throws(InvalidRange) -> ClosedRange<Int>
  ) throws(InvalidRange) -> (low: Int, high: Int) {
    let mark = [">=", "<=", ">", "<", ""].first(where: text.hasPrefix) ?? ""
    let value = try checked(text.dropFirst(mark.count), span)
    switch mark {
    case ">=": return (value.lowerBound, .max)
    case "<=": return (.min, value.upperBound)
    case ">": return (value.upperBound + 1, .max)
    case "<": return (.min, value.lowerBound - 1)
    default: return (value.lowerBound, value.upperBound)
    }
  }

  /// Rejects the lowest and the highest integer, since a comparison may add or subtract 1.
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

/// The part of a range that is wrong, and why.
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

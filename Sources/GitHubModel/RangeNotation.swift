/// GitHub's notation for ranges: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or `*..n`.
enum RangeNotation {
  /// Reads a range; `span` reads one value as the first and the last number that it stands for.
  ///
  /// A range with no end reaches to `Int.min` or `Int.max`. Comparisons may leave nothing, as `<0`
  /// does for counts; an interval never does.
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

  /// Keeps a step away from the ends of what 64 bits hold: a comparison may take one.
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

/// What is wrong with a range, and in which part of it.
package enum InvalidRange: Error, Sendable, Hashable {
  /// Nothing stands where a value is due.
  case missing
  /// That part is no value of the kind.
  case unreadable(String)
  /// More than 64 bits hold.
  case tooLarge(String)
  /// `*..*`, which limits nothing.
  case unbounded
  case backwards(from: String, to: String)
}

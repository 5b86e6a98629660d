/// Whole numbers from one to another, both included: star counts, or seconds since 1970.
package struct QueryRange: Sendable, Hashable {
  package let low: Int
  /// Nil for no end.
  package let high: Int?

  /// Nil when nothing can be in it.
  package init?(low: Int, high: Int?) {
    if let high, high < low { return nil }
    (self.low, self.high) = (low, high)
  }

  package var isSingle: Bool { low == high }

  /// Reads a range of counts in GitHub's notation.
  package init?(counts text: String) {
    guard NumberRange(text) != nil else { return nil }
    self.init(text) { text in Int(text).map { ($0, $0) } }
  }

  /// Reads a range of days or times in GitHub's notation; a day is all of its seconds.
  package init?(times text: String) {
    self.init(text) { text in
      if let day = CivilDate(Substring(text)) {
        return (day.daysSince1970 * 86_400, day.daysSince1970 * 86_400 + 86_399)
      }
      return Timestamp.seconds(text).map { ($0, $0) }
    }
  }

  /// `span` reads one value as the first and the last number that it stands for.
  private init?(_ text: String, span: (String) -> (first: Int, last: Int)?) {
    if let dots = text.firstRange(of: "..") {
      let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
      guard let low = from == "*" ? .some(nil) : span(from).map({ Optional($0.first) }),
        let high = to == "*" ? .some(nil) : span(to).map({ Optional($0.last) })
      else { return nil }
      self.init(low: low ?? Self.least, high: high)
      return
    }
    let mark = [">=", "<=", ">", "<", ""].first(where: text.hasPrefix) ?? ""
    guard let (first, last) = span(String(text.dropFirst(mark.count))), last < .max else {
      return nil
    }
    switch mark {
    case ">=": self.init(low: first, high: nil)
    case "<=": self.init(low: Self.least, high: last)
    case ">": self.init(low: last + 1, high: nil)
    case "<": self.init(low: Self.least, high: first - 1)
    default: self.init(low: first, high: last)
    }
  }

  /// Nothing that is counted or that has happened on GitHub is below it.
  private static let least = 0
}

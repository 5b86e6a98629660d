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
    guard let range = NumberRange(text) else { return nil }
    self.init(from: range.low, to: range.high)
  }

  /// Reads a range of days or times in GitHub's notation; a day is all of its seconds.
  package init?(times text: String) {
    guard let range = try? DateRange(reading: text) else { return nil }
    self.init(from: range.low, to: range.high)
  }

  /// Nothing that is counted or that has happened on GitHub is below 0.
  private init?(from low: Int, to high: Int) {
    self.init(low: max(low, 0), high: high == .max ? nil : high)
  }
}

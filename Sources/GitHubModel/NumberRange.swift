/// A range of counts in GitHub's notation: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or `*..n`.
package struct NumberRange: Sendable, Hashable {
  /// As it was written, which is how GitHub takes it.
  package let text: String
  let low: Int
  let high: Int

  /// Refuses what GitHub would ignore or misread, a range that runs backwards included.
  ///
  /// - Throws: ``InvalidRange``, which names the part that is wrong.
  package init(reading text: String) throws(InvalidRange) {
    (low, high) = try RangeNotation.read(text, span: Self.count)
    self.text = text
  }

  /// Nil for what ``init(reading:)`` refuses.
  package init?(_ text: String) {
    guard let range = try? Self(reading: text) else { return nil }
    self = range
  }

  /// Digits alone: no sign, no separators, nothing that 64 bits cannot hold.
  private static func count(_ text: Substring) throws(InvalidRange) -> ClosedRange<Int> {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { throw .unreadable(String(text)) }
    guard let count = Int(text) else { throw .tooLarge(String(text)) }
    return count...count
  }

  /// Whether a count lies in the range.
  package func contains(_ number: Int) -> Bool { low <= number && number <= high }
}

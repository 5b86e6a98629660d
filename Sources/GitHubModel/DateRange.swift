/// A range of days or times in GitHub's notation, such as `>=2024-01-31` or
/// `2024-01-01..2024-01-31T12:00:00Z`.
package struct DateRange: Sendable, Hashable {
  /// As it was written, which is how GitHub takes it.
  package let text: String
  /// Seconds since 1970, like ``high``.
  let low: Int
  let high: Int

  /// Takes days of the calendar and times with a zone (ISO 8601); a day is all of its seconds in UTC.
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

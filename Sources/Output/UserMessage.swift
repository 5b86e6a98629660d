import Terminal

/// A failure or warning on one line: what happened, why, and what the user can do.
package struct UserMessage: Sendable, Equatable {
  /// The event, or the operation that failed.
  package var what: String
  package var why: String
  /// Advice to the user; empty if there is none.
  package var advice: String

  package init(_ what: String, _ why: String, advice: String = "") {
    (self.what, self.why, self.advice) = (what, why, advice)
  }

  /// `ghsearch: WHAT: WHY; WHAT TO DO`: one line, safe for a terminal, of at most 500 bytes
  /// including its line break.
  ///
  /// `…` marks omitted text. The advice has priority over the reason.
  package var line: String {
    let tail = advice.isEmpty ? "" : "; \(SafeText(advice))"
    let parts = [(what, Self.maxWhatBytes), (why, Self.maxLineBytes)].map(Self.shortened)
    let head = "ghsearch: " + parts.filter { !$0.isEmpty }.joined(separator: ": ")
    let shownHead = Self.cut(
      head,
      toBytes: max(Self.maxLineBytes - tail.utf8.count, Self.minHeadBytes)
    )
    return shownHead + Self.cut(tail, toBytes: Self.maxLineBytes - shownHead.utf8.count)
  }

  /// The maximum length of a line in bytes, without the line break.
  private static let maxLineBytes = 499

  /// The minimum number of bytes for what happened and why, however long the advice is.
  private static let minHeadBytes = 60

  /// The maximum length of what happened in bytes; a query may be longer.
  private static let maxWhatBytes = 200

  private static func shortened(_ text: String, toBytes limit: Int) -> String {
    // SafeText turns two line breaks into one space, so `2 * limit + 2` characters fill the limit.
    cut(SafeText(text, longest: 2 * limit + 2).description, toBytes: limit)
  }

  private static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var start = ""
    var room = limit - "…".utf8.count
    for character in text {
      room -= character.utf8.count
      if room < 0 { break }
      start.append(character)
    }
    return start + "…"
  }
}

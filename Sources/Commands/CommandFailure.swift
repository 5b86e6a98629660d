import Terminal

/// Why a command ends without success, and the one line that says so.
package struct CommandFailure: Error, Sendable {
  package let status: ExitStatus
  /// What was attempted.
  let what: String
  let why: String
  /// What the user can do; empty where there is nothing to say.
  let advice: String

  init(_ status: ExitStatus, _ what: String, _ why: String, advice: String = "") {
    self.status = status
    self.what = what
    self.why = why
    self.advice = advice
  }

  /// `ghsearch: WHAT: WHY; WHAT TO DO`, safe for a terminal, one line, at most 500 bytes.
  package var line: String {
    let parts = [what, why].map(Self.shortened).filter { !$0.isEmpty }
    let tail = advice.isEmpty ? "" : "; \(SafeText(advice))"
    let head = "ghsearch: \(parts.joined(separator: ": "))"
    let shownHead = Self.cut(head, toBytes: max(Self.longestLine - tail.utf8.count, Self.leastHead))
    return shownHead + Self.cut(tail, toBytes: Self.longestLine - shownHead.utf8.count)
  }

  /// Bytes, the line break not counted.
  static let longestLine = 499

  /// Bytes that stay for what happened, however long the advice is.
  private static let leastHead = 60

  /// Whatever comes from outside may be long; the advice behind it must still be seen.
  private static func shortened(_ text: String) -> String {
    cut(SafeText(text, longest: 200).description, toBytes: 200)
  }

  private static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var kept = ""
    var room = limit - "…".utf8.count
    for character in text {
      room -= character.utf8.count
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }
}

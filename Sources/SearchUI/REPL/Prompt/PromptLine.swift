import Terminal

/// The bytes that keep the last line of a terminal as it should be.
struct PromptLine {
  /// What the terminal shows; nil when that is not known or the line is empty.
  private var shown: PromptState.Shown?

  /// Nothing when it is shown already.
  mutating func show(_ new: PromptState.Shown) -> [UInt8] {
    guard new != shown else { return [] }
    defer { shown = new }
    let place = new.cursorColumn > 0 ? "\r\u{1B}[\(new.cursorColumn)C" : "\r"
    guard shown?.text == new.text else { return Array("\r\u{1B}[K\(new.text)\(place)".utf8) }
    return Array(place.utf8)
  }

  /// The terminal may show anything.
  mutating func forget() { shown = nil }

  /// Takes the line away, so that others can be written in its place.
  mutating func left() -> [UInt8] {
    guard shown != nil else { return [] }
    shown = nil
    return Array("\r\u{1B}[K".utf8)
  }

  /// The line stays, with this in it, and the next one begins.
  mutating func left(with text: SafeText) -> [UInt8] {
    shown = nil
    return Array("\r\u{1B}[K\(text)\r\n".utf8)
  }

  /// An empty screen.
  mutating func cleared() -> [UInt8] {
    shown = nil
    return Array("\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Lines as a terminal without translation needs them.
  static func lines(_ text: String) -> [UInt8] {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    return Array(text.replacing("\n", with: "\r\n").utf8)
  }
}

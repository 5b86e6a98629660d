import Terminal

/// Words side by side, as many as the width has room for.
enum ChoiceList {
  static func lines(_ words: [String], width: Int) -> String {
    let texts = words.prefix(mostWords).map { SafeText($0.trimmingSpaces) }
    let column = (texts.map(\.displayWidth).max() ?? 0) + 2
    let perLine = max((width - 1) / column, 1)
    let lines = stride(from: 0, to: texts.count, by: perLine).map { start in
      texts[start..<min(start + perLine, texts.count)]
        .map { pad($0.truncated(toWidth: max(width - 1, 1)), to: column) }
        .joined().trimmingSpaces
    }
    let rest = words.count - texts.count
    return (lines + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }

  private static func pad(_ text: SafeText, to width: Int) -> String {
    text.description + String(repeating: " ", count: max(width - text.displayWidth, 0))
  }

  /// More than a screen of them helps nobody.
  private static let mostWords = 100
}

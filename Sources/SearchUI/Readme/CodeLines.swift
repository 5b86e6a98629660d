import Terminal

/// Code as it was written: broken where it does not fit, and nothing of it left out.
enum CodeLines {
  /// Scalars of a line; nobody writes longer ones by hand.
  private static let longestLine = 4_000
  private static let tabWidth = 4

  static func lines(_ text: String, width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropLast(text.hasSuffix("\n") ? 1 : 0).prefix(ReadmeText.mostLines)
    {
      let safe = SafeText(withoutTabs(line.prefix(longestLine)), longest: longestLine)
      let pieces = pieces(of: safe, width: max(width - 2, 2))
      lines += pieces.isEmpty ? [.blank] : pieces.map { TextLine("  " + $0, .dim) }
    }
    return lines
  }

  private static func withoutTabs(_ line: Substring) -> String {
    guard line.contains("\t") else { return String(line) }
    var column = 0
    return line.reduce(into: "") { text, character in
      let width = character == "\t" ? tabWidth - column % tabWidth : 1
      text += character == "\t" ? String(repeating: " ", count: width) : String(character)
      column += width
    }
  }

  /// The text in pieces that fit, cut between characters.
  static func pieces(of text: SafeText, width: Int) -> [SafeText] {
    guard text.displayWidth > width else { return text.isEmpty ? [] : [text] }
    var pieces: [SafeText] = []
    var piece = ""
    var pieceWidth = 0
    for character in text.description {
      let characterWidth = character.displayWidth
      if pieceWidth + characterWidth > width, !piece.isEmpty {
        pieces.append(SafeText(piece))
        (piece, pieceWidth) = ("", 0)
      }
      piece.append(character)
      pieceWidth += characterWidth
    }
    return pieces + [SafeText(piece)]
  }
}

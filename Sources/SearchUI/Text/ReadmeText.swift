import Terminal

/// A README as wrapped plain text, with headings, lists and code told apart.
enum ReadmeText {
  /// More of a README than a terminal is for.
  private static let mostLines = 5_000
  private static let longestLine = 4_000

  static func lines(_ markdown: String, width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var isCode = false
    for line in markdown.split(
      maxSplits: mostLines,
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    ).prefix(mostLines) {
      if line.hasPrefix("```") || line.hasPrefix("~~~") {
        isCode.toggle()
      } else {
        lines += isCode ? [code(line, width: width)] : block(line, width: width)
      }
    }
    return withoutRepeatedBlanks(lines)
  }

  private static func code(_ line: Substring, width: Int) -> TextLine {
    let text = SafeText("  " + line, longest: longestLine)
    return TextLine(text.truncated(toWidth: width), .dim)
  }

  private static func block(_ line: Substring, width: Int) -> [TextLine] {
    let text = line.drop(while: \.isWhitespace)
    let level = text.prefix { $0 == "#" }.count
    if 1...6 ~= level, text.dropFirst(level).first == " " {
      return wrapped(text.dropFirst(level + 1), width: width, style: .bold)
    }
    guard let bullet = text.first, "-*+".contains(bullet), text.dropFirst().first == " " else {
      return wrapped(text, width: width, style: .plain)
    }
    return wrapped(text.dropFirst(2), width: width - 2, style: .plain).enumerated().map {
      TextLine([TextLine.Span($0 == 0 ? "• " : "  ")] + $1.spans)
    }
  }

  private static func wrapped(
    _ text: Substring,
    width: Int,
    style: CellStyle
  ) -> [TextLine] {
    let lines = SafeText(text, longest: longestLine).wrapped(toWidth: width)
    return lines.isEmpty ? [.blank] : lines.map { TextLine($0, style) }
  }

  private static func withoutRepeatedBlanks(_ lines: [TextLine]) -> [TextLine] {
    var kept: [TextLine] = []
    for line in lines where line != .blank || (kept.last ?? .blank) != .blank { kept.append(line) }
    return kept
  }
}

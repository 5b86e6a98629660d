/// Text for manual pages, see man(7).
enum Roff {
  /// Escapes everything that the formatter would interpret; `code` in backticks becomes bold.
  static func text(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(escaped)
    guard parts.count % 2 == 1 else { return parts.joined(separator: "`") }
    return parts.enumerated()
      .map { index, part in index % 2 == 1 ? "\\fB\(part)\\fP" : part }
      .joined()
  }

  /// Formats paragraphs, separated by blank lines in the text.
  ///
  /// A paragraph such as `EXAMPLES:` followed by indented lines keeps its line breaks.
  static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { paragraph($0) }.joined(separator: ".PP\n")
  }

  private static func paragraph(_ text: Substring) -> String {
    let lines = text.split(separator: "\n")
    guard let title = lines.first, title.hasSuffix(":"), lines.dropFirst().allSatisfy(isIndented)
    else { return filled(Self.text(String(text))) }
    let rest = lines.dropFirst().map { escaped($0) + "\n" }.joined()
    return "\\fI\(escaped(title.dropLast()))\\fP\n.EX\n\(rest).EE\n"
  }

  private static func isIndented(_ line: Substring) -> Bool { line.hasPrefix("  ") }

  /// Breaks lines at a moderate length so that none looks like a roff request.
  static func filled(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.utf8.count + word.utf8.count < maxLineBytes {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word.hasPrefix(".") || word.hasPrefix("'") ? "\\&\(word)" : String(word))
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static let maxLineBytes = 79

  /// Escapes dashes so that they can be copied from the page, and other characters so that they do
  /// not depend on the locale.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\0"..."\u{7F}": escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    return escaped
  }

  /// Formats with at least four digits (groff_char(7)).
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

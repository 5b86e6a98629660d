/// Text in the language of manual pages, man(7).
enum Roff {
  /// Text that says nothing to the formatter; `code` in backticks is bold.
  static func text(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(escaped)
    guard parts.count % 2 == 1 else { return parts.joined(separator: "`") }
    return parts.enumerated()
      .map { index, part in index % 2 == 1 ? "\\fB\(part)\\fP" : part }
      .joined()
  }

  /// Paragraphs, each but the first with a gap before it; an empty line ends one.
  static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { filled(Self.text(String($0))) }.joined(separator: ".PP\n")
  }

  /// Lines of a length that people can read, none of which begins as a request would.
  static func filled(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.utf8.count + word.utf8.count < longestLine {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word.hasPrefix(".") || word.hasPrefix("'") ? "\\&\(word)" : String(word))
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static let longestLine = 79

  /// A dash is one that can be copied, and nothing beyond ASCII is left to the formatter's locale.
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

  /// At least four digits (groff_char(7)).
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

/// The values of given keys in a `.env` file.
///
/// A line is blank, a comment (`# …`), or `[export ]KEY=VALUE`. A value is unquoted, up to ` #` or the
/// end of the line, or in single or double quotes, which are removed. There are no escapes, no `$NAME`
/// and no `$(command)`. The last of several equal keys counts.
///
/// Other programs read the same files with other rules. An invalid line is therefore an error only if it
/// names one of the keys, and is ignored otherwise. A quoted value of another key may span lines, but an
/// unclosed quote is an error if a later line names one of the keys.
package struct DotEnv: Sendable {
  /// The values of the keys found in the file.
  package let values: [String: String]

  /// An invalid line, without its content.
  package struct SyntaxError: Error, Equatable {
    /// The number of the line, from 1.
    package let line: Int
  }

  /// Parses the values of the keys.
  ///
  /// - Throws: ``SyntaxError`` for an invalid line about one of the keys.
  package init(_ text: String, keys: [String]) throws(SyntaxError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var values: [String: String] = [:]
    var index = 0
    while index < lines.count {
      let line = Line(lines[index])
      if let key = keys.first(where: { line.key == $0 }) {
        guard let value = Self.value(line.value) else { throw SyntaxError(line: index + 1) }
        values[key] = value
      } else if line.key == nil, keys.contains(where: line.names) {
        throw SyntaxError(line: index + 1)
      } else if let quote = Self.unclosedQuote(line.value) {
        let rest = lines[(index + 1)...]
        if let end = rest.firstIndex(where: { $0.contains(quote) }) {
          index = end
        } else if rest.contains(where: { line in keys.contains(where: Line(line).names) }) {
          throw SyntaxError(line: index + 1)
        }
      }
      index += 1
    }
    self.values = values
  }

  /// Whether a line of a file names one of the keys, in any encoding that keeps ASCII letters in
  /// order.
  static func names(_ keys: [String], in bytes: [UInt8]) -> Bool {
    // UTF-16 and UTF-32 have zero bytes between letters, and may start with a byte order mark.
    let letters = bytes.drop { $0 == 0 || $0 >= 0x80 }.filter { $0 != 0 }
    let text = String(decoding: letters, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).contains { line in
      keys.contains(where: Line(line).names)
    }
  }

  /// A line, valid or not.
  private struct Line {
    /// The text before the first `=` or `:`, or the whole line without one; empty for a comment.
    private let head: Substring
    /// The key of a valid assignment; nil for any other line.
    let key: String?
    /// The text after the first `=`.
    let value: Substring

    init(_ line: Substring) {
      var rest = line.drop(while: \.isWhitespace)
      if rest.hasPrefix("#") { rest = "" }
      head = rest.prefix { $0 != "=" && $0 != ":" }
      if rest.hasPrefix("export"), let next = rest.dropFirst(6).first, next.isWhitespace {
        rest = rest.dropFirst(6).drop(while: \.isWhitespace)
      }
      let name = rest.prefix { $0 != "=" }
      key = name.count < rest.count && Self.isKey(name) ? String(name) : nil
      value = rest.dropFirst(name.count + 1)
    }

    /// Whether the key occurs among the words before the value.
    func names(_ key: String) -> Bool {
      head.split { !Self.isKeyCharacter($0) }.contains { $0 == key }
    }

    private static func isKey(_ text: Substring) -> Bool {
      text.first?.isNumber == false && text.allSatisfy(isKeyCharacter)
    }

    private static func isKeyCharacter(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || "_.-".contains(character))
    }
  }

  /// Parses a value; nil for an unclosed quote, or text after the closing one.
  private static func value(_ text: Substring) -> String? {
    let text = text.drop(while: \.isWhitespace)
    guard let quote = text.first, quote == "\"" || quote == "'" else { return bareValue(text) }
    let inner = text.dropFirst()
    guard let end = inner.firstIndex(of: quote) else { return nil }
    let rest = inner[inner.index(after: end)...].drop(while: \.isWhitespace)
    return rest.isEmpty || rest.hasPrefix("#") ? String(inner[..<end]) : nil
  }

  private static func bareValue(_ text: Substring) -> String {
    if text.hasPrefix("#") { return "" }
    var value = text
    if let comment = text.indices.dropFirst().first(where: { startsComment(text, at: $0) }) {
      value = text[..<comment]
    }
    while value.last?.isWhitespace == true { value.removeLast() }
    return String(value)
  }

  private static func startsComment(_ text: Substring, at index: Substring.Index) -> Bool {
    text[index] == "#" && text[text.index(before: index)].isWhitespace
  }

  private static func unclosedQuote(_ text: Substring) -> Character? {
    let text = text.drop(while: \.isWhitespace)
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    return text.dropFirst().contains(quote) ? nil : quote
  }
}

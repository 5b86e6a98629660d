/// The small dialect of `.env` files that tokens are read from.
///
/// A line is blank, a comment (`# …`), or `[export ]KEY=VALUE`. A value stands bare, up to ` #` or
/// the end of the line, or in single or double quotes, which are taken off. There are no escapes,
/// no `$NAME` and no `$(command)`: what looks like one stays text. The last of several equal keys
/// counts. A quoted value may span lines where the key is none of ours: such files are shared.
package struct DotEnv: Sendable {
  /// The values of the keys asked for.
  package let values: [String: String]

  /// A line outside the dialect, counted from 1; what stands on it is not told.
  package struct SyntaxError: Error, Equatable {
    package let line: Int
  }

  package init(_ text: String, keys: [String]) throws(SyntaxError) {
    var values: [String: String] = [:]
    var openQuote: (character: Character, line: Int)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if let quote = openQuote {
        if line.contains(quote.character) { openQuote = nil }
        continue
      }
      guard let parsed = Line(line) else { throw SyntaxError(line: index + 1) }
      guard case .assignment(let key, let rawValue) = parsed else { continue }
      if keys.contains(key) {
        guard let value = Self.value(rawValue) else { throw SyntaxError(line: index + 1) }
        values[key] = value
      } else {
        openQuote = Self.unclosedQuote(rawValue).map { ($0, index + 1) }
      }
    }
    if let openQuote { throw SyntaxError(line: openQuote.line) }
    self.values = values
  }

  private enum Line {
    case empty
    case assignment(key: String, value: Substring)

    init?(_ line: Substring) {
      var rest = line.drop(while: \.isWhitespace)
      if rest.isEmpty || rest.hasPrefix("#") {
        self = .empty
        return
      }
      if rest.hasPrefix("export"), let next = rest.dropFirst(6).first, next.isWhitespace {
        rest = rest.dropFirst(6).drop(while: \.isWhitespace)
      }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals]
      guard Self.isKey(key) else { return nil }
      self = .assignment(key: String(key), value: rest[rest.index(after: equals)...])
    }

    private static func isKey(_ text: Substring) -> Bool {
      !text.isEmpty && text.first?.isNumber == false
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
    }
  }

  /// Nil for a quote that is not closed, or something behind a closed one.
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

import GitHubModel

/// How close typed text is to a query that is searched for without Enter.
///
/// Enter searches for any text; this determines the effect of a pause in typing (decision 0141).
package enum TypedQuery: Equatable {
  /// Too short, or its last qualifier has no value yet: a pause sends nothing.
  case unfinished
  /// Its last word may become a qualifier, such as `lang`: a long pause sends it.
  case ambiguous
  /// Its last word may become longer.
  case growing
  case ready

  init(_ text: String) {
    let words = Self.words(text)
    let isTyping = text.last.map { !$0.isWhitespace && $0 != "\"" } ?? false
    if text.count(where: { $0 == "\"" }) % 2 == 1 || words.contains(where: Self.lacksValue) {
      self = .unfinished
    } else if !words.contains(where: Self.isQualifier), Self.isShort(words) {
      self = .unfinished
    } else if isTyping, words.count > 1, let last = words.last, Self.isStartOfName(last) {
      self = .ambiguous
    } else {
      self = isTyping ? .growing : .ready
    }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
  }

  /// Whether the text is a single character that is not a word.
  private static func isShort(_ words: [Substring]) -> Bool {
    let characters = words.joined()
    return characters.count < 2 && !characters.contains { $0.unicodeScalars.contains(where: isCJK) }
  }

  /// Whether a character is between the radicals of Chinese and the presentation forms of Arabic.
  private static func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    0x2E80..<0xD7B0 ~= scalar.value || 0xF900..<0xFB00 ~= scalar.value || scalar.value >= 0x20000
  }

  private static func parts(_ word: Substring) -> (name: Substring, value: Substring)? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let name = word[..<colon].drop { $0 == "-" }
    guard Qualifier.names.contains(String(name)) else { return nil }
    return (name, word[word.index(after: colon)...])
  }

  private static func isQualifier(_ word: Substring) -> Bool { parts(word) != nil }

  /// Whether a qualifier lacks a value, as in `language:`, `stars:>`, `stars:10..` and
  /// `pushed:>2026-0`.
  private static func lacksValue(_ word: Substring) -> Bool {
    guard let (name, value) = parts(word) else { return false }
    if value.allSatisfy({ "<>=.\"".contains($0) }) || value.hasSuffix("..") { return true }
    return Qualifier.Name(rawValue: String(name))?.mistake(in: String(value)) != nil
  }

  /// Whether a word starts a qualifier's name, as `lang` starts `language`; a complete name does
  /// not count.
  package static func isStartOfName(_ word: some StringProtocol) -> Bool {
    let word = word.drop { $0 == "-" }.lowercased()
    return word.count >= 3
      && Qualifier.names.contains { $0.hasPrefix(word) && $0.count > word.count }
  }
}

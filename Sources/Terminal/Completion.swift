/// A completion of the word before the cursor.
package struct Completion: Sendable, Equatable {
  /// The text that replaces the word; the word itself if it is ambiguous.
  package let replacement: String
  /// The possible words, if there are several.
  package let choices: [String]
  /// Whether the word itself is a candidate, in any case, with both of its quotes or without them.
  package let isWhole: Bool

  /// Completes the last word of a text; nil if no candidate begins with it.
  ///
  /// The candidates may depend on the word, and on the text before it.
  package init?(
    of text: String,
    from candidates: (_ word: String, _ before: Substring) -> [String]
  ) {
    let start = Self.startOfWord(text)
    let (before, word) = (text[..<start], String(text[start...]))
    let candidates = candidates(word, before).filter { $0.isCompletion(of: word) }
    guard let first = candidates.first else { return nil }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    replacement = common.count > word.count || candidates.count == 1 ? common : word
    choices = candidates.count > 1 ? candidates : []
    isWhole =
      word.count { $0 == "\"" } % 2 == 0 && candidates.contains { $0.unquoted == word.unquoted }
  }

  /// The start of the last word; a space inside quotes is part of the word.
  package static func startOfWord(_ text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
    }
    return start
  }
}

extension String {
  /// Whether this completes a word, ignoring case and quotes.
  fileprivate func isCompletion(of word: String) -> Bool { unquoted.hasPrefix(word.unquoted) }

  fileprivate var unquoted: String { lowercased().filter { $0 != "\"" } }

  /// The longest common prefix, with this string's letters.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
  }
}

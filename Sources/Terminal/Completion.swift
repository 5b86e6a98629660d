/// The completion of the word before the cursor.
package struct Completion: Sendable, Equatable {
  /// The text that replaces the word; the word itself if no completion is certain.
  package let replacement: String
  /// The possible words, when there is more than one.
  package let choices: [String]
  /// Whether the word is a candidate itself, in any case, with both of its quotes or without them.
  package let isWhole: Bool

  /// The completion of the last word of a text; nil if no candidate begins with it.
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
  /// Ignores case and quotes.
  fileprivate func isCompletion(of word: String) -> Bool { unquoted.hasPrefix(word.unquoted) }

  fileprivate var unquoted: String { lowercased().filter { $0 != "\"" } }

  /// The longest start that both share, in the letters of this one.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
  }
}

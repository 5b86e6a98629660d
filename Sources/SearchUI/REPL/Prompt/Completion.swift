import GitHubModel
import SearchModel

/// What Tab makes of the word before the cursor.
struct Completion: Sendable, Equatable {
  /// What comes in the place of the word; the word itself when nothing is certain.
  let replacement: String
  /// All that it could become, when that is more than one.
  let choices: [String]

  /// Nil where nothing is known that could stand there.
  ///
  /// - Parameters:
  ///   - text: the line up to the cursor.
  ///   - state: whose rows and favourites names are taken from.
  init?(_ text: String, _ state: SearchState) {
    let start = Self.startOfWord(text)
    let (before, word) = (text[..<start], String(text[start...]))
    let candidates = Self.candidates(word, after: before, state)
      .filter { $0.isCompletion(of: word) }
    guard let first = candidates.first else { return nil }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    replacement = common.count > word.count || candidates.count == 1 ? common : word
    choices = candidates.count > 1 ? candidates : []
  }

  /// Where the last word begins; a blank inside of quotes is part of it.
  static func startOfWord(_ text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
    }
    return start
  }

  private static func candidates(
    _ word: String,
    after before: Substring,
    _ state: SearchState
  ) -> [String] {
    let line = (before + word).drop(while: \.isWhitespace)
    guard line.hasPrefix(":") else { return QualifierWords.candidates(word, state) }
    if before.allSatisfy(\.isWhitespace) {
      return REPLCommand.all.map { ":\($0.name)" + ($0.takesArgument ? " " : "") }
    }
    let words = before.split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else { return [] }
    return REPLCommand.named(String(words[0].dropFirst()))?.words ?? []
  }
}

extension String {
  /// In any case, and whether its value needs quotes or not.
  fileprivate func isCompletion(of word: String) -> Bool {
    let (text, start) = (
      lowercased().filter { $0 != "\"" }, word.lowercased().filter { $0 != "\"" }
    )
    return text.hasPrefix(start)
  }

  /// The longest start that both have, in the letters of this one.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
  }
}

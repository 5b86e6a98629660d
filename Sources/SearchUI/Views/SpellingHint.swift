import GitHubModel
import SearchModel
import Terminal

/// A query that finds nothing, with a word that is known here and one letter away in its place.
enum SpellingHint {
  static func text(_ search: SearchState) -> SafeText? {
    let words = search.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let known = known(search)
    for (index, word) in words.enumerated() where word.count >= minLength {
      let small = word.lowercased()
      guard !known.contains(small), let near = known.first(where: { isNear(small, $0) })
      else { continue }
      var better = words
      better[index] = near
      return SafeText(better.joined(separator: " "), longest: 300)
    }
    return nil
  }

  /// Words of earlier searches, newest first, and the names of languages.
  private static func known(_ search: SearchState) -> [String] {
    let earlier = search.history.prefix(maxSearches).flatMap { text in
      QueryWords(text).terms.compactMap { term -> String? in
        if case .text(let word) = term { word.lowercased() } else { nil }
      }
    }
    let typed = Set(search.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
    return LanguageColor.names.map { $0.lowercased() }
      + earlier.filter { $0.count >= minLength && !typed.contains($0) }
  }

  private static func isNear(_ word: String, _ other: String) -> Bool {
    abs(word.count - other.count) < 2 && EditDistance.between(word, other) == 1
  }

  /// A shorter word is near too many others.
  private static let minLength = 4
  private static let maxSearches = 200
}

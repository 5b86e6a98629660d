/// The words of a query, as far as GitHub's limits count them.
struct QueryWords {
  /// Characters of what is neither an operator nor a qualifier, and the spaces between.
  private(set) var freeTextCount = 0
  private(set) var operatorCount = 0
  private(set) var isEmpty = true

  init(_ text: String) {
    for word in Self.split(text) {
      isEmpty = false
      if Self.operators.contains(word) {
        operatorCount += 1
      } else if !Self.isQualifier(word) {
        freeTextCount += word.count + (freeTextCount > 0 ? 1 : 0)
      }
    }
  }

  private static let operators: Set<Substring> = ["AND", "OR", "NOT"]

  /// Splits at white space that stands outside double quotes.
  private static func split(_ text: String) -> [Substring] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character.isWhitespace && !isQuoted
    }
  }

  private static func isQualifier(_ word: Substring) -> Bool {
    guard let colon = word.firstIndex(of: ":") else { return false }
    let name = word[..<colon]
    return Qualifier.names.contains(name.hasPrefix("-") ? String(name.dropFirst()) : String(name))
  }
}

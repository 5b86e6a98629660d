/// The words of a query, as far as GitHub's limits count them and this program understands them.
package struct QueryWords: Sendable {
  /// What a word of a query is to GitHub.
  package enum Term: Sendable, Hashable {
    /// Searched for; a phrase without its quotes.
    case text(String)
    /// `name:value`, the value without its quotes.
    case qualifier(name: String, value: String, isNegated: Bool)
    /// AND, OR or NOT.
    case logic(String)
  }

  /// In the order typed.
  package private(set) var terms: [Term] = []
  /// Characters of what is neither an operator nor a qualifier, and the spaces between.
  private(set) var freeTextCount = 0
  private(set) var operatorCount = 0

  var isEmpty: Bool { terms.isEmpty }

  package init(_ text: String) {
    for word in Self.split(text) {
      let term = Self.term(word)
      terms.append(term)
      switch term {
      case .logic: operatorCount += 1
      case .text: freeTextCount += word.count + (freeTextCount > 0 ? 1 : 0)
      case .qualifier: break
      }
    }
  }

  static let operators: Set<Substring> = ["AND", "OR", "NOT"]

  /// Splits at white space that stands outside double quotes.
  static func split(_ text: String) -> [Substring] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character.isWhitespace && !isQuoted
    }
  }

  private static func term(_ word: Substring) -> Term {
    if operators.contains(word) { return .logic(String(word)) }
    return qualifier(word) ?? .text(unquoted(word))
  }

  private static func qualifier(_ word: Substring) -> Term? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let isNegated = word.hasPrefix("-")
    let name = String(isNegated ? word[..<colon].dropFirst() : word[..<colon])
    guard Qualifier.names.contains(name) else { return nil }
    let value = unquoted(word[word.index(after: colon)...])
    return .qualifier(name: name, value: value, isNegated: isNegated)
  }

  private static func unquoted(_ text: Substring) -> String {
    text.filter { $0 != "\"" }
  }
}

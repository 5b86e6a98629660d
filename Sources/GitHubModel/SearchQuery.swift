/// What is searched for: the user's own text, checked qualifiers, and the order of the answer.
package struct SearchQuery: Sendable, Hashable {
  /// What GitHub sorts by.
  package enum Sort: String, Sendable, CaseIterable {
    case bestMatch = "best-match"
    case stars
    case forks
    case helpWantedIssues = "help-wanted-issues"
    case updated
  }

  /// Ignored by GitHub with best match.
  package enum Order: String, Sendable, CaseIterable {
    case descending = "desc"
    case ascending = "asc"
  }

  /// As typed: qualifiers and operators in it reach GitHub untouched.
  package let text: String
  package let qualifiers: [Qualifier]
  package var sort: Sort
  package var order: Order

  /// Checks what GitHub would refuse, before a request is spent on it.
  ///
  /// - Throws: ``InvalidQuery`` when there is nothing to search for, more than
  ///   ``longestText`` characters, or more than ``mostOperators`` operators.
  package init(
    text: String,
    qualifiers: [Qualifier] = [],
    sort: Sort = .bestMatch,
    order: Order = .descending
  ) throws(InvalidQuery) {
    try Self.check(text, hasQualifiers: !qualifiers.isEmpty)
    self.text = text
    self.qualifiers = qualifiers
    self.sort = sort
    self.order = order
  }

  /// A query that says more exactly what a checked one says.
  init(narrowed text: String, qualifiers: [Qualifier], sort: Sort, order: Order) {
    self.text = text
    self.qualifiers = qualifiers
    self.sort = sort
    self.order = order
  }

  /// The text and the qualifiers, as the parameter `q` has them.
  package var q: String {
    let parts = qualifiers.map(\.text)
    return (text.allSatisfy(\.isWhitespace) ? parts : [text] + parts).joined(separator: " ")
  }

  /// Characters, operators and qualifiers not counted (GitHub's REST documentation on search).
  package static let longestText = 256
  /// AND, OR and NOT together (GitHub's REST documentation on search).
  package static let mostOperators = 5

  private static func check(_ text: String, hasQualifiers: Bool) throws(InvalidQuery) {
    let words = QueryWords(text)
    guard hasQualifiers || !words.isEmpty else { throw .empty }
    guard words.freeTextCount <= longestText else { throw .tooLong(words.freeTextCount) }
    guard words.operatorCount <= mostOperators else { throw .tooManyOperators(words.operatorCount) }
  }
}

/// Why a query is not worth a request.
package enum InvalidQuery: Error, Sendable, Hashable {
  case empty
  /// That many characters.
  case tooLong(Int)
  /// That many AND, OR and NOT.
  case tooManyOperators(Int)
}

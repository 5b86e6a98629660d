package import Essentials

/// A search query: the user's text, checked qualifiers, and the order of the results.
package struct SearchQuery: Sendable, Hashable {
  /// The key that the results are sorted by.
  package enum Sort: String, Sendable, CaseIterable {
    case bestMatch = "best-match"
    case stars, forks
    case helpWantedIssues = "help-wanted-issues"
    case updated
  }

  /// The direction of the sort, which GitHub ignores with `best-match`.
  package enum Order: String, Sendable, CaseIterable {
    case descending = "desc"
    case ascending = "asc"
  }

  /// The text as typed, which is sent unchanged, including its qualifiers and operators.
  package let text: String
  /// The qualifiers that are appended to the text.
  package let qualifiers: [Qualifier]
  package var sort: Sort
  package var order: Order

  /// Creates a query after checking for anything that GitHub would reject.
  ///
  /// - Throws: ``InvalidQuery`` for an empty query, more than ``maxTextLength`` characters, or more than
  ///   ``maxOperators`` operators.
  package init(
    text: String,
    qualifiers: [Qualifier] = [],
    sort: Sort = .bestMatch,
    order: Order = .descending
  ) throws(InvalidQuery) {
    try Self.check(text, hasQualifiers: !qualifiers.isEmpty)
    (self.text, self.qualifiers, self.sort, self.order) = (text, qualifiers, sort, order)
  }

  /// Creates a narrower version of a checked query.
  init(narrowed text: String, qualifiers: [Qualifier], sort: Sort, order: Order) {
    (self.text, self.qualifiers, self.sort, self.order) = (text, qualifiers, sort, order)
  }

  /// The value of the parameter `q`: the text and the qualifiers.
  package var q: String {
    let parts = qualifiers.map(\.text)
    return (text.allSatisfy(\.isWhitespace) ? parts : [text] + parts).joined(separator: " ")
  }

  /// The maximum number of characters, without operators and qualifiers (GitHub's REST
  /// documentation on search).
  package static let maxTextLength = 256
  /// The maximum number of AND, OR and NOT operators (the same documentation).
  package static let maxOperators = 5

  private static func check(_ text: String, hasQualifiers: Bool) throws(InvalidQuery) {
    let words = QueryWords(text)
    guard hasQualifiers || !words.isEmpty else { throw .empty }
    guard words.freeTextCount <= maxTextLength else { throw .tooLong(words.freeTextCount) }
    guard words.operatorCount <= maxOperators else { throw .tooManyOperators(words.operatorCount) }
  }
}

/// The order of the rows of a list.
package enum ListSort: Sendable, Hashable {
  /// The order of a search; for local lists, ``SearchQuery/Sort/bestMatch`` is their own order.
  case search(SearchQuery.Sort)
  /// By the time when the user starred them.
  case starred

  package static let bestMatch = Self.search(.bestMatch)
  package static let stars = Self.search(.stars)
}

extension SearchQuery {
  /// The query with its ranges in GitHub's notation: `stars:1k` is sent as `stars:1000`.
  package func withRangesForGitHub(at now: Date) -> SearchQuery {
    SearchQuery(
      narrowed: QueryWords.withRangesForGitHub(text, at: now),
      qualifiers: qualifiers,
      sort: sort,
      order: order
    )
  }
}

extension SearchQuery {
  /// The query with a shorter text.
  package func with(text: String) -> SearchQuery {
    SearchQuery(narrowed: text, qualifiers: qualifiers, sort: sort, order: order)
  }
}

extension QueryWords {
  /// The text with its ranges in GitHub's notation; unreadable ones are kept.
  package static func withRangesForGitHub(_ text: String, at now: Date) -> String {
    var changed = text
    for word in split(text).reversed() {
      guard case .qualifier(let name, let value, let isNegated)? = qualifier(word),
        let range = try? Qualifier.Name(rawValue: name)?.range(value, at: now)?.text, range != value
      else { continue }
      changed.replaceSubrange(
        word.startIndex..<word.endIndex,
        with: "\(isNegated ? "-" : "")\(name):\(range)"
      )
    }
    return changed
  }
}

extension Qualifier.Name {
  /// The range in a value of the qualifier; nil if the qualifier takes no range.
  func range(_ value: String, at now: Date) throws(InvalidRange) -> ValueRange? {
    switch self {
    case .stars, .forks, .size, .followers, .topicCount, .goodFirstIssues, .helpWantedIssues:
      try ValueRange(counts: value)
    case .created, .pushed: try ValueRange(times: value, now: now)
    case .language, .topic, .license, .user, .repo, .archived, .template, .mirror, .fork, .is, .in:
      nil
    }
  }
}

/// The reason why GitHub would reject a query.
package enum InvalidQuery: Error, Sendable, Hashable {
  case empty
  /// Too long, with this number of characters.
  case tooLong(Int)
  /// Too many operators, with this number of AND, OR and NOT.
  case tooManyOperators(Int)
}

extension InvalidQuery {
  /// The reason in words.
  package var why: String {
    switch self {
    case .empty: "the query is empty"
    case .tooLong(let count):
      "the query has \(count) characters; GitHub allows \(SearchQuery.maxTextLength)"
    case .tooManyOperators(let count):
      "the query has \(count) AND, OR and NOT operators; GitHub allows \(SearchQuery.maxOperators)"
    }
  }

  /// How to change the query.
  package var advice: String {
    switch self {
    case .empty: "add words or a qualifier, such as `ghsearch swift --sort stars`"
    case .tooLong: "use fewer words; qualifiers do not count"
    case .tooManyOperators: "split it into several searches"
    }
  }
}

extension SearchQuery {
  /// How a query uses a qualifier.
  package enum QualifierUse: Sendable, Equatable {
    case absent
    /// Once, applying to the whole query.
    case plain(value: String)
    /// Several times, negated, quoted or next to an operator, so that replacing it would change the
    /// query's meaning.
    case notReplaceable
  }

  /// Returns how the query uses a qualifier, in its text or its qualifiers.
  package func use(of name: Qualifier.Name) -> QualifierUse {
    let words = QueryWords.split(text).map(String.init) + qualifiers.map(\.text)
    let places = words.indices.filter { Self.names(name, words[$0]) }
    guard let place = places.first else { return .absent }
    let value = words[place].dropFirst(name.rawValue.count + 1)
    let neighbors = [place - 1, place + 1].filter(words.indices.contains).map { words[$0] }
    let isStandalone = neighbors.allSatisfy { !QueryWords.operators.contains($0[...]) }
    guard places.count == 1, isStandalone, !words[place].hasPrefix("-"), !value.contains("\"")
    else { return .notReplaceable }
    return .plain(value: String(value))
  }

  /// Returns a copy of the query with a qualifier added or replaced.
  ///
  /// The use of the qualifier must be absent or plain.
  package func limiting(_ name: Qualifier.Name, to value: String) -> SearchQuery {
    let words = QueryWords.split(text)
    let isUsed = words.contains { Self.names(name, String($0)) }
    return SearchQuery(
      narrowed: isUsed
        ? words.filter { !Self.names(name, String($0)) }.joined(separator: " ") : text,
      qualifiers: qualifiers.filter { !Self.names(name, $0.text) }
        + [Qualifier(name, value)].compactMap(\.self),
      sort: sort,
      order: order
    )
  }

  private static func names(_ name: Qualifier.Name, _ word: String) -> Bool {
    let word = word.lowercased()
    return word.hasPrefix("\(name.rawValue):") || word.hasPrefix("-\(name.rawValue):")
  }
}

/// The words of a query, and the counts that GitHub limits.
package struct QueryWords: Sendable {
  package enum Term: Sendable, Hashable {
    /// A word to search for, or a phrase without its quotes.
    case text(String)
    /// A qualifier, `name:value`, with its value unquoted.
    case qualifier(name: String, value: String, isNegated: Bool)
    case logic(String)
  }

  package private(set) var terms: [Term] = []
  /// The characters of the words to search for, including the spaces between them.
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

  static let operators: [Substring] = ["AND", "OR", "NOT"]

  /// Splits at white space outside double quotes.
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

/// A qualifier of a query, `name:value`, or its negation, `-name:value`.
package struct Qualifier: Sendable, Hashable {
  package let name: Name
  /// The value, without the quotes that a query may require.
  package let value: String
  package let isNegated: Bool

  /// Creates a qualifier; nil for a value that cannot be quoted.
  ///
  /// Such a value is empty, or contains a quote or a control character.
  package init?(_ name: Name, _ value: String, isNegated: Bool = false) {
    let hasForbidden = value.unicodeScalars.contains {
      $0 == "\"" || $0.properties.generalCategory == .control
    }
    guard !value.allSatisfy(\.isWhitespace), !hasForbidden else { return nil }
    self.init(checked: name, value, isNegated: isNegated)
  }

  package init(_ name: Name, _ range: ValueRange, isNegated: Bool = false) {
    self.init(checked: name, range.text, isNegated: isNegated)
  }

  private init(checked name: Name, _ value: String, isNegated: Bool) {
    (self.name, self.value, self.isNegated) = (name, value, isNegated)
  }

  /// The qualifier as text for a query, with quotes if the value needs them.
  package var text: String {
    // GitHub accepts a time's colons without quotes.
    let isTime = name == .created || name == .pushed
    let isPlain = value.allSatisfy { !$0.isWhitespace && ($0 != ":" || isTime) }
    return "\(isNegated ? "-" : "")\(name.rawValue):\(isPlain ? value : "\"\(value)\"")"
  }

  /// The qualifiers that have flags; users may type others.
  package enum Name: String, Sendable, CaseIterable {
    case language, topic, license, user, repo, stars, forks, size, followers, created, pushed
    case archived, template, mirror, fork, `is`, `in`
    case topicCount = "topics"
    case goodFirstIssues = "good-first-issues"
    case helpWantedIssues = "help-wanted-issues"
  }

  /// Every qualifier that GitHub documents for repositories.
  package static let names = Set(Name.allCases.map(\.rawValue)).union(["org", "has"])
}

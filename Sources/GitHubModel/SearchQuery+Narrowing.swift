extension SearchQuery {
  /// How a qualifier stands in a query.
  package enum QualifierUse: Sendable, Equatable {
    case absent
    /// Once, and limiting the whole query.
    case plain(value: String)
    /// Several times, negated, quoted or beside an operator: it cannot be replaced by another one
    /// without a change of meaning.
    case entangled
  }

  package func use(of name: Qualifier.Name) -> QualifierUse {
    let words = QueryWords.split(text).map(String.init) + qualifiers.map(\.text)
    let places = words.indices.filter { Self.names(name, words[$0]) }
    guard let place = places.first else { return .absent }
    let value = words[place].dropFirst(name.rawValue.count + 1)
    let neighbours = [place - 1, place + 1].filter(words.indices.contains).map { words[$0] }
    let isLoose = neighbours.allSatisfy { !QueryWords.operators.contains($0[...]) }
    guard places.count == 1, isLoose, !words[place].hasPrefix("-"), !value.contains("\"") else {
      return .entangled
    }
    return .plain(value: String(value))
  }

  /// The same query with the qualifier's one use replaced, or with a first one added.
  ///
  /// Only for a qualifier that is absent or plain.
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

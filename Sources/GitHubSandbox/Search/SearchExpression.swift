/// What a query asks of a repository.
indirect enum SearchExpression {
  case term(SearchTerm)
  case qualifier(SearchQualifier)
  case not(SearchExpression)
  case all([SearchExpression])
  case any([SearchExpression])

  /// The sum of what the words found are worth; nil when the repository does not match.
  func relevance(of entry: SearchEntry, stars: Int, fields: SearchTerm.Fields) -> Int? {
    switch self {
    case .term(let term): return term.relevance(in: entry, fields: fields)
    case .qualifier(let qualifier): return qualifier.matches(entry, stars: stars) ? 0 : nil
    case .not(let inner):
      return inner.relevance(of: entry, stars: stars, fields: fields) == nil ? 0 : nil
    case .all(let parts):
      var sum = 0
      for part in parts {
        guard let score = part.relevance(of: entry, stars: stars, fields: fields) else {
          return nil
        }
        sum += score
      }
      return sum
    case .any(let parts):
      return parts.compactMap { $0.relevance(of: entry, stars: stars, fields: fields) }.max()
    }
  }
}

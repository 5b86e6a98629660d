import GRDB
import GitHubModel

/// A query of one full-text index, which yields the rows with most stars first.
struct IndexScan {
  private let search: RepositorySearch
  private let index: String
  private let query: PrefixQuery

  init(_ search: RepositorySearch, _ index: String, _ query: PrefixQuery) {
    (self.search, self.index, self.query) = (search, index, query)
  }

  /// The numbers of the best rows.
  func ranks(limit: Int) throws -> [Int64] {
    if query.longWords.isEmpty { return try all(limit: limit) }
    return try sifted(limit: limit) ?? all(limit: limit)
  }

  private func all(limit: Int) throws -> [Int64] {
    try Int64.fetchAll(statement(), arguments: [query.pattern, limit])
  }

  /// By the short pattern, looking at each row; nil where too few of them pass.
  ///
  /// Then the long words are rare, and FTS5 is quick to gather them.
  private func sifted(limit: Int) throws -> [Int64]? {
    let most = 2 * limit + Self.patience
    let rows = try Int64.fetchCursor(statement(), arguments: [query.shortPattern, most])
    var (ranks, seen) = ([Int64](), 0)
    while ranks.count < limit, let rank = try rows.next() {
      seen += 1
      if try passes(rank) { ranks.append(rank) }
    }
    return ranks.count < limit && seen == most ? nil : ranks
  }

  private static let patience = 100

  private func passes(_ rank: Int64) throws -> Bool {
    guard let repository = try search.repository(rank) else { return false }
    let text = SearchText(repository)
    let words = try PrefixQuery.tokens(
      index == SearchIndex.names ? text.name : text.everything,
      in: search.database
    )
    return query.longWords.allSatisfy { long in words.contains { $0.hasPrefix(long) } }
  }

  private func statement() throws -> Statement {
    try search.database.cachedStatement(
      sql: """
        SELECT rowid FROM \(index) WHERE \(index) MATCH ?\(search.restriction(on: "\(index).rowid"))
        ORDER BY rowid LIMIT ?
        """
    )
  }
}

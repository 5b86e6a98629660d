import GRDB
import GitHubModel

/// Finds repositories by the words that their names, descriptions, topics or languages begin with.
///
/// First those that are called just so, then those whose names have all the words, then the others;
/// within each, those with most stars first.
struct RepositorySearch {
  let database: Database
  /// Only the stars of this account; nil for all there is.
  var account: AccountID?

  func matches(_ text: String, limit: Int) throws -> [Repository] {
    guard limit > 0, let query = try PrefixQuery(text, in: database) else { return [] }
    var found = RankList(limit: limit)
    found.add(try namesakes(text, limit: limit))
    for index in [SearchIndex.names, SearchIndex.everything] where found.room > 0 {
      found.add(try IndexScan(self, index, query).ranks(limit: limit))
    }
    return try found.ranks.compactMap(repository)
  }

  /// The one with the row number.
  func repository(_ rank: Int64) throws -> Repository? {
    let statement = try database.cachedStatement(sql: Self.byRank)
    return try Row.fetchOne(statement, arguments: [rank]).flatMap { RepositoryRow.repository($0) }
  }

  private static let byRank = "SELECT \(RepositoryRow.list) FROM repository WHERE rank = ?"

  /// A condition on the column with a repository's row number.
  func restriction(on rank: String) -> String {
    guard let account else { return "" }
    return """
       AND EXISTS (
        SELECT 1 FROM repository AS one JOIN star ON star.repository = one.id
        WHERE one.rank = \(rank) AND star.account = \(account.rawValue)
      )
      """
  }

  /// Those of the very name, with or without its owner.
  private func namesakes(_ text: String, limit: Int) throws -> [Int64] {
    let words = text.split(whereSeparator: \.isWhitespace)
    let parts = words.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard words.count == 1, let name = parts.last, parts.count <= 2 else { return [] }
    let isFull = parts.count == 2
    let condition = isFull ? "name = ? AND owner = ?" : "name = ?"
    let statement = try database.cachedStatement(
      sql: """
        SELECT rank FROM repository WHERE \(condition)\(restriction(on: "repository.rank"))
        ORDER BY rank LIMIT ?
        """
    )
    let texts = [name] + parts.dropLast()
    return try Int64.fetchAll(
      statement,
      arguments: StatementArguments(texts.map { String($0).storable }) + [limit]
    )
  }
}

/// Row numbers, each once, in the order in which they were found.
private struct RankList {
  let limit: Int
  private(set) var ranks: [Int64] = []

  init(limit: Int) { self.limit = limit }

  var room: Int { limit - ranks.count }

  mutating func add(_ found: [Int64]) {
    let known = Set(ranks)
    ranks += found.filter { !known.contains($0) }.prefix(room)
  }
}

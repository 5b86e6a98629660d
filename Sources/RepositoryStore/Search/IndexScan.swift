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
    let first = try sift(whole: [], limit: limit)
    if first.isComplete { return first.ranks }
    // Those that most rows lack are rare, and FTS5 is quick to gather them; the others are not.
    let second = try sift(whole: first.rareWords, limit: limit)
    return try second.isComplete ? second.ranks : all(limit: limit)
  }

  private func all(limit: Int) throws -> [Int64] {
    try Int64.fetchAll(statement(), arguments: [query.pattern, limit])
  }

  /// By a pattern that finds too much, looking at each row until there are enough or too many.
  private func sift(whole: Set<String>, limit: Int) throws -> Sifting {
    let most = 2 * limit + Self.patience
    let pattern = query.shortPattern(whole: whole)
    let rows = try Int64.fetchCursor(statement(), arguments: [pattern, most])
    var sifting = Sifting(limit: limit, most: most)
    while sifting.ranks.count < limit, let rank = try rows.next() {
      sifting.take(rank, lacking: try lacking(rank))
    }
    return sifting
  }

  private static let patience = 100

  /// The long words that no word of the row begins with.
  private func lacking(_ rank: Int64) throws -> [String] {
    guard let repository = try search.repository(rank) else { return query.longWords }
    let text = SearchText(repository)
    let words = try PrefixQuery.tokens(
      index == SearchIndex.names ? text.name : text.everything,
      in: search.database
    )
    return query.longWords.filter { long in !words.contains { $0.hasPrefix(long) } }
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

/// What has come of looking at rows one by one.
private struct Sifting {
  let limit: Int
  let most: Int
  private(set) var ranks: [Int64] = []
  private var seen = 0
  private var lacked: [String: Int] = [:]

  init(limit: Int, most: Int) { (self.limit, self.most) = (limit, most) }

  /// Whether there can be no more, or there are enough.
  var isComplete: Bool { ranks.count == limit || seen < most }

  /// The words that at least half of the rows lack.
  var rareWords: Set<String> { Set(lacked.filter { 2 * $0.value >= seen }.keys) }

  mutating func take(_ rank: Int64, lacking words: [String]) {
    seen += 1
    if words.isEmpty { ranks.append(rank) }
    for word in words { lacked[word, default: 0] += 1 }
  }
}

import GRDB
import GitHubModel

/// Finds repositories of the cache by the words that their names, descriptions, topics or languages begin with.
///
/// First those with exactly that name, then those whose names have all the words, then the others; in
/// each group, those with the most stars first.
struct RepositorySearch {
  let database: Database

  func matches(_ text: String, limit: Int) throws -> [Repository] {
    guard limit > 0, let query = try PrefixQuery(text, in: database) else { return [] }
    var found = try exactNames(text, limit: limit)
    for index in [SearchIndex.names, SearchIndex.everything] where found.count < limit {
      let known = Set(found)
      let scan = IndexScan(search: self, index: index, query: query, limit: limit)
      found += try scan.ranks().filter { !known.contains($0) }.prefix(limit - found.count)
    }
    return try found.compactMap(repository)
  }

  /// The repository with the row number.
  func repository(_ rank: Int64) throws -> Repository? {
    let statement = try database.cachedStatement(sql: Self.byRank)
    return try Row.fetchOne(statement, arguments: [rank]).flatMap { RepositoryRow.repository($0) }
  }

  private static let byRank = "SELECT \(RepositoryRow.list) FROM repository WHERE rank = ?"

  /// The row numbers of the repositories with exactly that name, with or without its owner.
  private func exactNames(_ text: String, limit: Int) throws -> [Int64] {
    guard let wanted = ExactName(text) else { return [] }
    let condition = wanted.owner == nil ? "name = ?" : "name = ? AND owner = ?"
    let statement = try database.cachedStatement(
      sql: "SELECT rank FROM repository WHERE \(condition) ORDER BY rank LIMIT ?"
    )
    let texts = [wanted.name] + [wanted.owner].compactMap(\.self)
    return try Int64.fetchAll(
      statement,
      arguments: StatementArguments(texts.map(\.storable)) + [limit]
    )
  }
}

/// A typed text that may be the whole name of a repository, with or without its owner.
struct ExactName {
  let owner: String?
  let name: String

  /// Nil for several words.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let parts = words.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard words.count == 1, let name = parts.last, parts.count <= 2 else { return nil }
    (self.owner, self.name) = (parts.dropLast().first.map(String.init), String(name))
  }
}

/// A query of one full-text index, which yields the rows with most stars first.
private struct IndexScan {
  let search: RepositorySearch
  let index: String
  let query: PrefixQuery
  let limit: Int

  /// The numbers of the best rows.
  func ranks() throws -> [Int64] {
    if query.longWords.isEmpty { return try all() }
    let first = try filterCandidates(whole: [])
    if first.isComplete { return first.ranks }
    // Words that most rows lack are rare, so FTS5 collects their rows quickly; this is not so for others.
    let second = try filterCandidates(whole: first.rareWords)
    return try second.isComplete ? second.ranks : all()
  }

  private func all() throws -> [Int64] {
    try Int64.fetchAll(statement(), arguments: [query.pattern, limit])
  }

  /// Checks the rows of a pattern that finds too many, until there are enough matches or too many rows.
  ///
  /// It is complete if there are enough, or no further rows; rare words are those that at least half of the
  /// rows lack.
  private func filterCandidates(
    whole: Set<String>
  ) throws -> (ranks: [Int64], isComplete: Bool, rareWords: Set<String>) {
    let maxRows = 2 * limit + Self.spareRows
    let pattern = query.shortPattern(whole: whole)
    let rows = try Int64.fetchCursor(statement(), arguments: [pattern, maxRows])
    var (ranks, lacked, seen) = ([Int64](), [String: Int](), 0)
    while ranks.count < limit, let rank = try rows.next() {
      let words = try missingWords(rank)
      seen += 1
      if words.isEmpty { ranks.append(rank) }
      for word in words { lacked[word, default: 0] += 1 }
    }
    let rareWords = Set(lacked.filter { 2 * $0.value >= seen }.keys)
    return (ranks, ranks.count == limit || seen < maxRows, rareWords)
  }

  private static let spareRows = 100

  /// The long words that no word of the row begins with.
  private func missingWords(_ rank: Int64) throws -> [String] {
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
      sql: "SELECT rowid FROM \(index) WHERE \(index) MATCH ? ORDER BY rowid LIMIT ?"
    )
  }
}

/// A text as the user types it, as a query of the full-text indexes.
///
/// The index's own tokenizer splits the text, so nothing in it is syntax. Each word is a prefix, and
/// a row must match all of them.
struct PrefixQuery {
  let words: [String]

  /// Nil for a text without a letter or digit.
  init?(_ text: String, in database: Database) throws {
    let typed = Self.cut(text.storable, to: Self.maxScalars)
    words = Self.withoutImpliedPrefixes(try Self.tokens(typed, in: database))
    if words.isEmpty { return nil }
  }

  /// The words of a text, as the indexes have them.
  static func tokens(_ text: String, in database: Database) throws -> [String] {
    if text.utf8.allSatisfy({ $0 < 128 }) { return plainTokens(text) }
    return try database.makeTokenizer(Schema.tokenizer).tokenize(document: text).map(\.token)
  }

  /// Returns the same as the tokenizer for ASCII, about ten times as fast.
  private static func plainTokens(_ text: String) -> [String] {
    text.lowercased().utf8
      .split { !(97...122).contains($0) && !(48...57).contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The query in FTS5's syntax: `"swift"* "nio"*`.
  var pattern: String { Self.pattern(words) }

  /// The same query with long words, except those in `whole`, cut to the longest indexed prefix.
  ///
  /// For a longer prefix, FTS5 collects the rows of all words before it yields the first one. With this
  /// pattern it yields the best rows at once, among them some that do not match.
  func shortPattern(whole: Set<String>) -> String {
    Self.pattern(words.map { whole.contains($0) ? $0 : Self.cut($0, to: Schema.maxPrefix) })
  }

  /// The words that ``shortPattern(whole:)`` cuts.
  var longWords: [String] { words.filter { $0.unicodeScalars.count > Schema.maxPrefix } }

  private static func cut(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
  }

  private static func pattern(_ words: [String]) -> String {
    words.map { "\"\($0)\"*" }.joined(separator: " ")
  }

  /// Longer queries find nothing, and FTS5 has a limit of 256 words.
  private static let maxScalars = 256
  private static let maxWords = 16

  /// The words without those that another word begins with: what matches `swift` matches `s` too.
  private static func withoutImpliedPrefixes(_ tokens: [String]) -> [String] {
    var words: [String] = []
    for token in tokens where !words.contains(where: { $0.hasPrefix(token) }) {
      words.removeAll { token.hasPrefix($0) }
      words.append(token)
    }
    return Array(words.prefix(maxWords))
  }
}

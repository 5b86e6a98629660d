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
      let ranks = try ranks(of: query, in: index, limit: limit)
      found += ranks.filter { !known.contains($0) }.prefix(limit - found.count)
    }
    return try found.compactMap(repository)
  }

  /// The row numbers of the best matches in an index.
  private func ranks(of query: PrefixQuery, in index: String, limit: Int) throws -> [Int64] {
    let statement = try database.cachedStatement(
      sql: "SELECT rowid FROM \(index) WHERE \(index) MATCH ? ORDER BY rowid LIMIT ?"
    )
    return try Int64.fetchAll(statement, arguments: [query.pattern, limit])
  }

  /// The repository with the row number.
  private func repository(_ rank: Int64) throws -> Repository? {
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

/// A text as the user types it, as a query of the full-text indexes.
///
/// The index's own tokenizer splits the text, so nothing in it is syntax. Each word is a prefix, and
/// a row must match all of them.
struct PrefixQuery {
  private let words: [String]

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
  ///
  /// Words are cut to the longest prefix that is indexed: for a longer one, FTS5 collects the rows of all words that
  /// begin so before it yields the first.
  var pattern: String {
    words.map { "\"\(Self.cut($0, to: Schema.maxPrefix))\"*" }.joined(separator: " ")
  }

  private static func cut(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
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

import GRDB
package import GitHubModel

/// The texts in which stars are searched, most important first.
package enum StarField: String, Sendable, CaseIterable {
  /// The owner and the name.
  case name
  /// The topics and the language.
  case topics
  case description
  /// The user's note about it.
  case note
  /// The README, if it was fetched.
  case readme
}

extension StarField {
  /// The fields that `in:` limits a search to, such as `in:name,description`; nil for another
  /// qualifier, or for a field that is not searched.
  package static func named(by qualifier: Qualifier) -> Set<Self>? {
    guard qualifier.name == .in, !qualifier.isNegated else { return nil }
    let names = qualifier.value.lowercased().split(separator: ",", omittingEmptySubsequences: false)
    let fields = names.map { Self(rawValue: String($0)) }
    return fields.contains(nil) ? nil : Set(fields.compactMap(\.self))
  }
}

/// A search of an account's stars.
package struct StarQuery: Sendable, Hashable {
  package internal(set) var query: LocalQuery
  package var fields: Set<StarField>
  /// Whether to use neither synonyms nor corrections.
  package var isExact: Bool

  package init(
    _ query: LocalQuery,
    in fields: Set<StarField> = Set(StarField.allCases),
    isExact: Bool = false
  ) {
    // Several name alternatives, as on GitHub.
    let named = query.qualifiers.compactMap(StarField.named).reduce(Set()) { $0.union($1) }
    self.fields = named.isEmpty ? fields : fields.intersection(named)
    (self.query, self.isExact) = (query, isExact)
  }

  /// The qualifiers about repositories rather than the fields to search.
  package var conditions: [Qualifier] { query.qualifiers.filter { StarField.named(by: $0) == nil } }

  package init(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    isExact: Bool = false
  ) {
    self.init(LocalQuery(text), in: fields, isExact: isExact)
  }
}

/// The stars found by a search.
package struct StarMatches: Sendable {
  package let stars: [Star]
  /// The query that the best ones match.
  package let query: StarQuery
  /// The correction; nil if all stars have all words as typed, or if there are none.
  package let correction: SearchCorrection?
  /// The number of matches without a limit; nil if they were not counted.
  package var total: Int?
}

extension LibraryStore {
  /// The account's stars that match a query, best first.
  ///
  /// Repositories with that name come first, then names that start with it, then those with all
  /// words in the name, topics and description, then matches in notes, then in READMEs, and finally
  /// matches of synonyms. Equal matches, and READMEs if thousands match, are ordered by the newest
  /// star. A query without words finds the stars that meet its conditions, newest first; an empty
  /// query finds nothing.
  ///
  /// If nothing matches, words are corrected, and then any of the words suffices
  /// (``SearchCorrection``), unless the query is exact. In a question, common words do not count,
  /// and stars with only some of the others follow. `offset` is the number of stars to skip.
  /// Counting all matches takes longer than finding the best.
  package func starMatches(
    _ query: StarQuery,
    of account: AccountID,
    limit: Int,
    offset: Int = 0,
    isCounted: Bool = false
  ) throws(StoreError) -> StarMatches {
    try file.read { database in
      try StarMatcher(database: database, account: account, query: query)
        .matches(limit: limit, offset: offset, isCounted: isCounted)
    }
  }

  /// A context line for each of the repositories that the query finds only by their notes or
  /// READMEs.
  ///
  /// The repositories are results of ``starMatches(_:of:limit:offset:)`` for the same query; others
  /// are omitted.
  package func matchedLines(
    _ query: StarQuery,
    of repositories: [Repository.ID],
    by account: AccountID
  ) throws(StoreError) -> [Repository.ID: TextMatch] {
    if repositories.isEmpty { return [:] }
    return try file.read { database in
      try MatchedLines(search: try StarSearch(database, account, query)).matches(of: repositories)
    }
  }
}

/// A search of an account's stars, or of the repositories in another list.
///
/// An SQL condition selects the results. The order comes from full-text queries, which run one
/// after another until there are enough rows: a word in the facts of many repositories is not
/// searched for in READMEs.
struct StarSearch {
  let database: Database
  /// The account; nil for a list that belongs to none.
  let account: AccountID?
  let query: StarQuery
  /// The nodes that must all match; empty for an empty query.
  let nodes: [LocalQuery.Node]
  /// The nodes for full-text queries, and the others.
  let words, conditions: [LocalQuery.Node]

  init(_ database: Database, _ account: AccountID?, _ query: StarQuery) throws {
    (self.database, self.account, self.query) = (database, account, query)
    nodes = try query.query.nodes.compactMap { try Self.meaningful($0, in: database) }
    (words, conditions) = (nodes.filter(\.isWords), nodes.filter { !$0.isWords })
  }

  /// The node without words that have no letter or digit, and without the fields to search.
  private static func meaningful(
    _ node: LocalQuery.Node,
    in database: Database
  ) throws -> LocalQuery.Node? {
    func meaningful(_ nodes: [LocalQuery.Node]) throws -> [LocalQuery.Node]? {
      let rest = try nodes.compactMap { try Self.meaningful($0, in: database) }
      return rest.isEmpty ? nil : rest
    }
    switch node {
    case .term(let term): return try StarWords.tokens(term.text, in: database).isEmpty ? nil : node
    case .qualifiers(let qualifiers):
      let rest = qualifiers.filter { StarField.named(by: $0) == nil }
      return rest.isEmpty ? nil : .qualifiers(rest)
    case .list: return node
    case .all(let nodes): return try meaningful(nodes).map(LocalQuery.Node.all)
    case .any(let nodes): return try meaningful(nodes).map(LocalQuery.Node.any)
    case .not(let node): return try Self.meaningful(node, in: database).map(LocalQuery.Node.not)
    }
  }

  /// The repositories that match, best first.
  func ids(limit: Int) throws -> [Int64] {
    if nodes.isEmpty { return [] }
    guard try pattern(.everything, [:]) != nil else { return try newest(limit: limit) }
    var found: [Int64] = []
    var known: Set<Int64> = []
    func add(_ ids: [Int64]) {
      found += ids.filter { known.insert($0).inserted }.prefix(limit - found.count)
    }
    if query.fields.contains(.name), let name = NormalizedName(words) {
      add(try byNamePrefix(name, limit: limit))
    }
    func addMatches(_ synonyms: Synonyms.Words) throws {
      for index in TextIndex.allCases where found.count < limit && index.adds(to: self) {
        add(try matches(index, synonyms, limit: limit))
      }
    }
    try addMatches([:])
    if found.count < limit {
      let synonyms = try synonyms()
      if !synonyms.isEmpty { try addMatches(synonyms) }
    }
    return found
  }
}

// MARK: - Rows

extension StarSearch {
  /// The words that every result has in the index, in FTS5's syntax; nil if there are none.
  func pattern(_ index: TextIndex, _ synonyms: Synonyms.Words) throws -> String? {
    try StarPatterns(database: database, index: index, fields: query.fields, synonyms: synonyms)
      .all(nodes)
  }

  /// The synonyms of the query's words.
  func synonyms() throws -> Synonyms.Words {
    if query.isExact { return [:] }
    return try Synonyms(database: database).of(nodes.flatMap(\.words))
  }

  /// The condition that a repository in another list matches; it has this ID.
  func condition(for id: SQL) throws -> SQL {
    let condition = StarCondition(search: self, id: id, synonyms: try synonyms())
    let rest = try condition.all(conditions)
    return words.isEmpty ? rest : try "\(condition.words(words)) AND \(rest)"
  }

  private func matches(
    _ index: TextIndex,
    _ synonyms: Synonyms.Words,
    limit: Int
  ) throws -> [Int64] {
    guard let pattern = try pattern(index, synonyms) else { return [] }
    let table = SQL(sql: index.rawValue)
    let id: SQL = "\(table).rowid"
    // Short prefixes are quick to find only in the facts.
    let isShort = nodes.flatMap(\.words).contains(where: \.isShortBeginning)
    let condition = StarCondition(
      search: self,
      id: id,
      synonyms: synonyms,
      pattern: isShort ? nil : try self.pattern(.everything, synonyms)
    )
    return try database.ids(
      """
      SELECT \(id) FROM \(table)
      CROSS JOIN star ON star.repository = \(id) AND star.account = \(account?.rawValue)
      WHERE \(table) MATCH \(pattern) AND \(condition.all(conditions))
      ORDER BY \(order(index, pattern)) star.starred_at DESC, star.id DESC LIMIT \(limit)
      """
    )
  }

  /// The first part of the order, by index; rows are then ordered by the date of their star.
  private func order(_ index: TextIndex, _ pattern: String) throws -> SQL {
    if try index == .everything && isCommon(pattern) { return "" }
    let table = SQL(sql: index.rawValue)
    let id: SQL = "\(table).rowid"
    // Among equals, archived repositories come last.
    let rank: SQL = """
      bm25(\(table), \(sql: index.weights)) * iif(\(RepositoryColumns.isArchived(id)), 0.9, 1),
      """
    guard index == .everything, query.fields.contains(.readme),
      let near = try StarPatterns(database: database, index: index).near(words)
    else { return rank }
    return "\(id) IN (SELECT rowid FROM text_index WHERE text_index MATCH \(near)) DESC, \(rank)"
  }

  /// All stars that meet the conditions, newest first.
  private func newest(limit: Int) throws -> [Int64] {
    try database.ids(
      """
      SELECT star.repository FROM star
      WHERE star.account = \(account?.rawValue)
        AND \(StarCondition(search: self, id: "star.repository").all(conditions))
      ORDER BY star.starred_at DESC, star.id DESC LIMIT \(limit)
      """
    )
  }

  /// The repositories with this name, followed by those whose names start with it.
  private func byNamePrefix(_ name: NormalizedName, limit: Int) throws -> [Int64] {
    let column = SQL(sql: NormalizedName.column)
    // The cross join keeps SQLite from reading all stars in order.
    return try database.ids(
      """
      SELECT repository.id FROM repository
      CROSS JOIN star ON star.repository = repository.id AND star.account = \(account?.rawValue)
      WHERE \(column) >= \(name.text) AND \(column) < \(name.text + "\u{10FFFF}")
        AND repository.owner = coalesce(\(name.owner), repository.owner)
        AND \(StarCondition(search: self, id: "repository.id").all(conditions))
      ORDER BY \(column) <> \(name.text), \(RepositoryColumns.isArchived("repository.id")),
        star.starred_at DESC, star.id DESC LIMIT \(limit)
      """
    )
  }

  /// Whether too many READMEs match for a ranking to be useful and fast: it takes 2 µs each.
  func isCommon(_ pattern: String) throws -> Bool {
    let count: Int? = try database.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM text_index WHERE text_index MATCH \(pattern) LIMIT \(Self.maxRanked + 1)
      )
      """
    )
    return count ?? 0 > Self.maxRanked
  }

  static let maxRanked = 1_000
}

/// The words of a query as they would be in a repository's name: `swiftlint` for `swift lint`.
struct NormalizedName {
  let text: String
  /// The owner, if one was typed.
  let owner: String?

  /// The name of a repository without case, hyphens, underscores and dots, for which there is an
  /// index.
  static let column =
    "replace(replace(replace(lower(repository.name), '-', ''), '_', ''), '.', '')"

  /// Creates a name; nil for anything but adjacent words.
  init?(_ nodes: [LocalQuery.Node]) {
    var words = ""
    for node in nodes {
      guard case .term(let term) = node, term.field == nil || term.field == .name else {
        return nil
      }
      words += term.text
    }
    let parts = words.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, parts.count <= 2 else { return nil }
    owner = parts.count == 2 ? String(parts[0]).storable : nil
    text = String(name).storable.lowercased().filter { !$0.isWhitespace && !"-_.".contains($0) }
    if text.isEmpty { return nil }
  }
}

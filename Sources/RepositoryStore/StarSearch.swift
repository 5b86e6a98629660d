import GRDB
package import GitHubModel

/// The texts in which stars are searched for words, the most important first.
package enum StarField: String, Sendable, CaseIterable {
  /// The owner and the name.
  case name
  /// The topics and the language.
  case topics
  case description
  /// What the user has written about it.
  case note
  /// The README, if it was fetched.
  case readme
}

extension StarField {
  /// The fields that `in:` narrows a search to, as in `in:name,description`; nil for another qualifier, and for a
  /// field that is not searched.
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
  /// Whether to find nothing rather than other words: neither synonyms nor corrections.
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

  /// The qualifiers that say something about repositories, not about the fields to search.
  package var conditions: [Qualifier] { query.qualifiers.filter { StarField.named(by: $0) == nil } }

  package init(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    isExact: Bool = false
  ) {
    self.init(LocalQuery(text), in: fields, isExact: isExact)
  }
}

/// The stars that a search finds.
package struct StarMatches: Sendable {
  package let stars: [Star]
  /// What was searched for: the corrected query if there is a correction.
  package let query: StarQuery
  /// Nil if the query found something as it was, or nothing at all.
  package let correction: SearchCorrection?
  /// How many there are without a limit, those with only a name aside; nil if they were not counted.
  package var total: Int?
}

extension LibraryStore {
  /// The account's stars that match a query, the best first.
  ///
  /// First come repositories with that name, then those whose names begin with it, then those whose names,
  /// topics and descriptions have all words, then those that are found by their note, then by their README;
  /// after all these, those that have synonyms of the words. Of equally good ones the newest star comes first, and so it does
  /// among READMEs if thousands match. Stars of which only the name is known come last. A query without
  /// words finds the stars that meet its conditions, the newest first; one without anything finds nothing.
  ///
  /// If nothing matches, the query is corrected (``SearchCorrection``). `offset` is the number of stars that
  /// are left out at the beginning. Counting all matches takes longer than finding the best.
  package func starMatches(
    _ query: StarQuery,
    of account: AccountID,
    limit: Int,
    offset: Int = 0,
    isCounted: Bool = false
  ) throws(StoreError) -> StarMatches {
    try file.read { database in
      func matches(
        _ query: StarQuery,
        _ correction: SearchCorrection? = nil
      ) throws -> StarMatches {
        let search = StarSearch(database, account, query)
        let all = isCounted ? try search.ids(limit: .max) : nil
        let stars = try search.stars(limit: limit, offset: offset, of: all)
        return StarMatches(stars: stars, query: query, correction: correction, total: all?.count)
      }
      let found = try matches(query)
      let isNothing =
        try found.stars.isEmpty && StarSearch(database, account, query).stars(limit: 1).isEmpty
      guard isNothing, !query.isExact, limit > 0 else { return found }
      let corrector = QueryCorrector(database: database, account: account, query: query)
      guard let (corrected, correction) = try corrector.correction() else { return found }
      return try matches(corrected, correction)
    }
  }

  /// A line of context for each of the repositories that the query finds only by their notes or READMEs.
  ///
  /// The repositories are results of ``starMatches(_:of:limit:offset:)`` for the same query; others are left
  /// out.
  package func matchedLines(
    _ query: StarQuery,
    of repositories: [Repository.ID],
    by account: AccountID
  ) throws(StoreError) -> [Repository.ID: TextMatch] {
    if repositories.isEmpty { return [:] }
    return try file.read { database in
      try MatchedLines(search: StarSearch(database, account, query)).matches(of: repositories)
    }
  }
}

/// A search of an account's stars, or of the repositories of another list.
struct StarSearch {
  let database: Database
  /// Nil for a list that belongs to no account.
  let account: AccountID?
  let query: StarQuery
  /// What has to be in the texts, and what must not be.
  let wanted: [LocalQuery.Node]
  private let unwanted: [LocalQuery.Node]
  /// What rows are checked for, since no index has it.
  let conditions: [LocalQuery.Node]

  init(_ database: Database, _ account: AccountID?, _ query: StarQuery) {
    (self.database, self.account, self.query) = (database, account, query)
    let nodes = query.query.nodes
    conditions = nodes.filter { node in
      guard case .qualifiers(let qualifiers) = node else { return !node.isText }
      return qualifiers.contains { StarField.named(by: $0) == nil }
    }
    unwanted = nodes.filter { $0.isText && $0.isExclusion }
    wanted = nodes.filter { $0.isText && !$0.isExclusion }
  }

  /// The stars, and after them those of which only the name is known; `all` are the repositories that match, if
  /// they have been found.
  func stars(limit: Int, offset: Int = 0, of all: [Int64]? = nil) throws -> [Star] {
    guard limit > 0 else { return [] }
    let end = limit < .max - offset ? limit + offset : .max
    let ids = try all?.prefix(end) ?? ids(limit: end)[...]
    let stars = try StarTable(database).stars(of: ids.dropFirst(offset), account)
    guard ids.count < end, query.fields.contains(.name) else { return stars }
    let named = try namedStars().dropFirst(max(0, offset - ids.count))
    return stars + named.prefix(limit - stars.count)
  }

  /// The repositories that match, the best first.
  func ids(limit: Int) throws -> [Int64] {
    var found: [Int64] = []
    var known: Set<Int64> = []
    let filter = try ConditionFilter(self)
    func add(_ rows: (_ limit: Int) throws -> [Int64]) throws {
      // It is not known how many of the rows meet the conditions.
      let enough = conditions.isEmpty ? limit : max(Self.minChecked, limit)
      for fetched in [enough, .max] {
        let ids = try rows(fetched)
        let new = ids.filter { known.insert($0).inserted }
        found += try filter.passed(new, limit: limit - found.count)
        if found.count >= limit || ids.count < fetched || conditions.isEmpty { break }
      }
    }
    guard try hasWords() else {
      if try isCondition() { try add(others) }
      return found
    }
    if query.fields.contains(.name), let name = SquashedName(wanted) {
      try add { try namesakes(name, limit: $0) }
    }
    func addMatches(_ synonyms: [String: [String]] = [:]) throws {
      for index in TextIndex.allCases where found.count < limit {
        guard let pattern = try pattern(index, synonyms) else { continue }
        try add { try matches(index, pattern, limit: $0) }
      }
    }
    try addMatches()
    if found.count < limit {
      let synonyms = try synonyms()
      if !synonyms.isEmpty { try addMatches(synonyms) }
    }
    return found
  }

  /// The best rows, which are checked for conditions before all others are read.
  private static let minChecked = 300

  /// Whether there is a letter or digit to look for.
  func hasWords() throws -> Bool {
    try StarPatterns(database: database, index: .everything).all(wanted) != nil
  }

  /// Whether a query without words says anything.
  func isCondition() throws -> Bool { try !conditions.isEmpty || exclusion() != nil }

  /// The stars of which only the name is known, if that is enough to know that they match.
  private func namedStars() throws -> [Star] {
    guard let account, try hasWords() || isCondition() else { return [] }
    let filter = LocalFilter(query.query)
    return try StarTable(database).all(of: account, where: "star.repository IS NULL").filter {
      let (name, owner) = ($0.name, Owner(login: $0.name.owner))
      let repository = Repository(id: 0, name: name, owner: owner, url: "")
      return filter.matches(repository, unknown: false)
    }
  }
}

// MARK: - Patterns

extension StarSearch {
  /// What is looked for in an index; nil for an index that has nothing to add.
  func pattern(_ index: TextIndex, _ synonyms: [String: [String]]) throws -> String? {
    switch index {
    // Facts and notes do not say what a README has.
    case .facts: if wanted.contains(where: \.hasExclusion) { return nil }
    case .notes:
      if wanted.contains(where: \.hasExclusion) || !query.fields.contains(.note) { return nil }
    case .everything:
      let areNames = wanted.flatMap(\.words).allSatisfy { $0.field == .name }
      if areNames || query.fields.isDisjoint(with: [.note, .readme]) { return nil }
    }
    let patterns = StarPatterns(
      database: database,
      index: index,
      fields: query.fields,
      synonyms: synonyms
    )
    guard case .match(let text)? = try patterns.all(wanted) else { return nil }
    return try narrowing().map { "(\(text) AND \($0))" } ?? text
  }

  /// What must not be in any of the fields; `wanted` are the rows that matter, if they are known.
  func exclusion(among wanted: String? = nil) throws -> String? {
    let patterns = StarPatterns(database: database, index: .everything, fields: query.fields)
    guard case .except(let text)? = try patterns.all(unwanted) else { return nil }
    return wanted.map { "(\(text) AND \($0))" } ?? text
  }

  /// A pattern of the index of everything without what must not match.
  private func excluding(_ pattern: String) throws -> String {
    try exclusion().map { "(\(pattern) NOT \($0))" } ?? pattern
  }

  /// The language and topics that are wanted, which leave fewer rows to check.
  private func narrowing() throws -> String? {
    var phrases: [String] = []
    for case .qualifiers(let qualifiers) in conditions {
      let languages = qualifiers.filter { $0.name == .language && !$0.isNegated }
      let topics = qualifiers.filter { $0.name == .topic && !$0.isNegated }
      for qualifier in (languages.count == 1 ? languages : []) + topics {
        let words = try StarWords.tokens(qualifier.value, in: database)
        if !words.isEmpty { phrases.append("topics : \"\(words.joined(separator: " "))\"") }
      }
    }
    return phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
  }

  /// The columns with numbers or times in ranges that are wanted, which leave fewer rows to check, too.
  private var ranges: [(column: String, range: QueryRange)] {
    var ranges: [(String, QueryRange)] = []
    for case .qualifiers(let qualifiers) in conditions {
      for qualifier in qualifiers where !qualifier.isNegated {
        let counts = QueryRange(counts: qualifier.value)
        let times = QueryRange(times: qualifier.value)
        switch (qualifier.name, counts, times) {
        case (.stars, let range?, _): ranges.append(("stars", range))
        case (.forks, let range?, _): ranges.append(("forks", range))
        case (.size, let range?, _): ranges.append(("size", range))
        case (.created, _, let range?): ranges.append(("created", range))
        case (.pushed, _, let range?): ranges.append(("pushed", range))
        default: break
        }
      }
    }
    return ranges
  }

  /// The other words for the words of the query.
  func synonyms() throws -> [String: [String]] {
    if query.isExact { return [:] }
    return try Synonyms(database: database).of(wanted.flatMap(\.words))
  }
}

// MARK: - Rows

extension StarSearch {
  /// Leaves only those rows of a list whose texts match; the conditions are not applied.
  func narrow(_ statement: inout StarStatement, column: String) throws {
    var patterns: [(TextIndex, String)] = []
    for synonyms in [[:], try synonyms()] where patterns.isEmpty || !synonyms.isEmpty {
      for index in TextIndex.allCases {
        if let pattern = try pattern(index, synonyms) { patterns.append((index, pattern)) }
      }
    }
    if !patterns.isEmpty {
      let selections = patterns.map { index, _ in
        "SELECT rowid FROM \(index.rawValue) WHERE \(index.rawValue) MATCH ?"
      }
      statement.append(
        "AND \(column) IN (\(selections.joined(separator: " UNION ")))",
        StatementArguments(patterns.map(\.1))
      )
    }
    statement.exclude(try exclusion(), from: column)
  }

  private func matches(_ index: TextIndex, _ pattern: String, limit: Int) throws -> [Int64] {
    let table = index.rawValue
    var statement = StarStatement(
      """
      SELECT \(table).rowid FROM \(table)
      CROSS JOIN star ON star.repository = \(table).rowid AND star.account = ?
      WHERE \(table) MATCH ?
      """,
      [account?.rawValue, index == .everything ? try excluding(pattern) : pattern]
    )
    if index != .everything {
      // Short beginnings of words are only quick to find in the facts.
      let isShort = wanted.flatMap(\.words).contains { $0.isBeginning && $0.text.count < 4 }
      statement.exclude(try exclusion(among: isShort ? nil : pattern), from: "\(table).rowid")
    }
    statement.keep(ranges, of: "\(table).rowid")
    statement.append("ORDER BY")
    if try index != .everything || !isCommon(pattern) {
      let patterns = StarPatterns(database: database, index: index)
      if index == .everything, query.fields.contains(.readme), let near = try patterns.near(wanted)
      {
        statement.append(
          "\(table).rowid IN (SELECT rowid FROM text_index WHERE text_index MATCH ?) DESC,",
          [near]
        )
      }
      // Of equally good ones, archived ones come last.
      statement.append(
        "bm25(\(table), \(index.weights)) * iif(\(RepositoryRow.isArchived("\(table).rowid")), 0.9, 1),"
      )
    }
    statement.append("star.starred_at DESC, star.id DESC LIMIT ?", [limit])
    return try statement.ids(database)
  }

  /// All stars that are not excluded, the newest first.
  private func others(limit: Int) throws -> [Int64] {
    var statement = StarStatement(
      "SELECT star.repository FROM star WHERE star.account = ? AND star.repository IS NOT NULL",
      [account?.rawValue]
    )
    statement.exclude(try exclusion(), from: "star.repository")
    statement.keep(ranges, of: "star.repository")
    if let narrowing = try narrowing() {
      statement.append(
        "AND star.repository IN (SELECT rowid FROM fact_index WHERE fact_index MATCH ?)",
        [narrowing]
      )
    }
    statement.append("ORDER BY star.starred_at DESC, star.id DESC LIMIT ?", [limit])
    return try statement.ids(database)
  }

  /// The repositories with that name, and then those whose names begin with it.
  private func namesakes(_ name: SquashedName, limit: Int) throws -> [Int64] {
    // The cross join keeps SQLite from looking at all stars, so as to read them in order.
    var statement = StarStatement(
      """
      SELECT repository.id FROM repository
      CROSS JOIN star ON star.repository = repository.id AND star.account = ?
      WHERE \(SquashedName.column) >= ? AND \(SquashedName.column) < ?
      """,
      [account?.rawValue, name.text, name.text + "\u{10FFFF}"]
    )
    if let owner = name.owner { statement.append("AND repository.owner = ?", [owner]) }
    statement.exclude(try exclusion(), from: "repository.id")
    statement.append(
      """
      ORDER BY \(SquashedName.column) <> ?, \(RepositoryRow.isArchived("repository.id")),
        star.starred_at DESC, star.id DESC LIMIT ?
      """,
      [name.text, limit]
    )
    return try statement.ids(database)
  }

  /// Whether too many READMEs match for a ranking to be useful and fast: it takes 2 µs each.
  private func isCommon(_ pattern: String) throws -> Bool {
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

/// A statement that selects repositories, and the values of its parameters.
struct StarStatement {
  private(set) var sql: String
  private(set) var arguments: StatementArguments

  init(_ sql: String, _ arguments: StatementArguments) {
    (self.sql, self.arguments) = (sql, arguments)
  }

  mutating func append(_ sql: String, _ arguments: StatementArguments = []) {
    self.sql += " " + sql
    self.arguments += arguments
  }

  /// Leaves out the rows with a pattern.
  mutating func exclude(_ pattern: String?, from column: String) {
    guard let pattern else { return }
    append(
      "AND \(column) NOT IN (SELECT rowid FROM text_index WHERE text_index MATCH ?)",
      [pattern]
    )
  }

  /// Leaves only the rows of repositories in the ranges.
  mutating func keep(_ ranges: [(column: String, range: QueryRange)], of column: String) {
    for (fact, range) in ranges {
      append(
        """
        AND EXISTS (
          SELECT 1 FROM repository WHERE repository.id = \(column) AND repository.\(fact) BETWEEN ? AND ?
        )
        """,
        [range.low, range.high ?? .max]
      )
    }
  }

  func ids(_ database: Database) throws -> [Int64] {
    try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
  }
}

/// The words of a query as the name of a repository would have them: `swiftlint` for `swift lint`.
private struct SquashedName {
  let text: String
  /// Only if it was typed.
  let owner: String?

  /// The name of a repository without case, hyphens, underscores and dots; an index has it.
  static let column =
    "replace(replace(replace(lower(repository.name), '-', ''), '_', ''), '.', '')"

  /// Nil if the query is more than words.
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

/// The lines of notes and READMEs in which the words of a query occur.
private struct MatchedLines {
  let search: StarSearch

  func matches(of repositories: [Int64]) throws -> [Int64: TextMatch] {
    var lines: [Int64: TextMatch] = [:]
    var rest = repositories
    let byFacts = try search.pattern(.facts, [:]).map { try ids(.facts, $0, of: rest) } ?? []
    rest.removeAll { byFacts.contains($0) }
    let synonyms = try search.synonyms()
    let places: [(TextIndex, StarField)] = [
      (.notes, .note), (.everything, .readme), (.everything, .note),
    ]
    for (index, field) in places where !rest.isEmpty {
      guard let pattern = try search.pattern(index, synonyms) else { continue }
      lines.merge(try self.lines(field, index, pattern, of: rest)) { first, _ in first }
      rest.removeAll { lines[$0] != nil }
    }
    return lines
  }

  /// Those of the repositories that match.
  private func ids(
    _ index: TextIndex,
    _ pattern: String,
    of repositories: [Int64]
  ) throws -> Set<Int64> {
    let table = index.rawValue
    return try Int64.fetchSet(
      search.database.cachedStatement(
        sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ? AND \(Self.isWanted)"
      ),
      arguments: [pattern, repositories.json]
    )
  }

  /// The lines of a text of the repositories that match; those are left out whose words are in other texts.
  private func lines(
    _ field: StarField,
    _ index: TextIndex,
    _ pattern: String,
    of repositories: [Int64]
  ) throws -> [Int64: TextMatch] {
    let table = index.rawValue
    let column = index.fields.firstIndex(of: field) ?? 0
    let rows = try Row.fetchAll(
      search.database.cachedStatement(
        sql: """
          SELECT rowid, snippet(\(table), \(column), char(2), char(3), '…', \(Self.wordCount))
          FROM \(table) WHERE \(table) MATCH ? AND \(Self.isWanted)
          """
      ),
      arguments: [pattern, repositories.json]
    )
    let property: TextMatch.Property = field == .note ? .note : .readme
    let found = rows.compactMap { row -> (Int64, TextMatch)? in
      guard let id = row.value(0, Int64.self), let text = row.value(1, String.self) else {
        return nil
      }
      let match = Self.match(text, in: property)
      return match.ranges.isEmpty ? nil : (id, match)
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The plus keeps SQLite from running the full-text query once for each repository.
  private static let isWanted = "+rowid IN (SELECT value FROM json_each(?))"

  /// A line on a terminal has room for about as many.
  private static let wordCount = 24

  /// Reads the marks around words, and makes one line of the text.
  private static func match(_ marked: String, in property: TextMatch.Property) -> TextMatch {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var start = 0
    for byte in SearchableText.shown(marked).utf8 {
      switch byte {
      case 2: start = text.count
      case 3: if start < text.count { ranges.append(start..<text.count) }
      case 10: if text.last != 32 { text.append(32) }
      default: text.append(byte)
      }
    }
    beginAndEndAtWords(&text, &ranges)
    return TextMatch(
      property: property,
      fragment: String(decoding: text, as: UTF8.self),
      ranges: ranges
    )
  }

  /// Removes what may be parts of words beside the dots that stand for the rest of the text.
  ///
  /// FTS5 cuts between its tokens, of which a word such as `node.js` has several. A long part without a
  /// space is no word but text in a script without spaces.
  private static func beginAndEndAtWords(_ text: inout [UInt8], _ ranges: inout [Range<Int>]) {
    guard let first = ranges.first, let last = ranges.last else { return }
    let dots = Array("…".utf8)
    if text.count > dots.count, text.suffix(dots.count) == dots[...],
      let space = text.lastIndex(of: 32), space >= last.upperBound,
      text.count - space <= maxPartBytes
    {
      text.replaceSubrange(space..., with: dots)
    }
    if text.starts(with: dots), let space = text.firstIndex(of: 32), space < first.lowerBound,
      space <= maxPartBytes
    {
      let cut = space + 1 - dots.count
      text.removeSubrange(dots.count...space)
      ranges = ranges.map { $0.lowerBound - cut..<$0.upperBound - cut }
    }
  }

  private static let maxPartBytes = 40
}

extension StarTable {
  /// The account's stars of the repositories, in their order.
  fileprivate func stars(of ids: ArraySlice<Int64>, _ account: AccountID?) throws -> [Star] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT star.name, star.starred_at, star.gone_at, \(RepositoryRow.list) FROM json_each(?) AS wanted
          CROSS JOIN star ON star.repository = wanted.value AND star.account = ?
          CROSS JOIN repository ON repository.id = star.repository
          ORDER BY wanted.key
          """
      ),
      arguments: [ids.json, account?.rawValue]
    ).compactMap(Star.init)
  }
}

extension Collection<Int64> {
  /// A list of numbers for `json_each`.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}

import GRDB
import GitHubModel

/// The repositories of a file, and their entries in its full-text indexes.
struct RepositoryTable {
  /// The two files, which have different indexes.
  enum File {
    /// Has the indexes of ``SearchTexts``.
    case library
    /// Has those of ``SearchIndex``.
    case cache
  }

  let database: Database
  private let file: File
  /// Whole seconds since 1970.
  private let now: Int64

  init(_ database: Database, of file: File = .library, now: Int64 = 0) {
    (self.database, self.file, self.now) = (database, file, now)
  }

  /// Records newer facts of a repository; see ``Repository/updated(with:)``.
  ///
  /// `isComplete` is false for facts of GraphQL, which lacks some. Nothing is written if no fact is new.
  func record(_ newer: Repository, isComplete: Bool = true) throws {
    let found = try stored(Self.byID, [newer.id]).first
    let merged = found?.repository.merged(with: newer, isComplete: isComplete) ?? newer
    let values = RepositoryRow.values(merged)
    if let found, found.values == values { return }
    // As the next read returns them, to which they are compared.
    let isNew = found == nil && file == .library
    let facts = isNew ? merged : RepositoryRow.repository(values) ?? merged
    switch file {
    case .library:
      try put(values, over: found?.values)
      try SearchTexts(database).put(facts, over: found?.repository)
      if let found {
        try StarEventTable(database: database, now: now).add(from: found.repository, to: facts)
      }
    case .cache:
      let rank = try rank(of: facts)
      try execute(Self.replaceSeen, [rank.databaseValue, now.databaseValue] + values)
      let old = found.map { ($0.rank, $0.repository) }
      try SearchIndex(database).move(from: old, to: (rank, facts))
    }
  }

  /// Those of the repositories that are in the table with other facts.
  func changed(_ repositories: [Repository]) throws -> Set<Repository.ID> {
    let found = try stored(Self.byIDs, [repositories.map(\.id).json])
    let known = Dictionary(found.map { ($0.repository.id, $0) }) { first, _ in first }
    let changed = repositories.filter { newer in
      guard let old = known[newer.id] else { return false }
      return old.values != RepositoryRow.values(old.repository.updated(with: newer))
    }
    return Set(changed.map(\.id))
  }

  /// The repository of that name, in any case; of several, which had it one after another, the one whose facts
  /// changed last.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first?.repository
  }

  /// Whether the repository is in the table.
  func has(_ id: Repository.ID) throws -> Bool { try !stored(Self.byID, [id]).isEmpty }

  func count() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM repository") ?? 0
  }

  /// Removes the repositories of the library that nothing refers to: no star, favorite, note or star list, and
  /// nothing that can be undone.
  func removeUnused() throws {
    try database.execute(
      sql: """
        DELETE FROM repository WHERE id IN (
          SELECT id FROM repository
          EXCEPT SELECT repository FROM star
          EXCEPT SELECT repository FROM favorite
          EXCEPT SELECT repository FROM note
          EXCEPT SELECT repository FROM star_list_member
          EXCEPT SELECT json_extract(payload, '$.id') FROM undo_step
        )
        """
    )
  }

  // The cache has the rank of each row in place of the library's identifier, which is a column there.
  private static let selection = "SELECT rowid, \(RepositoryRow.list) FROM repository WHERE"
  private static let byID = "\(selection) id = ?"
  private static let byIDs = "\(selection) id IN (SELECT value FROM json_each(?))"
  private static let byName = "\(selection) owner = ? AND name = ? ORDER BY changed_at DESC"

  private func stored(_ sql: String, _ arguments: StatementArguments) throws -> [StoredRepository] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
      .compactMap(StoredRepository.init)
  }

  /// The row number for its stars, or the next that is free, since identifiers of more than 39 bits may
  /// collide.
  private func rank(of facts: Repository) throws -> Int64 {
    var rank = RepositoryRank.rank(stars: facts.counts.stars, id: facts.id)
    let statement = try database.cachedStatement(sql: "SELECT id FROM repository WHERE rank = ?")
    while let owner = try Int64.fetchOne(statement, arguments: [rank]), owner != facts.id {
      rank += 1
    }
    return rank
  }

  private static let columns = RepositoryRow.columns.joined(separator: ", ")
  private static let places = RepositoryRow.columns.map { _ in "?" }.joined(separator: ", ")
  private static let replaceSeen = """
    INSERT OR REPLACE INTO repository (rank, changed_at, \(columns)) VALUES (?, ?, \(places))
    """
  private static let insert = """
    INSERT INTO repository (changed_at, \(columns)) VALUES (?, \(places))
    """

  private static let updateAll = update(Array(RepositoryRow.columns.indices.dropFirst()))
  /// Without the columns with indexes: an assignment rewrites an index even if the value stays.
  private static let updateFacts = update(
    updateAll.places.filter { !RepositoryRow.indexed.contains($0) }
  )

  private static func update(_ places: [Int]) -> (sql: String, places: [Int]) {
    let assignments = places.map { "\(RepositoryRow.columns[$0]) = ?" }.joined(separator: ", ")
    return ("UPDATE repository SET changed_at = ?, \(assignments) WHERE id = ?", places)
  }

  private func put(_ values: [DatabaseValue], over old: [DatabaseValue]?) throws {
    guard let old else { return try execute(Self.insert, [now.databaseValue] + values) }
    let isIndexed = RepositoryRow.indexed.contains { values[$0] != old[$0] }
    let (sql, places) = isIndexed ? Self.updateAll : Self.updateFacts
    try execute(sql, [now.databaseValue] + places.map { values[$0] } + [values[0]])
  }

  private func execute(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

/// A repository with its row.
private struct StoredRepository {
  let rank: Int64
  /// The values of the columns of ``RepositoryRow``.
  let values: [DatabaseValue]
  let repository: Repository

  init?(_ row: Row) {
    let values = RepositoryRow.values(row, from: 1)
    guard let rank = row.value(0, Int64.self), let repository = RepositoryRow.repository(values)
    else { return nil }
    (self.rank, self.values, self.repository) = (rank, values, repository)
  }
}

/// The row number of a repository: the more stars, the smaller.
///
/// Full-text search yields rows in the order of their numbers, so the best come first and a scan may stop
/// at its limit. The upper 24 bits are 2^24 - 1 minus the stars, the lower 39 are the repository's
/// identifier, which makes the number unique.
enum RepositoryRank {
  private static let idBits: Int64 = 39
  private static let maxStars: Int64 = 1 << 24 - 1

  static func rank(stars: Int?, id: Int64) -> Int64 {
    let known = min(max(Int64(stars ?? 0), 0), maxStars)
    return (maxStars - known) << idBits | id & (1 << idBits - 1)
  }
}

/// The two full-text indexes of the cache: of names, and of everything.
///
/// They store which rows have a word or a prefix, but neither the texts nor the positions of words.
struct SearchIndex {
  static let names = "name_index"
  static let everything = "word_index"

  let database: Database

  init(_ database: Database) { self.database = database }

  /// Replaces the entry with the old row number by one with the new.
  func move(
    from old: (rank: Int64, repository: Repository)?,
    to new: (rank: Int64, repository: Repository)
  ) throws {
    let text = SearchText(new.repository)
    if let old {
      let oldText = SearchText(old.repository)
      if old.rank == new.rank, oldText == text { return }
      // https://www.sqlite.org/fts5.html#the_delete_command
      try write("'delete', ", old.rank, oldText)
    }
    try write("", new.rank, text)
  }

  private func write(_ command: String, _ rank: Int64, _ text: SearchText) throws {
    for (table, words) in [(Self.names, text.name), (Self.everything, text.everything)] {
      let columns = command.isEmpty ? "rowid, text" : "\(table), rowid, text"
      try database.cachedStatement(
        sql: "INSERT INTO \(table) (\(columns)) VALUES (\(command)?, ?)"
      ).execute(arguments: [rank, words])
    }
  }
}

/// The words by which a repository is found in the cache.
///
/// Removing a row from the index takes exactly the text that it was added with, so a change here needs a
/// migration that rebuilds the indexes.
struct SearchText: Equatable {
  /// The words of the full name.
  let name: String
  /// The words of all texts.
  let everything: String

  init(_ repository: Repository) {
    name = Self.words(of: repository.name)
    let texts = [repository.description.map(Self.beginning), repository.language]
    everything = ([name] + texts.compactMap { $0 } + (repository.topics ?? []))
      .joined(separator: " ")
  }

  /// The owner and the name, and again as separate words: `swiftNIO swift NIO`.
  static func words(of name: RepositoryName) -> String {
    let names = [name.owner, name.name]
    return (names + names.compactMap(camelWords)).joined(separator: " ")
  }

  /// In characters; some descriptions have 64 KiB, but users do not search for their ends.
  static func beginning(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
  }

  /// `swift NIO` for `swiftNIO`, which is one word for the tokenizer; nil if there is only one word.
  private static func camelWords(_ text: String) -> String? {
    var words: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
      if wasLower, (65...90).contains(byte) { words.append(UInt8(ascii: " ")) }
      wasLower = (97...122).contains(byte)
      words.append(byte)
    }
    return words.count == text.utf8.count ? nil : String(decoding: words, as: UTF8.self)
  }
}

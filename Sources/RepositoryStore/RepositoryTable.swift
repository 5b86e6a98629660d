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
  /// `isComplete` is false for facts of GraphQL, which lacks some.
  func record(_ newer: Repository, isComplete: Bool = true) throws {
    let found = try stored(Self.byID, [newer.id]).first
    let newer = isComplete ? newer : found?.repository.completing(newer) ?? newer
    let facts = found?.facts(after: newer) ?? newer.storable
    if let found, found.says(facts), now - found.seenAt < Self.freshness { return }
    let rank = try rank(of: facts, now: found?.rank)
    try put(facts, rank: rank)
    switch file {
    case .library:
      try SearchTexts(database).put(facts)
      if let found {
        try StarEventTable(database: database, now: now).add(from: found.repository, to: facts)
      }
    case .cache: try SearchIndex(database).move(from: found, to: (rank, facts))
    }
  }

  /// Whether the repository is in the table with other facts.
  func isNews(_ newer: Repository) throws -> Bool {
    guard let found = try stored(Self.byID, [newer.id]).first else { return false }
    return !found.says(found.facts(after: newer))
  }

  /// The repository of that name, in any case; of several, which had it one after another, the latest.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first?.repository
  }

  /// Whether the repository is in the table.
  func has(_ id: Repository.ID) throws -> Bool { try !stored(Self.byID, [id]).isEmpty }

  func count() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM repository") ?? 0
  }

  /// In seconds: a row without new facts is not rewritten within a day, just to update `seen_at`.
  private static let freshness: Int64 = 86_400

  private static let selection = """
    SELECT rank, seen_at, \(RepositoryRow.list) FROM repository WHERE
    """
  private static let byID = "\(selection) id = ?"
  private static let byName = "\(selection) owner = ? AND name = ? ORDER BY seen_at DESC"

  private func stored(_ sql: String, _ arguments: StatementArguments) throws -> [StoredRepository] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
      .compactMap(StoredRepository.init)
  }

  /// The row number for its stars, or the next that is free, since identifiers of more than 39 bits may
  /// collide.
  private func rank(of facts: Repository, now current: Int64?) throws -> Int64 {
    var rank = RepositoryRank.rank(stars: facts.counts.stars, id: facts.id)
    let statement = try database.cachedStatement(sql: "SELECT id FROM repository WHERE rank = ?")
    while let owner = try Int64.fetchOne(statement, arguments: [rank]), owner != facts.id {
      rank += 1
    }
    return rank
  }

  private static let upsert = """
    INSERT INTO repository (rank, seen_at, \(RepositoryRow.columns.joined(separator: ", ")))
    VALUES (?, ?, \(RepositoryRow.columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (id) DO UPDATE SET rank = excluded.rank, seen_at = excluded.seen_at,
    \(RepositoryRow.columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  private func put(_ facts: Repository, rank: Int64) throws {
    let statement = try database.cachedStatement(sql: Self.upsert)
    let values = [rank.databaseValue, now.databaseValue] + RepositoryRow.values(facts)
    try statement.execute(arguments: StatementArguments(values))
  }
}

/// A repository with the columns that only the store has.
struct StoredRepository {
  let rank: Int64
  let seenAt: Int64
  let repository: Repository

  init?(_ row: Row) {
    guard let rank = row.value(0, Int64.self), let seenAt = row.value(1, Int64.self),
      let repository = RepositoryRow.repository(row, from: 2)
    else { return nil }
    (self.rank, self.seenAt, self.repository) = (rank, seenAt, repository)
  }

  /// The facts to store when newer ones come.
  func facts(after newer: Repository) -> Repository { repository.updated(with: newer).storable }

  /// Names that differ in case are equal, but are shown as they are written.
  func says(_ facts: Repository) -> Bool {
    repository == facts && repository.name.fullName == facts.name.fullName
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
/// They store only the rows that have a word or a prefix, neither the texts nor the positions of words.
struct SearchIndex {
  static let names = "name_index"
  static let everything = "word_index"

  let database: Database

  init(_ database: Database) { self.database = database }

  /// Replaces the entry with the old row number by one with the new.
  func move(from old: StoredRepository?, to new: (rank: Int64, repository: Repository)) throws {
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

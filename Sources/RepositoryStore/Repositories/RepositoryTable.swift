import GRDB
import GitHubModel

/// The repositories of a file, with what makes them searchable kept in step.
struct RepositoryTable {
  let database: Database
  /// Whole seconds since 1970.
  let now: Int64

  init(_ database: Database, now: Int64 = 0) {
    (self.database, self.now) = (database, now)
  }

  /// Takes in what is newly known of a repository; what is missing does not erase what is known.
  func note(_ newer: Repository) throws {
    let found = try stored(Self.byID, [newer.id]).first
    let facts = found?.facts(after: newer) ?? newer.storable
    if let found, found.says(facts), now - found.seenAt < Self.freshness { return }
    let rank = try rank(of: facts, now: found?.rank)
    try put(facts, rank: rank)
    try SearchIndex(database).move(from: found, to: (rank, facts))
  }

  /// Whether the repository is here, and anything of it is said that was not known.
  func isNews(_ newer: Repository) throws -> Bool {
    guard let found = try stored(Self.byID, [newer.id]).first else { return false }
    return !found.says(found.facts(after: newer))
  }

  /// Under the name, whatever its case; the one last heard of, where a name has changed hands.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first?.repository
  }

  func repository(id: Int64) throws -> Repository? {
    try stored(Self.byID, [id]).first?.repository
  }

  func count() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM repository") ?? 0
  }

  /// A row is not written again for having been seen again within a day.
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

  /// The number that its stars ask for, or the next that is free: identifiers of more than 39 bits
  /// may meet.
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
    let values: [(any DatabaseValueConvertible)?] = [rank, now] + RepositoryRow.values(facts)
    try statement.execute(arguments: StatementArguments(values))
  }
}

/// A repository as it is in the file.
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

  /// What there is to keep once newer facts are taken in.
  func facts(after newer: Repository) -> Repository { repository.updated(with: newer).storable }

  /// Names that differ in case are equal, but not to the eye.
  func says(_ facts: Repository) -> Bool {
    repository == facts && repository.name.fullName == facts.name.fullName
  }
}

import GRDB
import GitHubModel

/// The repositories of a file, and the texts by which they are found.
struct RepositoryTable {
  let database: Database
  /// Whole seconds since 1970.
  private let now: Int64

  init(_ database: Database, now: Int64 = 0) { (self.database, self.now) = (database, now) }

  /// Records newer facts of a repository of the library, the texts by which it is found, and what has happened to it.
  func record(_ newer: Repository, isComplete: Bool = true) throws {
    guard let (old, new) = try put(newer, isComplete: isComplete) else { return }
    try SearchTexts(database).put(new)
    if let old { try StarEventTable(database: database, now: now).add(from: old, to: new) }
  }

  /// Records newer facts of a repository, and returns the stored ones and the new ones; see ``Repository/updated(with:)``.
  ///
  /// `isComplete` is false for facts of GraphQL, which lacks some. Writes nothing and returns nil if no fact is new.
  func put(
    _ newer: Repository,
    isComplete: Bool = true
  ) throws -> (old: Repository?, new: Repository)? {
    let found = try stored(Self.byID, [newer.id]).first
    let merged = found?.repository.merged(with: newer, isComplete: isComplete) ?? newer
    let values = RepositoryRow.values(merged)
    if let found, found.values == values { return nil }
    try put(values, over: found?.values)
    return (found?.repository, merged)
  }

  /// Those of the repositories that are in the table with other facts.
  func changed(_ repositories: [Repository]) throws -> [Repository] {
    let found = try stored(Self.byIDs, [repositories.map(\.id).json])
    let known = Dictionary(found.map { ($0.repository.id, $0) }) { first, _ in first }
    return repositories.filter { newer in
      guard let old = known[newer.id] else { return false }
      return old.values != RepositoryRow.values(old.repository.updated(with: newer))
    }
  }

  /// The repository of that name, in any case; of several, which had it one after another, the one whose facts
  /// changed last.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first?.repository
  }

  /// Whether the repository is in the table.
  func has(_ id: Repository.ID) throws -> Bool { try !stored(Self.byID, [id]).isEmpty }

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

  private static let selection = "SELECT \(RepositoryRow.list) FROM repository WHERE"
  private static let byID = "\(selection) id = ?"
  private static let byIDs = "\(selection) id IN (SELECT value FROM json_each(?))"
  private static let byName = "\(selection) owner = ? AND name = ? ORDER BY changed_at DESC"

  private func stored(_ sql: String, _ arguments: StatementArguments) throws -> [StoredRepository] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
      .compactMap(StoredRepository.init)
  }

  private static let columns = RepositoryRow.columns.joined(separator: ", ")
  private static let places = RepositoryRow.columns.map { _ in "?" }.joined(separator: ", ")
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
  /// The values of the columns of ``RepositoryRow``.
  let values: [DatabaseValue]
  let repository: Repository

  init?(_ row: Row) {
    values = RepositoryRow.values(row, from: 0)
    guard let repository = RepositoryRow.repository(values) else { return nil }
    self.repository = repository
  }
}

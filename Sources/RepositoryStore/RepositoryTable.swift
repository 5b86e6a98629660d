import GRDB
import GitHubModel

/// The repositories of a file, and the texts by which they are found.
struct RepositoryTable {
  let database: Database
  /// Whole seconds since 1970.
  private let now: Int64

  init(_ database: Database, now: Int64 = 0) { (self.database, self.now) = (database, now) }

  /// Records newer facts of repositories of the library, the texts by which they are found, and what has happened to them.
  func record(_ newer: [Repository]) throws {
    for (old, new) in try put(newer) {
      try SearchTexts(database).put(new)
      if let old { try StarEventTable(database: database, now: now).add(from: old, to: new) }
    }
  }

  /// Records newer facts of repositories, and returns the stored ones and the new ones of each that has new facts;
  /// see ``Repository/updated(with:)``.
  func put(_ newer: [Repository]) throws -> [(old: Repository?, new: Repository)] {
    var known = try stored(newer.map(\.id))
    var changes: [(Repository?, Repository)] = []
    for newer in newer {
      let old = known[newer.id]
      let merged = old?.repository.updated(with: newer) ?? newer
      let new = StoredRepository(values: RepositoryColumns.values(merged), repository: merged)
      if new.values == old?.values { continue }
      try put(new.values, over: old?.values)
      known[newer.id] = new
      changes.append((old?.repository, merged))
    }
    return changes
  }

  /// Those of the repositories that are in the table with other facts.
  func changed(_ repositories: [Repository]) throws -> [Repository] {
    let known = try stored(repositories.map(\.id))
    return repositories.filter { newer in
      guard let old = known[newer.id] else { return false }
      return old.values != RepositoryColumns.values(old.repository.updated(with: newer))
    }
  }

  /// The repository of that name, in any case; of several that have had it, the most recently updated one.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first?.repository
  }

  /// Whether the repository is in the table.
  func has(_ id: Repository.ID) throws -> Bool { try !stored([id]).isEmpty }

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

  private static let selection = "SELECT \(RepositoryColumns.list) FROM repository WHERE"
  private static let byIDs = "\(selection) id IN (SELECT value FROM json_each(?))"
  private static let byName = "\(selection) owner = ? AND name = ? ORDER BY changed_at DESC"

  private func stored(_ ids: [Repository.ID]) throws -> [Repository.ID: StoredRepository] {
    let found = try stored(Self.byIDs, [ids.json])
    return Dictionary(found.map { ($0.repository.id, $0) }) { first, _ in first }
  }

  private func stored(_ sql: String, _ arguments: StatementArguments) throws -> [StoredRepository] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
      .compactMap(StoredRepository.init)
  }

  private static let columns = RepositoryColumns.columns.joined(separator: ", ")
  private static let places = RepositoryColumns.columns.map { _ in "?" }.joined(separator: ", ")
  private static let insert = """
    INSERT INTO repository (changed_at, \(columns)) VALUES (?, \(places))
    """

  private static let updateAll = update(Array(RepositoryColumns.columns.indices.dropFirst()))
  /// Without the columns with indexes: an assignment rewrites an index even if the value stays.
  private static let updateFacts = update(
    updateAll.places.filter { !RepositoryColumns.indexed.contains($0) }
  )

  private static func update(_ places: [Int]) -> (sql: String, places: [Int]) {
    let assignments = places.map { "\(RepositoryColumns.columns[$0]) = ?" }.joined(separator: ", ")
    return ("UPDATE repository SET changed_at = ?, \(assignments) WHERE id = ?", places)
  }

  private func put(_ values: [DatabaseValue], over old: [DatabaseValue]?) throws {
    guard let old else { return try execute(Self.insert, [now.databaseValue] + values) }
    let isIndexed = RepositoryColumns.indexed.contains { values[$0] != old[$0] }
    let (sql, places) = isIndexed ? Self.updateAll : Self.updateFacts
    try execute(sql, [now.databaseValue] + places.map { values[$0] } + [values[0]])
  }

  private func execute(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

/// A repository with its row.
private struct StoredRepository {
  /// The values of the columns of ``RepositoryColumns``.
  let values: [DatabaseValue]
  let repository: Repository
}

extension StoredRepository {
  init?(_ row: Row) {
    let values = RepositoryColumns.values(row, from: 0)
    guard let repository = RepositoryColumns.repository(values) else { return nil }
    self.init(values: values, repository: repository)
  }
}

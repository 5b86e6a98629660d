import GRDB
import GitHubModel

/// The repositories in a file, and their searchable texts.
struct RepositoryTable {
  let database: Database
  /// The time in whole seconds since 1970.
  private let now: Int64

  init(_ database: Database, now: Int64 = 0) { (self.database, self.now) = (database, now) }

  /// Records newer facts of repositories in the library, their searchable texts, and their changes.
  func record(_ newer: [Repository]) throws {
    for (old, new) in try put(newer) {
      try SearchTexts(database).put(new)
      if let old { try StarEventTable(database: database, now: now).add(from: old, to: new) }
    }
  }

  /// Records newer facts of repositories, and returns the old and new facts of those that changed;
  /// see ``Repository/updated(with:)``.
  func put(_ newer: [Repository]) throws -> [(old: Repository?, new: Repository)] {
    var known = try stored(newer.map(\.id))
    var changes: [(Repository?, Repository)] = []
    for newer in newer {
      let old = known[newer.id]
      let new = old?.updated(with: newer) ?? newer
      let (values, oldValues) = (RepositoryColumns.values(new), old.map(RepositoryColumns.values))
      if values == oldValues { continue }
      try put(values, over: oldValues)
      known[new.id] = new
      changes.append((old, new))
    }
    return changes
  }

  /// The repositories that are in the table with other facts.
  func changed(_ repositories: [Repository]) throws -> [Repository] {
    let known = try stored(repositories.map(\.id))
    return repositories.filter { newer in
      guard let old = known[newer.id] else { return false }
      return RepositoryColumns.values(old) != RepositoryColumns.values(old.updated(with: newer))
    }
  }

  /// The repository with this name in any case; if several have had that name, the most recently
  /// updated one.
  func repository(named name: RepositoryName) throws -> Repository? {
    try stored(Self.byName, [name.owner, name.name]).first
  }

  /// Whether the repository is in the table.
  func has(_ id: Repository.ID) throws -> Bool { try !stored([id]).isEmpty }

  /// Removes repositories from the library that nothing refers to: no star, favorite, note, star
  /// list or undo step.
  func removeUnused() throws {
    try database.execute(
      sql: """
        DELETE FROM repository WHERE id IN (
          SELECT id FROM repository
          EXCEPT SELECT repository FROM star
          EXCEPT SELECT repository FROM favorite
          EXCEPT SELECT repository FROM note
          EXCEPT SELECT repository FROM star_list_member
          EXCEPT SELECT repository FROM undo_step WHERE undone_at IS NULL
        )
        """
    )
  }

  private static let selection = "SELECT \(RepositoryColumns.list) FROM repository WHERE"
  private static let byIDs = "\(selection) id IN (SELECT value FROM json_each(?))"
  private static let byName = "\(selection) owner = ? AND name = ? ORDER BY changed_at DESC"

  private func stored(_ ids: [Repository.ID]) throws -> [Repository.ID: Repository] {
    Dictionary(try stored(Self.byIDs, [ids.json]).map { ($0.id, $0) }) { first, _ in first }
  }

  private func stored(_ sql: String, _ arguments: StatementArguments) throws -> [Repository] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
      .compactMap { RepositoryColumns.repository($0) }
  }

  /// Writes the values that differ from the old ones, since assigning the same value would rewrite
  /// its index.
  private func put(_ values: [DatabaseValue], over old: [DatabaseValue]?) throws {
    let columns = RepositoryColumns.columns
    guard let old else {
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let names = columns.joined(separator: ", ")
      let insert = "INSERT INTO repository (changed_at, \(names)) VALUES (?, \(places))"
      return try execute(insert, [now.databaseValue] + values)
    }
    let changed = values.indices.filter { values[$0] != old[$0] }
    let assignments = changed.map { "\(columns[$0]) = ?" }.joined(separator: ", ")
    let update = "UPDATE repository SET changed_at = ?, \(assignments) WHERE id = ?"
    try execute(update, [now.databaseValue] + changed.map { values[$0] } + values.prefix(1))
  }

  private func execute(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

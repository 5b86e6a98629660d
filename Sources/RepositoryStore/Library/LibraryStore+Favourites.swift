import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A repository that the user keeps, account or not.
package struct Favourite: Sendable, Hashable {
  package let repository: Repository
  package let addedAt: Date
}

extension LibraryStore {
  /// All of them, in the order in which they were added.
  package func favourites() throws(StoreError) -> [Favourite] {
    try file.read { try favourites($0) }
  }

  /// Adds it at the end; false where it was one already, which keeps its place.
  package func addFavourite(_ repository: Repository) throws(StoreError) -> Bool {
    let now = seconds
    return try file.write { database in
      try RepositoryTable(database, now: now).note(repository)
      try database.execute(
        sql: "INSERT INTO favourite (repository, added_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        arguments: [repository.id, now]
      )
      return database.changesCount > 0
    }
  }

  /// False where it was none.
  package func removeFavourite(id: Repository.ID) throws(StoreError) -> Bool {
    try file.write { database in
      try database.execute(sql: "DELETE FROM favourite WHERE repository = ?", arguments: [id])
      return database.changesCount > 0
    }
  }

  /// The one of the name, in whatever case.
  package func favourite(named name: RepositoryName) throws(StoreError) -> Favourite? {
    try file.read { database in
      try favourites(database, where: "owner = ? AND name = ?", [name.owner, name.name]).first
    }
  }

  package func favouriteIDs() throws(StoreError) -> Set<Repository.ID> {
    try file.read { try Int64.fetchSet($0, sql: "SELECT repository FROM favourite") }
  }

  private func favourites(
    _ database: Database,
    where condition: String = "true",
    _ arguments: StatementArguments = []
  ) throws -> [Favourite] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT added_at, \(RepositoryRow.list) FROM favourite
        JOIN repository ON repository.id = favourite.repository
        WHERE \(condition) ORDER BY position
        """,
      arguments: arguments
    )
    return rows.compactMap(Favourite.init)
  }
}

extension Favourite {
  fileprivate init?(_ row: Row) {
    guard let seconds = row.value(0, Int64.self),
      let repository = RepositoryRow.repository(row, from: 1)
    else { return nil }
    self.init(repository: repository, addedAt: Date(wholeSeconds: seconds))
  }
}

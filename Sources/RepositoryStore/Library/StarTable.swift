import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The copy of what accounts have starred.
///
/// A star is known by its repository's identifier, or by the name alone while there is none.
struct StarTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Puts a star there, or leaves the one that is; true where there was none.
  func put(_ star: Star, id: Int64?, of account: AccountID, generation: Int64) throws -> Bool {
    if let row = try find(star.name, id: id, of: account) {
      try database.cachedStatement(
        sql:
          """
          UPDATE star SET name = ?, repository = coalesce(?, repository), generation = ?
          WHERE id = ?
          """
      ).execute(arguments: [star.name.fullName, id, generation, row.id])
      return false
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO star (account, name, repository, starred_at, generation)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account.rawValue, star.name.fullName, id, star.starredAt.wholeSeconds ?? 0, generation,
    ])
    return true
  }

  /// Takes a star away, and says since when it was there.
  func remove(_ name: RepositoryName, id: Int64?, of account: AccountID) throws -> Int64? {
    guard let row = try find(name, id: id, of: account) else { return nil }
    try database.execute(sql: "DELETE FROM star WHERE id = ?", arguments: [row.id])
    return row.starredAt
  }

  /// Whether a star is known by that name alone.
  func isAwaited(_ name: RepositoryName) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM star WHERE \(Self.isNamedOnly))"),
      arguments: [name.fullName]
    ) ?? false
  }

  /// Gives a star that was known by its name alone its repository; false where there is none such.
  func learn(_ repository: Repository, _ table: RepositoryTable) throws -> Bool {
    guard try isAwaited(repository.name) else { return false }
    let name = repository.name.fullName
    try table.note(repository)
    try database.execute(
      sql: """
        DELETE FROM star WHERE \(Self.isNamedOnly) AND account IN (
          SELECT account FROM star WHERE repository = ?
        )
        """,
      arguments: [name, repository.id]
    )
    try database.execute(
      sql: "UPDATE star SET repository = ? WHERE \(Self.isNamedOnly)",
      arguments: [repository.id, name]
    )
    return true
  }

  private static let isNamedOnly = "repository IS NULL AND name = ?"

  /// The stars that the condition, which may name columns of both tables, holds for.
  func all(
    of account: AccountID,
    where condition: String = "true",
    _ arguments: StatementArguments = []
  ) throws -> [Star] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT star.name, star.starred_at, \(RepositoryRow.list) FROM star
        LEFT JOIN repository ON repository.id = star.repository
        WHERE star.account = ? AND \(condition) ORDER BY star.starred_at DESC, star.id DESC
        """,
      arguments: [account.rawValue] + arguments
    )
    return rows.compactMap(Star.init)
  }

  func count(of account: AccountID) throws -> Int {
    try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM star WHERE account = ?",
      arguments: [account.rawValue]
    ) ?? 0
  }

  private func find(
    _ name: RepositoryName,
    id: Int64?,
    of account: AccountID
  ) throws -> (id: Int64, starredAt: Int64)? {
    let byID = "account = :account AND repository = :id"
    // A star whose repository is known goes by that one's present name, not by its own.
    let byName = """
      account = :account AND name = :name AND (repository IS NULL OR :id IS NULL)
      """
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, starred_at FROM star WHERE \(byID)
          UNION ALL SELECT id, starred_at FROM star WHERE \(byName) LIMIT 1
          """
      ),
      arguments: ["account": account.rawValue, "id": id, "name": name.fullName]
    )
    guard let row, let found = row.value(0, Int64.self), let since = row.value(1, Int64.self) else {
      return nil
    }
    return (found, since)
  }
}

extension Star {
  fileprivate init?(_ row: Row) {
    let repository = RepositoryRow.repository(row, from: 2)
    guard let seconds = row.value(1, Int64.self),
      let name = repository?.name ?? row.value(0, String.self).flatMap({ RepositoryName($0) })
    else { return nil }
    self.init(name: name, repository: repository, starredAt: Date(wholeSeconds: seconds))
  }
}

import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A clean-up, as far as it can be undone.
package struct Prune: Sendable, Hashable, Identifiable {
  package let id: PruneID
  package let startedAt: Date
  /// What it unstarred and nobody has put back, the oldest star first.
  package let names: [RepositoryName]
}

extension LibraryStore {
  /// Begins a clean-up, of which each change that is acknowledged can be undone together.
  package func beginPrune(of account: AccountID) throws(StoreError) -> PruneID {
    let now = seconds
    return try file.write { database in
      try database.execute(
        sql: "INSERT INTO prune (account, started_at) VALUES (?, ?)",
        arguments: [account.rawValue, now]
      )
      return PruneID(rawValue: database.lastInsertedRowID)
    }
  }

  /// The last clean-up with anything left to put back.
  package func lastPrune(of account: AccountID) throws(StoreError) -> Prune? {
    try file.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT id, started_at FROM prune WHERE account = ? AND EXISTS (
            SELECT 1 FROM journal WHERE prune = prune.id AND \(Self.unrestored)
          ) ORDER BY id DESC LIMIT 1
          """,
        arguments: [account.rawValue]
      )
      guard let row, let id = row.value(0, Int64.self), let start = row.value(1, Int64.self) else {
        return nil
      }
      return Prune(
        id: PruneID(rawValue: id),
        startedAt: Date(wholeSeconds: start),
        names: try unrestored(id, database)
      )
    }
  }

  /// The repository is starred again.
  package func markRestored(_ name: RepositoryName, of prune: PruneID) throws(StoreError) {
    let now = seconds
    try file.write { database in
      try database.execute(
        sql: "UPDATE journal SET restored_at = ? WHERE prune = ? AND name = ?",
        arguments: [now, prune.rawValue, name.fullName]
      )
    }
  }

  private static let unrestored = "wish = 0 AND restored_at IS NULL"

  private func unrestored(_ prune: Int64, _ database: Database) throws -> [RepositoryName] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM journal WHERE prune = ? AND \(Self.unrestored)
        GROUP BY name ORDER BY min(coalesce(starred_at, changed_at)), min(id)
        """,
      arguments: [prune]
    ).compactMap { RepositoryName($0) }
  }
}

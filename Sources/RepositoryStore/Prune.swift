import GRDB
package import GitHubModel
import JSON

/// The repositories that an undo of a prune, or of an `unstar`, restores.
package struct Prune: Sendable, Hashable, Identifiable {
  package let id: Int64
  /// The repositories that are still unstarred, the oldest star first.
  package let names: [RepositoryName]
  /// The lists that the copy had each of them in, by their identifiers.
  package let lists: [RepositoryName: Set<StarList.ID>]
}

// The journal is written before GitHub is asked, since nothing but this file knows what a prune
// removed. So it may name a repository whose star is still there; starring that again changes nothing.
extension LibraryStore {
  /// Records that the repository is about to be unstarred, with the time of its star and the lists that the
  /// copy has it in.
  ///
  /// - Returns: `prune`, or a new one if that is nil.
  @discardableResult
  package func journal(
    _ name: RepositoryName,
    of prune: Prune.ID?,
    by account: AccountID
  ) throws(StoreError) -> Prune.ID {
    try write(of: account) { database, account in
      let prune = try prune ?? beginPrune(of: account, database)
      let id = try RepositoryTable(database).repository(named: name)?.id
      let starredAt = try StarTable(database).find(name, id: id, of: account)?.starredAt
      try database.run(
        """
        INSERT INTO journal (account, name, repository, changed_at, starred_at, prune, lists)
        VALUES (\(account), \(name), \(id), \(seconds), \(starredAt), \(prune), (
          SELECT json_group_array(DISTINCT list) FROM star_list_member
          WHERE account = \(account) AND (repository = \(id) OR name = \(name))
        ))
        """
      )
      return prune
    }
  }

  private func beginPrune(of account: AccountID, _ database: Database) throws -> Prune.ID {
    try database.run("INSERT INTO prune (account, started_at) VALUES (\(account), \(seconds))")
    return database.lastInsertedRowID
  }

  /// Reverts ``journal(_:of:by:)``: GitHub refused, so there is nothing to undo.
  package func unjournal(_ name: RepositoryName, of prune: Prune.ID) throws(StoreError) {
    try file.write { try $0.run("DELETE FROM journal WHERE prune = \(prune) AND name = \(name)") }
  }

  /// The last prune with anything left to undo.
  package func lastPrune(of account: AccountID) throws(StoreError) -> Prune? {
    try file.read { database in
      let id: Prune.ID? = try database.value(
        """
        SELECT id FROM prune WHERE account = \(account) AND EXISTS (
          SELECT 1 FROM journal WHERE prune = prune.id AND restored_at IS NULL
        ) ORDER BY id DESC LIMIT 1
        """
      )
      guard let id else { return nil }
      let rows = try database.rows(
        """
        SELECT name, max(lists) FROM journal WHERE prune = \(id) AND restored_at IS NULL
        GROUP BY name ORDER BY min(coalesce(starred_at, changed_at)), min(id)
        """
      ).compactMap { row in
        try row.name(0).map { name in
          let lists = try JSONValue(stored: row.value(1, String.self) ?? "[]").array
          return (name, Set(lists?.compactMap(\.string) ?? []))
        }
      }
      return Prune(
        id: id,
        names: rows.map(\.0),
        lists: Dictionary(rows) { $0.union($1) }
      )
    }
  }

  /// Records that the repository is starred again.
  package func markRestored(_ name: RepositoryName, of prune: Prune.ID) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        UPDATE journal SET restored_at = \(seconds) WHERE prune = \(prune) AND name = \(name)
        """
      )
    }
  }
}

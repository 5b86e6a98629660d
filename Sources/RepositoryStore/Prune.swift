import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of `stars prune` or `unstar`, which can be undone.
package struct PruneID: Sendable, Hashable {
  /// The row number.
  package let rawValue: Int64

  /// Creates the identifier of a row.
  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// What an undo of a prune, or of an `unstar`, has to restore.
package struct Prune: Sendable, Hashable, Identifiable {
  /// Identifies the prune.
  package let id: PruneID
  /// The repositories that are still unstarred, the oldest star first.
  package let names: [RepositoryName]
  /// The lists that the copy had each of them in, by their identifiers.
  package let lists: [RepositoryName: Set<StarList.ID>]
}

// The journal is written before GitHub is asked, since nothing but this file knows what a prune
// removed. So it may name a repository whose star is still there; starring that again changes nothing.
extension LibraryStore {
  /// Begins a prune, to which ``journal(_:of:by:)`` adds repositories.
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

  /// Records that the repository is about to be unstarred, with the time of its star and the lists that the
  /// copy has it in.
  package func journal(
    _ name: RepositoryName,
    of prune: PruneID,
    by account: AccountID
  ) throws(StoreError) {
    let now = seconds
    try file.write { database in
      let account = try account.current(in: database)
      let id = try RepositoryTable(database).repository(named: name)?.id
      let starredAt = try StarTable(database).starredAt(name, id: id, of: account)
      try database.execute(
        sql: """
          INSERT INTO journal (account, name, repository, wish, changed_at, starred_at, prune, lists)
          VALUES (?, ?, ?, 0, ?, ?, ?, (
            SELECT json_group_array(DISTINCT list) FROM star_list_member
            WHERE account = ?1 AND (repository = ?3 OR name = ?2)
          ))
          """,
        arguments: [account.rawValue, name.fullName, id, now, starredAt, prune.rawValue]
      )
    }
  }

  /// Reverts ``journal(_:of:by:)``: GitHub refused, so there is nothing to undo.
  package func unjournal(_ name: RepositoryName, of prune: PruneID) throws(StoreError) {
    try file.write { database in
      try database.execute(
        sql: "DELETE FROM journal WHERE prune = ? AND name = ?",
        arguments: [prune.rawValue, name.fullName]
      )
    }
  }

  /// The last prune with anything left to undo.
  package func lastPrune(of account: AccountID) throws(StoreError) -> Prune? {
    try file.read { database in
      let id = try Int64.fetchOne(
        database,
        sql: """
          SELECT id FROM prune WHERE account = ? AND EXISTS (
            SELECT 1 FROM journal WHERE prune = prune.id AND restored_at IS NULL
          ) ORDER BY id DESC LIMIT 1
          """,
        arguments: [account.rawValue]
      )
      guard let id else { return nil }
      let rows = try unrestored(id, database)
      return Prune(
        id: PruneID(rawValue: id),
        names: rows.map(\.name),
        lists: Dictionary(rows.map { ($0.name, $0.lists) }) { $0.union($1) }
      )
    }
  }

  /// Whether the copy has a star of the repository.
  package func isStarred(_ name: RepositoryName, by account: AccountID) throws(StoreError) -> Bool {
    try file.read { database in
      let id = try RepositoryTable(database).repository(named: name)?.id
      return try StarTable(database).starredAt(name, id: id, of: account) != nil
    }
  }

  /// Records that the repository is starred again.
  package func markRestored(_ name: RepositoryName, of prune: PruneID) throws(StoreError) {
    let now = seconds
    try file.write { database in
      try database.execute(
        sql: "UPDATE journal SET restored_at = ? WHERE prune = ? AND name = ?",
        arguments: [now, prune.rawValue, name.fullName]
      )
    }
  }

  private func unrestored(
    _ prune: Int64,
    _ database: Database
  ) throws -> [(name: RepositoryName, lists: Set<StarList.ID>)] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, max(lists) FROM journal WHERE prune = ? AND restored_at IS NULL
        GROUP BY name ORDER BY min(coalesce(starred_at, changed_at)), min(id)
        """,
      arguments: [prune]
    )
    return try rows.compactMap { row in
      guard let name = row.value(0, String.self).flatMap({ RepositoryName($0) }) else { return nil }
      let lists = Data((row.value(1, String.self) ?? "[]").utf8)
      return (name, try JSONDecoder().decode(Set<StarList.ID>.self, from: lists))
    }
  }
}

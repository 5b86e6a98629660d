import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was begun and not ended.
struct IntentTable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func insert(
    _ wish: StarWish,
    _ name: RepositoryName,
    _ account: AccountID,
    _ prune: PruneID?,
    at now: Int64
  ) throws -> Int64 {
    try database.execute(
      sql: "DELETE FROM intent WHERE account = ? AND name = ?",
      arguments: [account.rawValue, name.fullName]
    )
    try database.execute(
      sql: "INSERT INTO intent (account, name, wish, began_at, prune) VALUES (?, ?, ?, ?, ?)",
      arguments: [account.rawValue, name.fullName, wish.stored, now, prune?.rawValue]
    )
    return database.lastInsertedRowID
  }

  func remove(_ id: Int64) throws {
    try database.execute(sql: "DELETE FROM intent WHERE id = ?", arguments: [id])
  }

  func doubt(_ id: Int64) throws {
    try database.execute(sql: "UPDATE intent SET is_doubted = 1 WHERE id = ?", arguments: [id])
  }

  func all(of account: AccountID) throws -> [OpenIntent] {
    try Row.fetchAll(
      database,
      sql:
        """
        SELECT id, name, wish, began_at, is_doubted, account FROM intent
        WHERE account = ? ORDER BY id
        """,
      arguments: [account.rawValue]
    ).compactMap(OpenIntent.init)
  }

  /// Whose it is and what clean-up it is a part of; nil where it was superseded.
  func owner(of id: Int64) throws -> (account: AccountID, prune: PruneID?)? {
    let row = try Row.fetchOne(
      database,
      sql: "SELECT account, prune FROM intent WHERE id = ?",
      arguments: [id]
    )
    guard let row, let account = row.value(0, Int64.self) else { return nil }
    return (AccountID(rawValue: account), row.value(1, Int64.self).map(PruneID.init))
  }
}

extension OpenIntent {
  fileprivate init?(_ row: Row) {
    guard let id = row.value(0, Int64.self),
      let name = row.value(1, String.self).flatMap({ RepositoryName($0) }),
      let wish = row.value(2, Int64.self), let beganAt = row.value(3, Int64.self),
      let account = row.value(5, Int64.self)
    else { return nil }
    let intent = StarIntent(
      id: id,
      name: name,
      wish: StarWish(stored: wish),
      account: AccountID(rawValue: account),
      beganAt: Date(wholeSeconds: beganAt)
    )
    self.init(intent: intent, isDoubted: row.value(4, Int64.self) != 0)
  }
}

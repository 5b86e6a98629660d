import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The number of an account in this file: one user, with one or several tokens.
package struct AccountID: Sendable, Hashable {
  /// The row number.
  package let rawValue: Int64

  /// Creates the identifier of a row.
  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The user of an account, once GitHub has said who it is.
package struct StoredUser: Sendable, Hashable {
  /// GitHub's number of the user.
  package let id: Int64
  /// The login when the account was last identified.
  package let login: String
}

extension LibraryStore {
  /// The account of the token, which is created if needed.
  package func account(for token: AccessToken) throws(StoreError) -> AccountID {
    if let known = try existingAccount(for: token) { return known }
    return try file.write { database in
      let digest = try digest(token, database)
      if let known = try account(digest, database) { return known }
      try database.execute(sql: "INSERT INTO account DEFAULT VALUES")
      let account = AccountID(rawValue: database.lastInsertedRowID)
      try database.execute(
        sql: "INSERT INTO token (digest, account) VALUES (?, ?)",
        arguments: [digest, account.rawValue]
      )
      return account
    }
  }

  /// The account of the token; nil if the token is new.
  package func existingAccount(for token: AccessToken) throws(StoreError) -> AccountID? {
    try file.read { try account(digest(token, $0), $0) }
  }

  /// Records the user of the account.
  ///
  /// If another account has the same user, both are merged into the older, with the stars and the
  /// journal of both.
  ///
  /// - Returns: The account that remains.
  package func identify(
    _ account: AccountID,
    as user: User
  ) throws(StoreError) -> AccountID {
    let id = account.rawValue
    return try file.write { database in
      let other = try Int64.fetchOne(
        database,
        sql: "SELECT id FROM account WHERE user_id = ? AND id <> ?",
        arguments: [user.id, id]
      )
      let survivor = min(id, other ?? id)
      if let other {
        try AccountMerge(database: database, duplicate: max(id, other), survivor: survivor).run()
      }
      try database.execute(
        sql: "UPDATE account SET user_id = ?, login = ? WHERE id = ?",
        arguments: [user.id, user.login.storable, survivor]
      )
      return AccountID(rawValue: survivor)
    }
  }

  /// The user of the account; nil if it is not known yet.
  package func user(of account: AccountID) throws(StoreError) -> StoredUser? {
    try accounts().first { $0.0 == account }?.1
  }

  /// All accounts, the oldest first.
  package func accounts() throws(StoreError) -> [(AccountID, StoredUser?)] {
    try file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT id, user_id, login FROM account WHERE merged_into IS NULL ORDER BY id"
      )
      return rows.compactMap { row in
        guard let id = row.value(0, Int64.self) else { return nil }
        return (AccountID(rawValue: id), StoredUser(row))
      }
    }
  }

  private func account(_ digest: String, _ database: Database) throws -> AccountID? {
    try Int64.fetchOne(
      database,
      sql: "SELECT account FROM token WHERE digest = ?",
      arguments: [digest]
    ).map(AccountID.init)
  }

  private func digest(_ token: AccessToken, _ database: Database) throws -> String {
    let key = try String.fetchOne(database, sql: "SELECT key FROM digest_key") ?? ""
    return try JSONDecoder().decode(AccountDigest.self, from: Data(key.utf8)).longText(token)
  }
}

extension StoredUser {
  fileprivate init?(_ row: Row) {
    guard let id = row.value(1, Int64.self), let login = row.value(2, String.self) else {
      return nil
    }
    self.init(id: id, login: login)
  }
}

extension AccountID {
  /// The account itself, or the one that another process has merged it into.
  func current(in database: Database) throws -> AccountID {
    let survivor = try Int64.fetchOne(
      database,
      sql: "SELECT merged_into FROM account WHERE id = ? AND merged_into IS NOT NULL",
      arguments: [rawValue]
    )
    guard let survivor else { return self }
    return try AccountID(rawValue: survivor).current(in: database)
  }
}

/// Merges an account into another one of the same user.
private struct AccountMerge {
  let database: Database
  let duplicate: Int64
  let survivor: Int64

  func run() throws {
    try moveStars()
    for table in ["token", "prune", "journal", "unstarred", "star_list_change"] {
      try execute("UPDATE \(table) SET account = :survivor WHERE account = :duplicate")
    }
    // The next sync reads all lists again.
    for table in ["star_list", "star_list_sync", "star_list_write"] {
      try execute("DELETE FROM \(table) WHERE account = :duplicate")
    }
    try execute(
      """
      INSERT OR IGNORE INTO readme_sync SELECT :survivor FROM readme_sync
      WHERE account = :duplicate
      """
    )
    try execute("DELETE FROM readme_sync WHERE account = :duplicate")
    // The copy now has the stars of two copies: the next sync must read every page.
    try execute("UPDATE sync SET etag = NULL, page_etag = NULL WHERE account = :survivor")
    try execute("DELETE FROM sync WHERE account = :duplicate")
    // Another process may still know it by its number.
    try execute("UPDATE account SET user_id = NULL, merged_into = :survivor WHERE id = :duplicate")
  }

  /// Moves the stars with the generation of the survivor's current sync, which would remove others.
  private func moveStars() throws {
    try execute(
      """
      DELETE FROM star WHERE account = :duplicate AND EXISTS (
        SELECT 1 FROM star AS other WHERE other.account = :survivor AND (
          other.repository = star.repository
          OR other.name = star.name AND (other.repository IS NULL OR star.repository IS NULL)
        )
      )
      """
    )
    try execute(
      """
      UPDATE star SET account = :survivor, generation = coalesce(
        (SELECT generation FROM sync WHERE account = :survivor), 0
      ) WHERE account = :duplicate
      """
    )
  }

  /// Passes only the arguments that the statement names, since SQLite refuses others.
  private func execute(_ sql: String) throws {
    let all = ["duplicate": duplicate, "survivor": survivor]
    try database.execute(
      sql: sql,
      arguments: StatementArguments(all.filter { sql.contains(":\($0.key)") })
    )
  }
}

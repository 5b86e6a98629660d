import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user that an account turned out to be.
package struct StoredUser: Sendable, Hashable {
  package let id: Int64
  package let login: String
}

extension LibraryStore {
  /// The account of the token, made where there is none.
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

  /// The account of the token, or nil where it is new.
  package func existingAccount(for token: AccessToken) throws(StoreError) -> AccountID? {
    try file.read { try account(digest(token, $0), $0) }
  }

  /// Notes whose the account is.
  ///
  /// Where another account is the same user's, both become one: the older, with the stars, intents
  /// and journal of both.
  ///
  /// - Returns: The account that is left.
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
        try AccountMerge(database).merge(AccountID(rawValue: max(id, other)), into: survivor)
      }
      try database.execute(
        sql: "UPDATE account SET user_id = ?, login = ? WHERE id = ?",
        arguments: [user.id, user.login.storable, survivor]
      )
      return AccountID(rawValue: survivor)
    }
  }

  /// Whose the account is, where that is known.
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

import GRDB
package import GitHubModel

/// The number of an account in this file: one user, with one or several tokens.
package struct AccountID: Sendable, Hashable {
  package let rawValue: Int64

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
      try database.run("INSERT INTO account DEFAULT VALUES")
      let account = AccountID(rawValue: database.lastInsertedRowID)
      try database.run("INSERT INTO token (digest, account) VALUES (\(digest), \(account))")
      return account
    }
  }

  /// The only account of a file with another user's stars, which has no token; created if needed.
  package func soleAccount() throws(StoreError) -> AccountID {
    if let known = try accounts().first?.0 { return known }
    return try file.write { database in
      try database.run("INSERT INTO account (id) VALUES (1) ON CONFLICT DO NOTHING")
      return AccountID(rawValue: 1)
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
      let other: Int64? = try database.value(
        "SELECT id FROM account WHERE user_id = \(user.id) AND id <> \(id)"
      )
      let survivor = min(id, other ?? id)
      if let other {
        try merge(max(id, other), into: survivor, database)
      }
      try database.run(
        """
        UPDATE account SET user_id = \(user.id), login = \(user.login.storable)
        WHERE id = \(survivor)
        """
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
      try database.rows(
        "SELECT id, user_id, login FROM account WHERE merged_into IS NULL ORDER BY id"
      ).compactMap { row in
        guard let id = row.value(0, Int64.self) else { return nil }
        let user = row.value(1, Int64.self).flatMap { user in
          row.value(2, String.self).map { StoredUser(id: user, login: $0) }
        }
        return (AccountID(rawValue: id), user)
      }
    }
  }

  private func account(_ digest: String, _ database: Database) throws -> AccountID? {
    try database.value("SELECT account FROM token WHERE digest = \(digest)")
      .map(AccountID.init(rawValue:))
  }

  private func digest(_ token: AccessToken, _ database: Database) throws -> String {
    let key: String? = try database.value("SELECT key FROM digest_key")
    guard let digest = AccountDigest(key ?? "") else {
      throw StoreError.unavailable(file.path, reason: "its key is damaged")
    }
    return digest.longText(token)
  }
}

extension AccountID {
  /// The account itself, or the one that another process has merged it into.
  func current(in database: Database) throws -> AccountID {
    let survivor: Int64? = try database.value("SELECT merged_into FROM account WHERE id = \(self)")
    guard let survivor else { return self }
    return try AccountID(rawValue: survivor).current(in: database)
  }
}

/// Merges an account into another one of the same user.
private func merge(_ duplicate: Int64, into survivor: Int64, _ database: Database) throws {
  // The stars get the generation of the survivor's current sync, which would remove others.
  try database.run(
    """
    DELETE FROM star WHERE account = \(duplicate) AND EXISTS (
      SELECT 1 FROM star AS other WHERE other.account = \(survivor) AND (
        other.repository = star.repository
        OR other.name = star.name AND (other.repository IS NULL OR star.repository IS NULL)
      )
    );
    UPDATE star SET account = \(survivor), page = NULL, facts_round = NULL, generation = coalesce(
      (SELECT generation FROM sync WHERE account = \(survivor)), 0
    ) WHERE account = \(duplicate)
    """
  )
  for table in ["token", "undo_change", "unstarred", "star_event"] {
    try database.run(
      "UPDATE \(sql: table) SET account = \(survivor) WHERE account = \(duplicate)"
    )
  }
  // The next sync reads all lists again.
  for table in ["star_list", "star_list_sync", "star_list_write"] {
    try database.run("DELETE FROM \(sql: table) WHERE account = \(duplicate)")
  }
  // The copy now has the stars of two copies: the next sync must read every page. Another process may
  // still know the duplicate by its number.
  try database.run(
    """
    INSERT OR IGNORE INTO readme_sync SELECT \(survivor) FROM readme_sync
    WHERE account = \(duplicate);
    DELETE FROM readme_sync WHERE account = \(duplicate);
    DELETE FROM sync_page WHERE account IN (\(survivor), \(duplicate));
    DELETE FROM sync WHERE account = \(duplicate);
    UPDATE account SET user_id = NULL, merged_into = \(survivor) WHERE id = \(duplicate)
    """
  )
}

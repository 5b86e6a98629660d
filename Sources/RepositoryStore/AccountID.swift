import GRDB
package import GitHubModel

/// GitHub's ID of a user; the user's account in this file has the stars and lists for all of the
/// user's tokens.
package struct AccountID: Sendable, Hashable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension LibraryStore {
  /// The token's account; nil until GitHub has identified the token's user.
  package func account(for token: AccessToken) throws(StoreError) -> AccountID? {
    try file.read { database in
      try database.value("SELECT account FROM token WHERE digest = \(digest(token, database))")
        .map(AccountID.init(rawValue:))
    }
  }

  /// Records that the token belongs to the user with this ID, whose account is created if needed.
  package func identify(
    _ token: AccessToken,
    asUser id: Int64
  ) throws(StoreError) -> AccountID {
    try file.write { database in
      try database.run(
        """
        INSERT OR IGNORE INTO account (id) VALUES (\(id));
        INSERT OR REPLACE INTO token (digest, account) VALUES (\(digest(token, database)), \(id))
        """
      )
      return AccountID(rawValue: id)
    }
  }

  /// The only account in a file with another user's stars, which has no token; created if needed.
  package func soleAccount() throws(StoreError) -> AccountID {
    if let known = try accounts().first { return known }
    return try file.write { database in
      try database.run("INSERT OR IGNORE INTO account (id) VALUES (1)")
      return AccountID(rawValue: 1)
    }
  }

  package func accounts() throws(StoreError) -> [AccountID] {
    try file.read { database in
      try Int64.fetchAll(database, sql: "SELECT id FROM account").map(AccountID.init(rawValue:))
    }
  }

  private func digest(_ token: AccessToken, _ database: Database) throws -> String {
    let key: String? = try database.value("SELECT key FROM digest_key")
    guard let digest = AccountDigest(key ?? "") else {
      throw StoreError.unavailable(file.path, reason: "its key is damaged")
    }
    return digest.longText(token)
  }
}

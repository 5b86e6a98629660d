import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Schema {
  /// The shape of the library; `key` makes the key of a new file's account digests.
  static func library(key: @escaping @Sendable () -> AccountDigest) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("001 repositories") { try makeRepositories($0) }
    migrator.registerMigration("002 favourites") { try $0.execute(sql: favourites) }
    migrator.registerMigration("003 accounts") { database in
      try database.execute(sql: accounts)
      let text = String(decoding: try JSONEncoder().encode(key()), as: UTF8.self)
      try database.execute(sql: "INSERT INTO digest_key (key) VALUES (?)", arguments: [text])
    }
    migrator.registerMigration("004 stars") { try $0.execute(sql: stars) }
    migrator.registerMigration("005 intents and journal") { try $0.execute(sql: changes) }
    return migrator
  }

  private static let favourites = """
    CREATE TABLE favourite (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      repository INTEGER NOT NULL UNIQUE REFERENCES repository (id),
      added_at INTEGER NOT NULL
    ) STRICT;
    """

  private static let accounts = """
    CREATE TABLE digest_key (key TEXT NOT NULL) STRICT;
    CREATE TABLE account (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER UNIQUE,
      login TEXT,
      merged_into INTEGER REFERENCES account (id)
    ) STRICT;
    CREATE TABLE token (
      digest TEXT NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (id)
    ) STRICT;
    """

  private static let stars = """
    CREATE TABLE star (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      name TEXT NOT NULL COLLATE NOCASE,
      repository INTEGER REFERENCES repository (id),
      starred_at INTEGER NOT NULL,
      generation INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX star_repository ON star (repository, account);
    CREATE INDEX star_account ON star (account, starred_at);
    CREATE TABLE unstarred (
      account INTEGER NOT NULL REFERENCES account (id),
      name TEXT NOT NULL COLLATE NOCASE,
      repository INTEGER
    ) STRICT;
    CREATE INDEX unstarred_account ON unstarred (account);
    CREATE TABLE sync (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      generation INTEGER NOT NULL,
      etag TEXT,
      finished_at INTEGER,
      next_page INTEGER,
      page_etag TEXT,
      started_at INTEGER,
      added INTEGER NOT NULL
    ) STRICT;
    """

  private static let changes = """
    CREATE TABLE prune (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      started_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE intent (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      name TEXT NOT NULL COLLATE NOCASE,
      wish INTEGER NOT NULL,
      began_at INTEGER NOT NULL,
      is_doubted INTEGER NOT NULL DEFAULT 0,
      prune INTEGER REFERENCES prune (id)
    ) STRICT;
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      name TEXT NOT NULL COLLATE NOCASE,
      repository INTEGER,
      wish INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      starred_at INTEGER,
      prune INTEGER REFERENCES prune (id),
      restored_at INTEGER
    ) STRICT;
    CREATE INDEX journal_prune ON journal (prune) WHERE prune IS NOT NULL;
    """
}

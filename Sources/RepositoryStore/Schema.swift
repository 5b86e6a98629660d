import GRDB
import GitHubModel
import JSON

/// The schemas of the two files, as migrations, which are never edited: files that older versions have
/// made must become the same as new ones.
///
/// A migration must not rely on the columns that the code names now: later migrations may add some.
enum Schema {
  /// Words are separated by everything that is neither a letter nor a digit.
  static let tokenizer = FTS5TokenizerDescriptor.unicode61(diacritics: .remove)

  /// Prefixes of words up to this length are indexed.
  static let maxPrefix = 8

  /// The tables that both files have.
  static func makeRepositories(_ database: Database) throws {
    try database.execute(sql: repositories)
    let lengths = (1...maxPrefix).map(String.init).joined(separator: " ")
    for table in [SearchIndex.names, SearchIndex.everything] {
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE \(table) USING fts5(
            text, content='', columnsize=0, detail=none, prefix='\(lengths)',
            tokenize="unicode61 remove_diacritics 2"
          )
          """
      )
    }
  }

  private static let repositories = """
    CREATE TABLE repository (
      rank INTEGER PRIMARY KEY,
      seen_at INTEGER NOT NULL,
      id INTEGER NOT NULL UNIQUE,
      owner TEXT NOT NULL COLLATE NOCASE,
      name TEXT NOT NULL COLLATE NOCASE,
      url TEXT NOT NULL,
      node_id TEXT,
      description TEXT,
      homepage TEXT,
      language TEXT,
      topics TEXT,
      default_branch TEXT,
      clone_url TEXT,
      ssh_url TEXT,
      visibility TEXT,
      owner_id INTEGER,
      owner_kind TEXT,
      owner_url TEXT,
      owner_avatar TEXT,
      license TEXT,
      license_name TEXT,
      license_spdx TEXT,
      license_url TEXT,
      stars INTEGER,
      forks INTEGER,
      open_issues INTEGER,
      watchers INTEGER,
      subscribers INTEGER,
      size INTEGER,
      created INTEGER,
      updated INTEGER,
      pushed INTEGER,
      flags INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX repository_name ON repository (name);
    CREATE INDEX repository_owner_name ON repository (owner, name);
    """
}

extension Schema {
  /// The schema of the library; `key` makes the key of a new file's account digests.
  static func library(key: @escaping @Sendable () -> AccountDigest) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("001 repositories") { try makeRepositories($0) }
    migrator.registerMigration("002 favourites") { try $0.execute(sql: favorites) }
    migrator.registerMigration("003 accounts") { database in
      try database.execute(sql: accounts)
      try database.run("INSERT INTO digest_key (key) VALUES (\(key().text))")
    }
    migrator.registerMigration("004 stars") { try $0.execute(sql: stars) }
    migrator.registerMigration("005 intents and journal") { try $0.execute(sql: changes) }
    migrator.registerMigration("006 journal of prunes alone") { try $0.execute(sql: prunesAlone) }
    migrator.registerMigration("007 star lists") { try $0.execute(sql: starLists) }
    migrator.registerMigration("008 lists of what was unstarred") { database in
      try database.execute(sql: "ALTER TABLE journal ADD COLUMN lists TEXT")
    }
    migrator.registerMigration("009 readmes and weighted search") { database in
      try database.execute(sql: readmes)
      try SearchTexts(database).addAll()
    }
    migrator.registerMigration("010 writes of star lists") { try $0.execute(sql: starListWrites) }
    migrator.registerMigration("011 favorites") { database in
      try database.execute(sql: "ALTER TABLE favourite RENAME TO favorite")
    }
    migrator.registerMigration("012 digest key as digits") { database in
      // Earlier versions wrote {"first":1,"second":2}.
      let key: String? = try database.value("SELECT key FROM digest_key WHERE key LIKE '{%'")
      guard let key else { return }
      let json = try JSONElement(JSONDocument(Array(key.utf8), limits: .document))
      let halves = try [String: UInt64](json)
      guard let first = halves["first"], let second = halves["second"] else { return }
      let digest = AccountDigest(first: first, second: second)
      try database.run("UPDATE digest_key SET key = \(digest.text)")
    }
    migrator.registerMigration("013 pages and events of stars") { try $0.execute(sql: pages) }
    migrator.registerMigration("014 readme versions") { try $0.execute(sql: readmeVersions) }
    migrator.registerMigration("015 words as people type them") { database in
      try database.execute(sql: searchAids)
      try SearchTexts(database).addAll()
      try SearchTexts(database).renewReadmes()
    }
    migrator.registerMigration("016 notes") { try $0.execute(sql: notes) }
    migrator.registerMigration("017 notes in the indexes") { database in
      try database.execute(sql: "ALTER TABLE search_text ADD COLUMN note TEXT")
      for (id, note) in try NoteTable(database).notes() {
        try SearchTexts(database).put(note, about: id)
      }
      try database.execute(sql: indexedNotes)
    }
    return migrator
  }

  private static let favorites = """
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

  /// Keeps the journal of prunes, and drops the changes that an older version was about to send.
  ///
  /// Those of a prune may have been sent, so they can be undone. The column `wish` is no longer used: it is 0.
  private static let prunesAlone = """
    INSERT INTO journal (account, name, wish, changed_at, prune)
      SELECT account, name, 0, began_at, prune FROM intent WHERE prune IS NOT NULL AND wish = 0;
    DROP TABLE intent;
    DELETE FROM journal WHERE prune IS NULL OR wish <> 0;
    """

  private static let starLists = """
    CREATE TABLE star_list (
      account INTEGER NOT NULL REFERENCES account (id),
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      slug TEXT NOT NULL,
      description TEXT,
      is_private INTEGER NOT NULL,
      created INTEGER,
      updated INTEGER,
      PRIMARY KEY (account, id)
    ) STRICT;
    CREATE TABLE star_list_member (
      account INTEGER NOT NULL,
      list TEXT NOT NULL,
      repository INTEGER NOT NULL,
      node_id TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      position INTEGER NOT NULL,
      PRIMARY KEY (account, list, repository),
      FOREIGN KEY (account, list) REFERENCES star_list (account, id) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE star_list_sync (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      finished_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE star_list_change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      began_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE star_list_step (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      change INTEGER NOT NULL REFERENCES star_list_change (id),
      payload TEXT NOT NULL,
      undone_at INTEGER
    ) STRICT;
    CREATE INDEX star_list_step_change ON star_list_step (change);
    """

  /// The texts that stars are found by, two indexes of them, and what is known of the READMEs (decision 0145).
  ///
  /// The indexes contain no texts of their own, and triggers keep them up to date. `state` is that of
  /// ``ReadmeTable/State``. A README is removed with the last star of its repository.
  private static let readmes = """
    DROP TABLE name_index;
    DROP TABLE word_index;
    CREATE TABLE search_text (
      repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      topics TEXT NOT NULL,
      description TEXT NOT NULL,
      readme TEXT
    ) STRICT;
    CREATE VIRTUAL TABLE fact_index USING fts5(
      name, topics, description, content='search_text', content_rowid='repository',
      prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
    );
    CREATE VIRTUAL TABLE text_index USING fts5(
      name, topics, description, readme, content='search_text', content_rowid='repository',
      tokenize="unicode61 remove_diacritics 2"
    );
    CREATE TRIGGER search_text_added AFTER INSERT ON search_text BEGIN
      INSERT INTO fact_index (rowid, name, topics, description)
        VALUES (new.repository, new.name, new.topics, new.description);
      INSERT INTO text_index (rowid, name, topics, description, readme)
        VALUES (new.repository, new.name, new.topics, new.description, new.readme);
    END;
    CREATE TRIGGER search_text_removed AFTER DELETE ON search_text BEGIN
      INSERT INTO fact_index (fact_index, rowid, name, topics, description)
        VALUES ('delete', old.repository, old.name, old.topics, old.description);
      INSERT INTO text_index (text_index, rowid, name, topics, description, readme)
        VALUES ('delete', old.repository, old.name, old.topics, old.description, old.readme);
    END;
    CREATE TRIGGER search_facts_changed AFTER UPDATE OF name, topics, description ON search_text
    BEGIN
      INSERT INTO fact_index (fact_index, rowid, name, topics, description)
        VALUES ('delete', old.repository, old.name, old.topics, old.description);
      INSERT INTO fact_index (rowid, name, topics, description)
        VALUES (new.repository, new.name, new.topics, new.description);
    END;
    CREATE TRIGGER search_text_changed AFTER UPDATE ON search_text BEGIN
      INSERT INTO text_index (text_index, rowid, name, topics, description, readme)
        VALUES ('delete', old.repository, old.name, old.topics, old.description, old.readme);
      INSERT INTO text_index (rowid, name, topics, description, readme)
        VALUES (new.repository, new.name, new.topics, new.description, new.readme);
    END;
    CREATE TABLE readme (
      repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
      state INTEGER NOT NULL,
      etag TEXT,
      pushed INTEGER,
      asked_at INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER readme_removed AFTER DELETE ON readme BEGIN
      UPDATE search_text SET readme = NULL WHERE repository = old.repository AND readme IS NOT NULL;
    END;
    CREATE TRIGGER star_removed AFTER DELETE ON star WHEN old.repository IS NOT NULL BEGIN
      DELETE FROM readme WHERE repository = old.repository AND NOT EXISTS (
        SELECT 1 FROM star WHERE repository = old.repository
      );
    END;
    CREATE TABLE readme_sync (
      account INTEGER PRIMARY KEY REFERENCES account (id)
    ) STRICT;
    """

  /// The words that occur in the indexes, for corrections; names as they are typed; and what is archived.
  private static let searchAids = """
    CREATE VIRTUAL TABLE fact_word USING fts5vocab(fact_index, row);
    CREATE VIRTUAL TABLE text_word USING fts5vocab(text_index, row);
    CREATE INDEX repository_squashed_name ON repository (
      replace(replace(replace(lower(name), '-', ''), '_', ''), '.', '')
    );
    CREATE INDEX repository_archived ON repository (id, flags) WHERE flags & 3 = 3;
    """

  /// The versions of READMEs, and what is known of those that are no `README.md`.
  ///
  /// `latest` is the version of `README.md` that GitHub has, empty if there is none, and null while it is not
  /// known; `version` is what it was when the README was stored, and `size` its bytes. `path` is where
  /// another README was found, or one that is read alone.
  private static let readmeVersions = """
    ALTER TABLE readme ADD COLUMN latest TEXT;
    ALTER TABLE readme ADD COLUMN version TEXT;
    ALTER TABLE readme ADD COLUMN size INTEGER;
    ALTER TABLE readme ADD COLUMN path TEXT;
    ALTER TABLE readme ADD COLUMN confirmed_at INTEGER;
    """

  /// The last change of each membership by this machine, which reads may not show for some seconds.
  private static let starListWrites = """
    CREATE TABLE star_list_write (
      account INTEGER NOT NULL REFERENCES account (id),
      repository INTEGER NOT NULL,
      list TEXT NOT NULL,
      is_member INTEGER NOT NULL,
      written_at INTEGER NOT NULL,
      PRIMARY KEY (account, repository, list)
    ) STRICT;
    """

  /// What the user has written about repositories, whether they are starred or not.
  private static let notes = """
    CREATE TABLE note (
      repository INTEGER PRIMARY KEY REFERENCES repository (id),
      text TEXT NOT NULL,
      noted_at INTEGER NOT NULL
    ) STRICT;
    """

  /// An index of the rows with notes, and the index of everything again, with the notes.
  ///
  /// The index of facts stays without them: a long note would make its repository rank lower.
  private static let indexedNotes = """
    CREATE VIRTUAL TABLE note_index USING fts5(
      name, topics, description, note, content='search_text', content_rowid='repository',
      tokenize="unicode61 remove_diacritics 2"
    );
    INSERT INTO note_index (rowid, name, topics, description, note)
      SELECT repository, name, topics, description, note FROM search_text WHERE note IS NOT NULL;
    CREATE TRIGGER note_added AFTER UPDATE OF name, topics, description, note ON search_text
    WHEN new.note IS NOT NULL BEGIN
      INSERT INTO note_index (rowid, name, topics, description, note)
        VALUES (new.repository, new.name, new.topics, new.description, new.note);
    END;
    CREATE TRIGGER note_replaced BEFORE UPDATE OF name, topics, description, note ON search_text
    WHEN old.note IS NOT NULL BEGIN
      INSERT INTO note_index (note_index, rowid, name, topics, description, note)
        VALUES ('delete', old.repository, old.name, old.topics, old.description, old.note);
    END;
    CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
      UPDATE search_text SET note = NULL WHERE repository = old.repository;
    END;
    DROP TRIGGER search_text_added;
    DROP TRIGGER search_text_removed;
    DROP TRIGGER search_text_changed;
    DROP TABLE text_word;
    DROP TABLE text_index;
    CREATE VIRTUAL TABLE text_index USING fts5(
      name, topics, description, note, readme, content='search_text', content_rowid='repository',
      tokenize="unicode61 remove_diacritics 2"
    );
    CREATE VIRTUAL TABLE text_word USING fts5vocab(text_index, row);
    INSERT INTO text_index (text_index) VALUES ('rebuild');
    CREATE TRIGGER search_text_added AFTER INSERT ON search_text BEGIN
      INSERT INTO fact_index (rowid, name, topics, description)
        VALUES (new.repository, new.name, new.topics, new.description);
      INSERT INTO text_index (rowid, name, topics, description, note, readme)
        VALUES (new.repository, new.name, new.topics, new.description, new.note, new.readme);
    END;
    CREATE TRIGGER search_text_removed AFTER DELETE ON search_text BEGIN
      INSERT INTO fact_index (fact_index, rowid, name, topics, description)
        VALUES ('delete', old.repository, old.name, old.topics, old.description);
      INSERT INTO text_index (text_index, rowid, name, topics, description, note, readme)
        VALUES ('delete', old.repository, old.name, old.topics, old.description, old.note, old.readme);
    END;
    CREATE TRIGGER search_text_changed AFTER UPDATE ON search_text BEGIN
      INSERT INTO text_index (text_index, rowid, name, topics, description, note, readme)
        VALUES ('delete', old.repository, old.name, old.topics, old.description, old.note, old.readme);
      INSERT INTO text_index (rowid, name, topics, description, note, readme)
        VALUES (new.repository, new.name, new.topics, new.description, new.note, new.readme);
    END;
    """
}

extension Schema {
  /// A star is found by its name or by the page that had it, without a look at all others.
  ///
  /// `walked_at` is when all pages were last read, `asked_at` when GitHub was last asked for the facts of a
  /// star, and `facts_began_at` when the unfinished sync began to ask for them. A row of `release` without a
  /// tag says that there is none. The columns `etag` and `page_etag` of `sync` are no longer used: each page
  /// has an ETag of its own.
  private static let pages = """
    CREATE INDEX star_name ON star (name, account);
    ALTER TABLE star ADD COLUMN page INTEGER;
    ALTER TABLE star ADD COLUMN asked_at INTEGER;
    ALTER TABLE star ADD COLUMN gone_at INTEGER;
    CREATE INDEX star_page ON star (account, page) WHERE page IS NOT NULL;
    ALTER TABLE sync ADD COLUMN walked_at INTEGER;
    ALTER TABLE sync ADD COLUMN facts_began_at INTEGER;
    CREATE TABLE sync_page (
      account INTEGER NOT NULL REFERENCES account (id),
      page INTEGER NOT NULL,
      etag TEXT,
      PRIMARY KEY (account, page)
    ) STRICT;
    CREATE TABLE release (
      repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
      tag TEXT,
      name TEXT,
      url TEXT,
      published_at INTEGER
    ) STRICT;
    CREATE TABLE star_event (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      repository INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      was TEXT,
      became TEXT,
      noticed_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX star_event_account ON star_event (account, noticed_at);
    """
}

extension Schema {
  /// The schema of the cache.
  static var cache: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("001 repositories") { try makeRepositories($0) }
    migrator.registerMigration("002 answers") { try $0.execute(sql: answers) }
    return migrator
  }

  private static let answers = """
    CREATE TABLE answer (
      key TEXT NOT NULL UNIQUE,
      stored_at INTEGER NOT NULL,
      size INTEGER NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    CREATE INDEX answer_age ON answer (stored_at, size);
    """
}

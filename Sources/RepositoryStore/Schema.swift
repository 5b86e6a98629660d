import GRDB
import GitHubModel

/// The tables of the two files.
enum Schema {
  /// The version of each file; every change of the tables adds a migration.
  static let version = 2

  /// Words are separated by everything that is neither a letter nor a digit.
  static let tokenizer = FTS5TokenizerDescriptor.unicode61(diacritics: .remove)

  /// Creates the library's tables, with a key for its account digests, or migrates them; the version of a new file is 0.
  static func makeLibrary(_ database: Database, from version: Int) throws {
    if version == 1 {
      // The journal had only stars and lists, in another form.
      return try database.execute(sql: "DROP TABLE undo_step; DROP TABLE undo_change; \(undo)")
    }
    for part in [repositories, favorites, accounts, stars, facts, undo, lists, texts] {
      try database.execute(sql: part)
    }
    try database.run("INSERT INTO digest_key (key) VALUES (\(AccountDigest.random().text))")
  }

  /// Creates the cache's tables, which are the same in all versions.
  static func makeCache(_ database: Database, from version: Int) throws {
    guard version == 0 else { return }
    for part in [repositories, answers, history] { try database.execute(sql: part) }
  }

  /// Repositories by ID, with the columns of ``RepositoryColumns`` and the time of their last
  /// change; their searchable texts, and the index of the facts.
  ///
  /// That index excludes notes, since a long note would lower its repository's rank.
  private static let repositories = """
    CREATE TABLE repository (
      id INTEGER PRIMARY KEY,
      changed_at INTEGER NOT NULL,
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
    CREATE INDEX repository_owner_name ON repository (owner, name);
    CREATE INDEX repository_normalized_name ON repository (
      replace(replace(replace(lower(name), '-', ''), '_', ''), '.', '')
    );
    CREATE INDEX repository_archived ON repository (flags) WHERE flags & 3 = 3;
    CREATE TABLE search_text (
      repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      topics TEXT NOT NULL,
      description TEXT NOT NULL,
      note TEXT,
      readme TEXT
    ) STRICT;
    \(index("fact_index", of: "name, topics, description", prefixes: "1 2 3"))
    """
}

// MARK: - Cache

extension Schema {
  private static let answers = """
    CREATE TABLE answer (
      key TEXT NOT NULL UNIQUE,
      stored_at INTEGER NOT NULL,
      size INTEGER NOT NULL,
      entity_tag TEXT,
      link TEXT,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX answer_age ON answer (stored_at, size);
    """

  /// The user's searches, newest last.
  private static let history = """
    CREATE TABLE history (place INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
    """
}

// MARK: - Library

extension Schema {
  /// The user's local list.
  private static let favorites = """
    CREATE TABLE favorite (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      repository INTEGER NOT NULL UNIQUE REFERENCES repository (id),
      added_at INTEGER NOT NULL
    ) STRICT;
    """

  private static let accounts = """
    CREATE TABLE digest_key (key TEXT NOT NULL) STRICT;
    CREATE TABLE account (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE token (
      digest TEXT NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (id)
    ) STRICT;
    """

  /// The copy of stars, and the progress of its sync.
  ///
  /// A star is found by its repository or by the page that listed it, without reading all others.
  /// `walked_at` is when all pages were last read. `facts_round` counts how often the facts of all
  /// stars were read: for a star, it is the round in which they were last read. `facts_began_at` is
  /// when the unfinished round started.
  private static let stars = """
    CREATE TABLE star (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      repository INTEGER NOT NULL REFERENCES repository (id),
      starred_at INTEGER NOT NULL,
      generation INTEGER NOT NULL,
      page INTEGER,
      facts_round INTEGER,
      gone_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX star_repository ON star (repository, account);
    CREATE INDEX star_account ON star (account, starred_at);
    CREATE INDEX star_page ON star (account, page) WHERE page IS NOT NULL;
    CREATE TABLE unstarred (
      account INTEGER NOT NULL REFERENCES account (id),
      repository INTEGER NOT NULL,
      PRIMARY KEY (account, repository)
    ) STRICT;
    CREATE TABLE sync (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      generation INTEGER NOT NULL,
      finished_at INTEGER,
      walked_at INTEGER,
      next_page INTEGER,
      added INTEGER NOT NULL,
      facts_round INTEGER NOT NULL,
      facts_began_at INTEGER,
      syncs_readmes INTEGER NOT NULL,
      missing_lists INTEGER
    ) STRICT;
    CREATE TABLE sync_page (
      account INTEGER NOT NULL REFERENCES account (id),
      page INTEGER NOT NULL,
      etag TEXT,
      PRIMARY KEY (account, page)
    ) STRICT;
    """

  /// Additional data about starred repositories; a row of `release` without a tag means that there
  /// is none.
  private static let facts = """
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

  /// The journal: an entry for each run of a command that has changed something, with a step for each change.
  ///
  /// `account` is null for changes of local data, and `repository` is one that the undo needs.
  private static let undo = """
    CREATE TABLE undo_entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      run INTEGER NOT NULL UNIQUE,
      account INTEGER REFERENCES account (id),
      command TEXT NOT NULL,
      began_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE undo_step (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entry INTEGER NOT NULL REFERENCES undo_entry (id) ON DELETE CASCADE,
      repository INTEGER,
      payload TEXT NOT NULL,
      undone_at INTEGER
    ) STRICT;
    CREATE INDEX undo_step_entry ON undo_step (entry);
    """

  /// The copy of star lists.
  ///
  /// `star_list_write` has this machine's last change of each membership, which reads may not show
  /// for some seconds.
  private static let lists = """
    CREATE TABLE star_list (
      account INTEGER NOT NULL REFERENCES account (id),
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      payload TEXT NOT NULL,
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
    CREATE TABLE star_list_write (
      account INTEGER NOT NULL REFERENCES account (id),
      repository INTEGER NOT NULL,
      list TEXT NOT NULL,
      is_member INTEGER NOT NULL,
      written_at INTEGER NOT NULL,
      PRIMARY KEY (account, repository, list)
    ) STRICT;
    """

  /// The user's notes, the READMEs, and the indexes of their texts (decision 0145).
  ///
  /// For a README, `state` is a ``ReadmeTable/State``; `latest` is GitHub's version in a usual
  /// place, empty if there is none, and null while unknown; `version` is its value when the README
  /// was stored, and `size` its bytes; `path` is the location of one fetched individually. A README
  /// is removed with the last star of its repository.
  private static let texts = """
    CREATE TABLE note (
      repository INTEGER PRIMARY KEY REFERENCES repository (id),
      text TEXT NOT NULL,
      noted_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE readme (
      repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
      state INTEGER NOT NULL,
      etag TEXT,
      pushed INTEGER,
      asked_at INTEGER NOT NULL,
      latest TEXT,
      version TEXT,
      size INTEGER,
      path TEXT,
      confirmed_at INTEGER
    ) STRICT;
    CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
      UPDATE search_text SET note = NULL WHERE repository = old.repository;
    END;
    CREATE TRIGGER readme_removed AFTER DELETE ON readme BEGIN
      UPDATE search_text SET readme = NULL WHERE repository = old.repository AND readme IS NOT NULL;
    END;
    CREATE TRIGGER star_removed AFTER DELETE ON star BEGIN
      DELETE FROM readme WHERE repository = old.repository AND NOT EXISTS (
        SELECT 1 FROM star WHERE repository = old.repository
      );
    END;
    \(index("note_index", of: "name, topics, description, note", where: "note"))
    \(index("text_index", of: "name, topics, description, note, readme"))
    CREATE VIRTUAL TABLE fact_word USING fts5vocab(fact_index, row);
    CREATE VIRTUAL TABLE text_word USING fts5vocab(text_index, row);
    """

  /// A full-text index of columns of `search_text`, and the triggers that update it.
  ///
  /// It stores no texts. Its rows are those with a text in the required column.
  private static func index(
    _ name: String,
    of columns: String,
    where required: String = "name",
    prefixes: String = ""
  ) -> String {
    func values(_ row: String) -> String {
      columns.split(separator: " ").map { "\(row).\($0)" }.joined(separator: " ")
    }
    let add = """
      INSERT INTO \(name) (rowid, \(columns))
        SELECT new.repository, \(values("new")) WHERE new.\(required) IS NOT NULL;
      """
    let remove = """
      INSERT INTO \(name) (\(name), rowid, \(columns))
        SELECT 'delete', old.repository, \(values("old")) WHERE old.\(required) IS NOT NULL;
      """
    return """
      CREATE VIRTUAL TABLE \(name) USING fts5(
        \(columns), content='search_text', content_rowid='repository', prefix='\(prefixes)',
        tokenize="unicode61 remove_diacritics 2"
      );
      CREATE TRIGGER \(name)_added AFTER INSERT ON search_text BEGIN \(add) END;
      CREATE TRIGGER \(name)_removed AFTER DELETE ON search_text BEGIN \(remove) END;
      CREATE TRIGGER \(name)_changed AFTER UPDATE OF \(columns) ON search_text BEGIN
        \(remove)
        \(add)
      END;
      """
  }
}

import GRDB

/// The shapes of the files, as migrations that are never edited once they have been published.
enum Schema {
  /// `-`, `_`, `.` and `/` separate words as everything does that is no letter and no digit.
  static let tokenizer = FTS5TokenizerDescriptor.unicode61(diacritics: .remove)

  /// Beginnings of words up to this length have lists of rows of their own.
  static let longestPrefix = 8

  /// What seen repositories and stars have in common.
  static func makeRepositories(_ database: Database) throws {
    try database.execute(sql: repositories)
    let lengths = (1...longestPrefix).map(String.init).joined(separator: " ")
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

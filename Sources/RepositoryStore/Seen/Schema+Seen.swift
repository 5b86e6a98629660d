import GRDB

extension Schema {
  static var seen: DatabaseMigrator {
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

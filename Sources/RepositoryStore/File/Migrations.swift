import GRDB

/// Brings a file to the shape that this version of the program knows.
///
/// Migrations are named and appended, never edited.
struct Migrations {
  let migrator: DatabaseMigrator
  let path: String

  /// Leaves a file untouched that a later version has changed.
  func apply(to queue: DatabaseQueue) throws {
    guard try !isComplete(queue) else { return }
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try migrate(queue, attempts: migrator.migrations.count + 1)
  }

  private func isComplete(_ queue: DatabaseQueue) throws -> Bool {
    try queue.read { database in
      if try migrator.hasBeenSuperseded(database) { throw StoreError.newerSchema(path) }
      return try migrator.hasCompletedMigrations(database)
    }
  }

  // GRDB reads what is done before the transaction that does the rest, so one of several processes
  // that open a new file at once finds its tables there already. It looks again then.
  private func migrate(_ queue: DatabaseQueue, attempts: Int) throws {
    do {
      try migrator.migrate(queue)
    } catch {
      if try isComplete(queue) { return }
      guard attempts > 1, (error as? DatabaseError)?.resultCode != .SQLITE_FULL else { throw error }
      try migrate(queue, attempts: attempts - 1)
    }
  }
}

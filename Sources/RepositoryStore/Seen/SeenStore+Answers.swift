import GRDB

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An answer as it was kept; what is in it is the caller's business.
package struct StoredAnswer: Sendable, Hashable {
  /// In whole seconds.
  package let storedAt: Date
  package let payload: Data
}

extension SeenStore {
  /// The answer kept under the key, however old.
  package func answer(_ key: String) throws(StoreError) -> StoredAnswer? {
    try file.read { database in
      try Row.fetchOne(
        database,
        sql: "SELECT stored_at, payload FROM answer WHERE key = ?",
        arguments: [key]
      ).flatMap { row in
        guard let seconds = row.value(0, Int64.self), let payload = row.value(1, Data.self) else {
          return nil
        }
        return StoredAnswer(storedAt: Date(wholeSeconds: seconds), payload: payload)
      }
    }
  }

  /// Keeps an answer in place of the one before.
  ///
  /// Answers older than 30 days go, and the oldest while all are larger than 64 MiB together. One
  /// of more than 16 MiB is not kept.
  package func keep(_ payload: Data, as key: String) throws(StoreError) {
    let now = file.now().wholeSeconds ?? 0
    try file.write { database in
      try database.execute(sql: "DELETE FROM answer WHERE key = ?", arguments: [key])
      guard payload.count <= Self.largestAnswer else { return }
      try database.execute(
        sql: "INSERT INTO answer (key, stored_at, size, payload) VALUES (?, ?, ?, ?)",
        arguments: [key, now, payload.count, payload]
      )
      try trimAnswers(database, now: now)
    }
  }

  /// Forgets all answers.
  package func forgetAnswers() throws(StoreError) {
    try file.write { try $0.execute(sql: "DELETE FROM answer") }
  }

  private static let largestAnswer = 16 << 20
  private static let mostBytes = 64 << 20
  private static let longestAge: Int64 = 30 * 86_400

  private func trimAnswers(_ database: Database, now: Int64) throws {
    try database.execute(
      sql: """
        DELETE FROM answer WHERE stored_at < ? OR rowid IN (
          SELECT rowid FROM (
            SELECT rowid, sum(size) OVER (ORDER BY stored_at DESC, rowid DESC) AS bytes FROM answer
          ) WHERE bytes > ?
        )
        """,
      arguments: [now - Self.longestAge, Self.mostBytes]
    )
  }
}

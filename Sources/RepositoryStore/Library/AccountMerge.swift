import GRDB

/// Makes one account of two.
struct AccountMerge {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func merge(_ gone: AccountID, into survivor: Int64) throws {
    let gone = gone.rawValue
    try moveStars(gone, survivor)
    try dropOlderIntents(gone, survivor)
    for table in ["token", "prune", "intent", "journal", "unstarred"] {
      try run("UPDATE \(table) SET account = :survivor WHERE account = :gone", gone, survivor)
    }
    // The copy is of two halves now: the next sync must look at everything.
    try run(
      "UPDATE sync SET etag = NULL, page_etag = NULL WHERE account = :survivor",
      gone,
      survivor
    )
    try run("DELETE FROM sync WHERE account = :gone", gone, survivor)
    // Another process may still know it by its number.
    try run(
      "UPDATE account SET user_id = NULL, merged_into = :survivor WHERE id = :gone",
      gone,
      survivor
    )
  }

  /// A sync that is under way must not take those for stars that it did not meet.
  private func moveStars(_ gone: Int64, _ survivor: Int64) throws {
    try run(
      """
      DELETE FROM star WHERE account = :gone AND EXISTS (
        SELECT 1 FROM star AS other WHERE other.account = :survivor AND (
          other.repository = star.repository
          OR other.name = star.name AND (other.repository IS NULL OR star.repository IS NULL)
        )
      )
      """,
      gone,
      survivor
    )
    try run(
      """
      UPDATE star SET account = :survivor, generation = coalesce(
        (SELECT generation FROM sync WHERE account = :survivor), 0
      ) WHERE account = :gone
      """,
      gone,
      survivor
    )
  }

  /// Of two intents for one repository only the later counts.
  private func dropOlderIntents(_ gone: Int64, _ survivor: Int64) throws {
    try run(
      """
      DELETE FROM intent WHERE account IN (:gone, :survivor) AND EXISTS (
        SELECT 1 FROM intent AS later WHERE later.account IN (:gone, :survivor)
        AND later.name = intent.name AND later.id > intent.id
      )
      """,
      gone,
      survivor
    )
  }

  /// Not every statement names both, and SQLite refuses arguments that one does not name.
  private func run(_ sql: String, _ gone: Int64, _ survivor: Int64) throws {
    let all: [String: Int64] = ["gone": gone, "survivor": survivor]
    try database.execute(
      sql: sql,
      arguments: StatementArguments(all.filter { sql.contains(":\($0.key)") })
    )
  }
}

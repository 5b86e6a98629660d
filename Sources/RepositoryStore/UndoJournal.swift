import GRDB
import GitHubModel
import JSON

/// The journal of changes that can be undone: one for each command, with a step for each write.
///
/// A step is written before GitHub is asked, since only this file knows what was there before. Undoing one that was
/// not made changes nothing.
struct UndoJournal {
  /// The kind of change; each is undone on its own.
  enum Kind: String {
    case stars, lists
  }

  /// A change, and its steps that have not been undone, the last one first.
  typealias Change = (id: Int64, steps: [(id: Int64, payload: JSONValue)])

  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Adds a step to `change` or, if that is nil, to a new change.
  func add(
    _ payload: JSONValue,
    to change: Int64?,
    _ kind: Kind,
    of account: AccountID,
    at now: Int64
  ) throws -> (change: Int64, step: Int64) {
    if change == nil {
      try database.run(
        """
        INSERT INTO undo_change (account, kind, began_at)
        VALUES (\(account), \(kind.rawValue), \(now))
        """
      )
    }
    let change = change ?? database.lastInsertedRowID
    let text = payload.text.storable
    try database.run("INSERT INTO undo_step (change, payload) VALUES (\(change), \(text))")
    return (change, database.lastInsertedRowID)
  }

  func remove(_ steps: SQL) throws {
    try database.run("DELETE FROM undo_step WHERE \(steps)")
  }

  func markUndone(_ steps: SQL, at now: Int64) throws {
    try database.run("UPDATE undo_step SET undone_at = \(now) WHERE \(steps)")
  }

  /// Replaces a value in all steps that can still be undone.
  func replace(_ old: JSONValue, with new: JSONValue, of account: AccountID) throws {
    try database.run(
      """
      UPDATE undo_step SET payload = replace(payload, \(old.text), \(new.text))
      WHERE undone_at IS NULL
      AND change IN (SELECT id FROM undo_change WHERE account = \(account))
      """
    )
  }

  /// The last change with anything left to undo.
  func last(_ kind: Kind, of account: AccountID) throws -> Change? {
    let rows = try database.rows(
      """
      SELECT change, id, payload FROM undo_step WHERE undone_at IS NULL AND change = (
        SELECT max(undo_change.id) FROM undo_change
        JOIN undo_step ON undo_step.change = undo_change.id AND undo_step.undone_at IS NULL
        WHERE undo_change.account = \(account) AND undo_change.kind = \(kind.rawValue)
      ) ORDER BY id DESC
      """
    )
    guard let change = rows.first?.value(0, Int64.self) else { return nil }
    let steps = try rows.compactMap { row in
      try row.value(1, Int64.self).map { step in
        (step, try JSONValue(stored: row.value(2, String.self) ?? "null"))
      }
    }
    return (change, steps)
  }
}

extension JSONValue {
  /// Reads what a column has.
  fileprivate init(stored text: String) throws {
    // A deleted list may have any number of members.
    let limits = JSONLimits(depth: 8, values: 10_000_000, string: 1 << 20)
    self = try JSONValue(JSONElement(JSONDocument(Array(text.utf8), limits: limits)))
  }
}

import Essentials
import GRDB
import GitHubModel

/// The journal of changes that can be undone: one for each command, with a step for each write.
///
/// A step is written before GitHub is asked, since only this file knows what was there before. Undoing one that was
/// not made changes nothing. A step that was undone, or that GitHub refused, is removed.
struct UndoJournal {
  /// The kind of change; each is undone on its own.
  enum Kind: String {
    case stars, lists
  }

  /// A change, and its steps, the last one first.
  typealias Change<Step> = (id: Int64, steps: [(id: Int64, step: Step)])

  /// How many changes of each kind an account can undo; those before are forgotten.
  static let maxChanges = 100

  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Adds a step to `change` or, if that is nil, to a new change.
  func add(
    _ step: some Encodable,
    to change: Int64?,
    _ kind: Kind,
    of account: AccountID,
    at now: Int64
  ) throws -> (change: Int64, step: Int64) {
    let text = try StoredJSON.text(step)
    // The journal may have dropped a long-running change by now.
    try database.run(
      """
      INSERT OR IGNORE INTO undo_change (id, account, kind, began_at)
      VALUES (\(change), \(account), \(kind.rawValue), \(now))
      """
    )
    if change == nil { try forgetOldest(kind, of: account) }
    let id = try change ?? database.value("SELECT max(id) FROM undo_change") ?? 0
    try database.run("INSERT INTO undo_step (change, payload) VALUES (\(id), \(text))")
    return (id, database.lastInsertedRowID)
  }

  private func forgetOldest(_ kind: Kind, of account: AccountID) throws {
    let oldest: SQL = """
      SELECT id FROM undo_change WHERE account = \(account) AND kind = \(kind.rawValue)
      ORDER BY id DESC LIMIT -1 OFFSET \(Self.maxChanges)
      """
    try database.run("DELETE FROM undo_step WHERE change IN (\(literal: oldest))")
    try database.run("DELETE FROM undo_change WHERE id IN (\(literal: oldest))")
  }

  func remove(_ steps: SQL) throws {
    try database.run("DELETE FROM undo_step WHERE \(literal: steps)")
  }

  /// Replaces a text in all steps.
  func replace(_ old: String, with new: String, of account: AccountID) throws {
    try database.run(
      """
      UPDATE undo_step SET payload = replace(payload, \(StoredJSON.text(old)), \(StoredJSON.text(new)))
      WHERE change IN (SELECT id FROM undo_change WHERE account = \(account))
      """
    )
  }

  /// The last change with anything left to undo.
  func last<Step: Decodable>(
    _ kind: Kind,
    of account: AccountID,
    as _: Step.Type
  ) throws -> Change<Step>? {
    let rows = try database.rows(
      """
      SELECT change, id, payload FROM undo_step WHERE change = (
        SELECT max(undo_change.id) FROM undo_change
        JOIN undo_step ON undo_step.change = undo_change.id
        WHERE undo_change.account = \(account) AND undo_change.kind = \(kind.rawValue)
      ) ORDER BY id DESC
      """
    )
    guard let change = rows.first?.value(0, Int64.self) else { return nil }
    let steps = rows.compactMap { row -> (Int64, Step)? in
      guard let id = row.value(1, Int64.self),
        let step: Step = StoredJSON.value(row.value(2, String.self))
      else { return nil }
      return (id, step)
    }
    return (change, steps)
  }
}

/// Values as JSON in columns of text.
enum StoredJSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Nil for anything that is not such a value.
  static func value<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }
}

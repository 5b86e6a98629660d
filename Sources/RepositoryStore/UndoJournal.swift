import Essentials
import GRDB
package import GitHubModel

/// The effect of a write, with the facts needed to undo it.
package protocol UndoableAction: Codable, Hashable, Sendable {
  /// The name of the kind of change; each kind is undone separately.
  static var kind: String { get }
}

/// A change that can be undone: one command, with a step for each write.
package struct UndoableChange<Action: UndoableAction>: Sendable, Hashable, Identifiable {
  /// A write that was journaled.
  package struct Step: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let action: Action
  }

  package let id: Int64
  /// The steps that have not been undone, last one first.
  package let steps: [Step]
}

// The journal has one change for each command, with a step for each write. A step is recorded
// before the request, since only this file knows the previous state. Undoing a step that did not
// happen changes nothing. Steps that were undone, or refused by GitHub, are removed.

extension LibraryStore {
  /// The IDs of an action's change and step in the journal.
  package typealias JournalEntry = (change: Int64, step: Int64)

  /// Records an action before it happens, as a step of `change` or, if that is nil, of a new
  /// change.
  package func journal(
    _ action: some UndoableAction,
    of change: Int64?,
    by account: AccountID
  ) throws(StoreError) -> JournalEntry {
    try file.write { try journal(action, of: change, by: account, $0) }
  }

  /// Reverts ``journal(_:of:by:)``: the steps have been undone, or GitHub refused them.
  package func unjournal(_ steps: [Int64]) throws(StoreError) {
    try file.write {
      try $0.run("DELETE FROM undo_step WHERE id IN (SELECT value FROM json_each(\(steps.json)))")
    }
  }

  /// The last change of a kind with anything left to undo; changes whose steps are all unreadable
  /// are skipped.
  package func lastChange<Action>(
    of account: AccountID
  ) throws(StoreError) -> UndoableChange<Action>? {
    let last: [UndoableChange<Action>] = try changes(of: account, atMost: 1)
    return last.first
  }

  /// The changes of a kind with anything left to undo, last one first.
  package func changes<Action>(
    of account: AccountID,
    atMost count: Int = maxChanges
  ) throws(StoreError) -> [UndoableChange<Action>] {
    try file.read { database in
      let changes = try database.ids(
        """
        SELECT id FROM undo_change WHERE account = \(account) AND kind = \(Action.kind)
        ORDER BY id DESC
        """
      )
      var found: [UndoableChange<Action>] = []
      for change in changes where found.count < count {
        let rows = try database.rows(
          "SELECT id, payload FROM undo_step WHERE change = \(change) ORDER BY id DESC"
        )
        let steps = rows.compactMap { row -> UndoableChange<Action>.Step? in
          guard let id = row.value(0, Int64.self),
            let action: Action = StoredJSON.value(row.value(1, String.self))
          else { return nil }
          return .init(id: id, action: action)
        }
        if !steps.isEmpty { found.append(UndoableChange(id: change, steps: steps)) }
      }
      return found
    }
  }

  /// Replaces a list's ID in all steps that can still be undone, since a recreated list gets
  /// another one.
  package func replaceStarList(
    _ old: StarList.ID,
    with new: StarList.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        UPDATE undo_step
        SET payload = replace(payload, \(StoredJSON.text(old)), \(StoredJSON.text(new)))
        WHERE change IN (SELECT id FROM undo_change WHERE account = \(account))
        """
      )
    }
  }

  func journal<Action: UndoableAction>(
    _ action: Action,
    of change: Int64?,
    by account: AccountID,
    _ database: Database
  ) throws -> JournalEntry {
    // The journal may have dropped a long-running change by now.
    try database.run(
      """
      INSERT OR IGNORE INTO undo_change (id, account, kind, began_at)
      VALUES (\(change), \(account), \(Action.kind), \(seconds))
      """
    )
    if change == nil { try forgetOldestChanges(Action.kind, of: account, database) }
    let id = try change ?? database.value("SELECT max(id) FROM undo_change") ?? 0
    let text = try StoredJSON.text(action)
    try database.run("INSERT INTO undo_step (change, payload) VALUES (\(id), \(text))")
    return (id, database.lastInsertedRowID)
  }

  private func forgetOldestChanges(
    _ kind: String,
    of account: AccountID,
    _ database: Database
  ) throws {
    let oldest: SQL = """
      SELECT id FROM undo_change WHERE account = \(account) AND kind = \(kind)
      ORDER BY id DESC LIMIT -1 OFFSET \(Self.maxChanges)
      """
    try database.run("DELETE FROM undo_step WHERE change IN (\(literal: oldest))")
    try database.run("DELETE FROM undo_change WHERE id IN (\(literal: oldest))")
  }

  /// The maximum number of changes of each kind that an account can undo.
  package static let maxChanges = 100
}

/// Values stored as JSON in text columns.
///
/// Foundation's coders know the cases of enums; there are few of these values, unlike GitHub's.
enum StoredJSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Decodes a value; nil for anything else.
  static func value<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }
}

package import Essentials
import GRDB
package import GitHubModel
import System

/// One run of a command, whose changes are one entry of the journal.
package final class CommandRun: Sendable {
  /// The words of the command, without the program's name.
  package let command: String
  let key = Int64.random(in: 1 ... .max)
  private let stepCount = Guarded(0)

  package init(_ command: String = "") { self.command = command }

  /// Whether it has made changes that can be undone.
  package var hasSteps: Bool { stepCount.withLock { $0 > 0 } }

  fileprivate func count(_ steps: Int) { stepCount.withLock { $0 += steps } }
}

/// A command that changed something.
package struct JournalEntry: Sendable, Hashable, Identifiable {
  /// One of its changes.
  package struct Step: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let change: ReversibleChange
    package let isUndone: Bool
  }

  package let id: Int64
  /// When the command made its first change.
  package let date: Date
  /// The words of the command, without the program's name; not yet safe for a terminal.
  package let command: String
  /// All readable changes, last one first.
  package let steps: [Step]

  /// The changes that can be undone, last one first; removed stars, however, are restored oldest
  /// first to keep their order.
  package var undoable: [Step] { Self.undoable(steps) }

  fileprivate static func undoable(_ steps: [Step]) -> [Step] {
    func time(_ step: Step) -> Int64 {
      if case .unstarred(let star) = step.change { star.starredAt } else { .min }
    }
    return steps.filter { !$0.isUndone }.sorted { (time($0), $1.id) < (time($1), $0.id) }
  }
}

// A step is recorded before the request, since only this file knows the previous state. Undoing a
// step that did not happen changes nothing. Steps refused by GitHub are removed; steps that were
// undone are marked.

extension LibraryStore {
  /// Records a change before it is made, as a step of the run's entry; the account is nil for local data.
  @discardableResult
  package func record(
    _ change: ReversibleChange,
    in run: CommandRun,
    of account: AccountID?
  ) throws(StoreError) -> JournalEntry.Step.ID {
    try file.write { try record(change, in: run, of: account, $0) }
  }

  /// Records that the repository will be unstarred, with its star's date and its lists in the copy.
  package func record(
    unstarring name: RepositoryName,
    in run: CommandRun,
    of account: AccountID
  ) throws(StoreError) -> JournalEntry.Step.ID {
    try file.write { database in
      let id = try RepositoryTable(database).repository(named: name)?.id
      let starredAt = try id.flatMap { try StarTable(database).starredAt($0, by: account) }
      let lists: [StarList.ID] = try database.column(
        """
        SELECT DISTINCT list FROM star_list_member
        WHERE account = \(account) AND (repository = \(id) OR name = \(name))
        """
      )
      let isCopied = try SyncTable(database).state(of: account).hasLists
      let star = Unstarring(
        name: name,
        id: id,
        starredAt: starredAt ?? seconds,
        lists: isCopied ? lists : nil
      )
      return try record(.unstarred(star), in: run, of: account, database)
    }
  }

  /// Removes a step that GitHub refused.
  package func forget(_ step: JournalEntry.Step.ID, of run: CommandRun) throws(StoreError) {
    try file.write { try $0.run("DELETE FROM undo_step WHERE id = \(step)") }
    run.count(-1)
  }

  /// Marks a step as undone.
  package func markUndone(_ step: JournalEntry.Step.ID) throws(StoreError) {
    try file.write { try markUndone(step, $0) }
  }

  /// Undoes a change of favorites or notes; returns false if it was already reverted or replaced.
  package func undo(_ step: JournalEntry.Step) throws(StoreError) -> Bool {
    try file.write { database in
      try markUndone(step.id, database)
      switch step.change {
      case .addedFavorite(_, let id):
        try database.run("DELETE FROM favorite WHERE repository = \(id)")
      case .removedFavorite(_, let id, let place):
        try database.run(
          """
          INSERT INTO favorite (position, repository, added_at)
          VALUES (\(place.position), \(id), \(place.addedAt)) ON CONFLICT DO NOTHING
          """
        )
      case .changedNote(_, let id, let old, let new):
        let table = NoteTable(database)
        guard try table.notes(where: "repository = \(id)")[id]?.text == new?.text else {
          return false
        }
        if let old { try table.put(old, about: id) } else { try table.remove(about: id) }
        return true
      default: return false
      }
      return database.changesCount > 0
    }
  }

  /// The changes of a run that can be undone, in undo order.
  package func undoableSteps(of run: CommandRun) throws(StoreError) -> [JournalEntry.Step] {
    try file.read { database in
      let id: Int64? = try database.value("SELECT id FROM undo_entry WHERE run = \(run.key)")
      return JournalEntry.undoable(try id.map { try steps(of: $0, database) } ?? [])
    }
  }

  /// The selected entries of the account and of local data, newest first, without entries that
  /// GitHub refused entirely.
  package func journal(
    of account: AccountID?,
    atMost count: Int = maxEntries,
    where isWanted: (JournalEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> [JournalEntry] {
    try file.read { database in
      let rows: [EntryRow] = try database.records(
        """
        SELECT id, began_at, command FROM undo_entry
        WHERE (account IS NULL OR account = \(account?.rawValue))
          AND EXISTS (SELECT 1 FROM undo_step WHERE entry = undo_entry.id)
        ORDER BY id DESC
        """
      )
      var found: [JournalEntry] = []
      for row in rows where found.count < count {
        let steps = try steps(of: row.id, database)
        let entry = JournalEntry(id: row.id, date: row.beganAt, command: row.command, steps: steps)
        if isWanted(entry) { found.append(entry) }
      }
      return found
    }
  }

  /// Replaces a list's ID in all steps, since a recreated list gets a new one.
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
        WHERE entry IN (SELECT id FROM undo_entry WHERE account = \(account))
        """
      )
    }
  }

  @discardableResult
  func record(
    _ change: ReversibleChange,
    in run: CommandRun,
    of account: AccountID?,
    _ database: Database
  ) throws -> JournalEntry.Step.ID {
    try database.run(
      """
      INSERT INTO undo_entry (run, account, command, began_at)
      VALUES (\(run.key), \(account?.rawValue), \(run.command.storable), \(seconds)) ON CONFLICT DO NOTHING
      """
    )
    if database.changesCount > 0 {
      try database.run(
        """
        DELETE FROM undo_entry
        WHERE id IN (SELECT id FROM undo_entry ORDER BY id DESC LIMIT -1 OFFSET \(Self.maxEntries))
        """
      )
    }
    try database.run(
      """
      INSERT INTO undo_step (entry, repository, payload)
      SELECT id, \(change.neededRepository), \(StoredJSON.text(change)) FROM undo_entry
      WHERE run = \(run.key)
      """
    )
    run.count(1)
    return database.lastInsertedRowID
  }

  private func markUndone(_ step: JournalEntry.Step.ID, _ database: Database) throws {
    try database.run("UPDATE undo_step SET undone_at = \(seconds) WHERE id = \(step)")
  }

  private func steps(of entry: JournalEntry.ID, _ database: Database) throws -> [JournalEntry.Step]
  {
    let rows: [StepRow] = try database.records(
      "SELECT id, payload, undone_at FROM undo_step WHERE entry = \(entry) ORDER BY id DESC"
    )
    return rows.compactMap { row in
      StoredJSON.value(row.payload).map {
        JournalEntry.Step(id: row.id, change: $0, isUndone: row.undoneAt != nil)
      }
    }
  }

  /// The maximum number of commands in the journal; older ones are dropped.
  package static let maxEntries = 200
}

private struct EntryRow: RowRecord {
  let id: Int64
  let beganAt: Date
  let command: String
}

private struct StepRow: RowRecord {
  let id: Int64
  let payload: String
  let undoneAt: Int64?
}

/// Values stored as JSON in text columns.
///
/// Uses Foundation's coders, which support enums with cases: there are few of these values, unlike
/// GitHub's, so speed does not matter.
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

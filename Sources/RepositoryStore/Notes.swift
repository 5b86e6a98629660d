package import Essentials
import GRDB
package import GitHubModel

/// The user's note about a repository, starred or not.
package struct Note: Sendable, Hashable, Codable {
  /// The text as written, from 1 to ``maxBytes`` bytes.
  package let text: String
  /// When it was written, in whole seconds.
  package let notedAt: Date

  /// Creates a note; nil if the text is blank or too long.
  package init?(_ text: String, at date: Date) {
    guard text.utf8.count <= Self.maxBytes, text.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    (self.text, notedAt) = (text, date)
  }

  /// The maximum length of a text in UTF-8.
  package static let maxBytes = 65_536
}

extension LibraryStore {
  /// The note about a repository; nil if there is none.
  package func note(about id: Repository.ID) throws(StoreError) -> Note? {
    try file.read { try NoteTable($0).notes(where: "repository = \(id)")[id] }
  }

  /// All notes, by repository.
  package func notes() throws(StoreError) -> [Repository.ID: Note] {
    try file.read { try NoteTable($0).notes() }
  }

  /// The repositories that notes are about, by name.
  package func notedRepositories() throws(StoreError) -> [Repository] {
    try file.read { database in
      try database.rows(
        """
        SELECT \(sql: RepositoryColumns.list) FROM note
        JOIN repository ON repository.id = note.repository ORDER BY owner, name
        """
      ).compactMap { RepositoryColumns.repository($0) }
    }
  }

  /// Writes a note, replacing an earlier one, as a step of `run` if there is one; returns false if the text is the same.
  package func write(
    _ note: Note,
    about repository: Repository,
    in run: CommandRun? = nil
  ) throws(StoreError) -> Bool {
    try file.write { database in
      let table = NoteTable(database)
      let old = try table.notes(where: "repository = \(repository.id)")[repository.id]
      if old?.text == note.text { return false }
      try RepositoryTable(database, now: seconds).record([repository])
      try table.put(note, about: repository.id)
      try recordNote(about: repository, from: old, to: note, in: run, database)
      return true
    }
  }

  /// Removes a note, as a step of `run` if there is one; returns false if there is no note.
  package func removeNote(
    about repository: Repository,
    in run: CommandRun? = nil
  ) throws(StoreError) -> Bool {
    try file.write { database in
      let table = NoteTable(database)
      let old = try table.notes(where: "repository = \(repository.id)")[repository.id]
      guard let old else { return false }
      try table.remove(about: repository.id)
      try recordNote(about: repository, from: old, to: nil, in: run, database)
      return true
    }
  }

  private func recordNote(
    about repository: Repository,
    from old: Note?,
    to new: Note?,
    in run: CommandRun?,
    _ database: Database
  ) throws {
    guard let run else { return }
    let (name, id) = (repository.name, repository.id)
    try record(.changedNote(name, id: id, from: old, to: new), in: run, of: nil, database)
  }
}

/// A note and favorite state imported from another machine.
package struct ImportedRepository: Sendable {
  /// The repository as known to the other machine, recorded only if it is unknown here.
  package let repository: Repository
  package let note: Note?
  package let isFavorite: Bool

  package init(_ repository: Repository, note: Note?, isFavorite: Bool) {
    (self.repository, self.note, self.isFavorite) = (repository, note, isFavorite)
  }
}

/// The result of an import.
package struct ImportOutcome: Sendable, Hashable {
  package var addedNotes = 0
  /// The number of older notes that were replaced.
  package var replacedNotes = 0
  /// The number of newer notes on this machine, which are kept.
  package var keptNotes = 0
  package var addedFavorites = 0

  package init() {}
}

extension LibraryStore {
  /// Adds notes and favorites, all of them or none, as steps of `run` if there is one; the newer of
  /// two notes about a repository is kept.
  package func add(
    _ imported: [ImportedRepository],
    in run: CommandRun? = nil
  ) throws(StoreError) -> ImportOutcome {
    try file.write { database in
      var outcome = ImportOutcome()
      let (table, repositories) = (
        NoteTable(database), RepositoryTable(database, now: seconds)
      )
      var notes = try table.notes()
      for item in imported where item.note != nil || item.isFavorite {
        let id = item.repository.id
        if try !repositories.has(id) { try repositories.record([item.repository]) }
        if let note = item.note, note != notes[id] {
          if let own = notes[id], own.notedAt >= note.notedAt {
            if own.text != note.text { outcome.keptNotes += 1 }
          } else {
            try table.put(note, about: id)
            try recordNote(about: item.repository, from: notes[id], to: note, in: run, database)
            if notes[id] == nil { outcome.addedNotes += 1 } else { outcome.replacedNotes += 1 }
            notes[id] = note
          }
        }
        if item.isFavorite, try addFavorite(item.repository, in: run, database) {
          outcome.addedFavorites += 1
        }
      }
      return outcome
    }
  }
}

/// The table of notes.
struct NoteTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  func notes(where condition: SQL = "true") throws -> [Repository.ID: Note] {
    let rows = try database.rows(
      "SELECT repository, text, noted_at FROM note WHERE \(literal: condition)"
    )
    return Dictionary(
      rows.compactMap { row in
        guard let id = row.value(0, Int64.self), let text = row.value(1, String.self),
          let seconds = row.value(2, Int64.self),
          let note = Note(text, at: Date(wholeSeconds: seconds))
        else { return nil }
        return (id, note)
      }
    ) { first, _ in first }
  }

  func put(_ note: Note, about id: Repository.ID) throws {
    try database.run(
      """
      INSERT INTO note (repository, text, noted_at)
      VALUES (\(id), \(note.text), \(note.notedAt.wholeSeconds ?? 0))
      ON CONFLICT (repository) DO UPDATE SET text = excluded.text, noted_at = excluded.noted_at
      """
    )
    try SearchTexts(database).put(note, about: id)
  }

  func remove(about id: Repository.ID) throws {
    try database.run("DELETE FROM note WHERE repository = \(id)")
  }
}

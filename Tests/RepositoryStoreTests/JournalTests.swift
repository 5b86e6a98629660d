import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct JournalTests {
  private let folder = Folder()

  /// A library with the stars a/r1, a/r2 and a/r3, newest last.
  private func library() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    for id in 1...3 as ClosedRange<Int64> {
      folder.advance(60)
      let facts = Sample.repository(id, "a/r\(id)")
      try store.record(isStarred: true, facts.name, facts, of: account)
    }
    return (store, account)
  }

  private static func list(_ id: String, _ name: String) -> StarList {
    StarList(id: id, name: name, slug: name.lowercased(), isPrivate: false, repositoryCount: 0)
  }

  private static let web = StarListContents(
    list: list("L1", "Web"),
    members: [StarList.Member(id: 1, nodeID: "R_1", name: Sample.name("a/r1"))]
  )

  /// A change of each kind.
  private static let changes: [ReversibleChange] = [
    .starred(Sample.name("a/r1"), id: 1), .createdList(list("L1", "Web")),
    .updatedList(list("L1", "Web"), to: list("L1", "W")), .deletedList(web),
    .changedLists(web.members[0], MembershipChange(adding: ["L1"], removing: ["L2"])),
    .addedFavorite(Sample.name("a/r1"), id: 1),
    .removedFavorite(Sample.name("a/r1"), id: 1, FavoritePlace(position: 4, addedAt: 5)),
    .changedNote(Sample.name("a/r1"), id: 1, from: nil, to: Note("why", at: folder0)),
  ]
  private static let folder0 = Date(timeIntervalSince1970: 1_700_000_000)

  private func repositories(_ entry: JournalEntry?) -> [String] {
    entry?.undoable.compactMap(\.change.repository?.name) ?? []
  }

  @Test func `an entry has its command's changes, last one first, also in another process`()
    throws
  {
    let (store, account) = try library()
    let (first, second) = (CommandRun("star a/r1"), CommandRun("many changes"))
    try store.record(Self.changes[0], in: first, of: account)
    for change in Self.changes { try store.record(change, in: second, of: account) }
    let refused = try store.record(Self.changes[0], in: second, of: account)
    try store.forget(refused, of: second)
    let empty = CommandRun("refused")
    try store.forget(try store.record(Self.changes[0], in: empty, of: account), of: empty)

    let entries = try folder.library().journal(of: account)

    #expect(entries.map(\.command) == ["many changes", "star a/r1"])
    #expect(entries.first?.steps.map(\.change) == Self.changes.reversed())
    #expect(entries.first?.date == folder.date)
    #expect(second.hasSteps && !empty.hasSteps)
  }

  @Test func `undone changes stay in the journal, and cannot be undone again`() throws {
    let (store, account) = try library()
    let run = CommandRun()
    for change in Self.changes.prefix(2) { try store.record(change, in: run, of: account) }

    let steps = try store.undoableSteps(of: run)
    try store.markUndone(steps[0].id)

    let entry = try #require(try store.journal(of: account).first)
    #expect(entry.steps.map(\.isUndone) == [true, false])
    #expect(entry.undoable == [steps[1]])
    #expect(try store.undoableSteps(of: run) == [steps[1]])
  }

  @Test func `restores removed stars oldest first, with their lists in the copy`() throws {
    let (store, account) = try library()
    let run = CommandRun()
    try store.replaceStarLists([Self.web], of: account)
    for name in ["a/r3", "a/r1", "a/r2"] {
      _ = try store.record(unstarring: Sample.name(name), in: run, of: account)
      try store.record(isStarred: false, Sample.name(name), nil, of: account)
    }

    let entry = try store.journal(of: account).first

    #expect(repositories(entry) == ["r1", "r2", "r3"])
    let lists = entry?.undoable.map { step -> [String]? in
      if case .unstarred(let star) = step.change { star.lists } else { nil }
    }
    #expect(lists == [["L1"], [], []])
  }

  @Test func `keeps the last two hundred commands and their repositories`() throws {
    let (store, account) = try library()
    func unstar(_ name: String, _ run: CommandRun) throws -> Bool {
      _ = try store.record(unstarring: Sample.name(name), in: run, of: account)
      try store.record(isStarred: false, Sample.name(name), nil, of: account)
      return try store.repository(named: Sample.name("a/r1")) != nil
    }
    let first = CommandRun("first")
    let isKept = try unstar("a/r1", first)
    for _ in 2...LibraryStore.maxEntries {
      try store.record(Self.changes[1], in: CommandRun("more"), of: account)
    }
    try store.finishFacts(of: account)
    let isStillKept = try store.repository(named: Sample.name("a/r1")) != nil
    _ = try unstar("a/r2", CommandRun("last"))
    try store.finishFacts(of: account)

    #expect(isKept && isStillKept)
    #expect(try store.repository(named: Sample.name("a/r1")) == nil)
    #expect(try store.journal(of: account).count == LibraryStore.maxEntries)
    #expect(try store.undoableSteps(of: first).isEmpty)
    // A command that continues gets a new entry.
    try store.record(Self.changes[0], in: first, of: account)
    #expect(try store.journal(of: account, atMost: 1).first?.command == "first")
  }

  @Test func `an unreadable change hides no other one`() throws {
    let (store, account) = try library()
    let (first, damaged, partly) = (CommandRun("1"), CommandRun("2"), CommandRun("3"))
    let changes = Self.changes
    for run in [first, damaged, partly] {
      try store.record(changes[0], in: run, of: account)
    }
    try store.record(changes[1], in: partly, of: account)
    try store.file.write { database in
      try database.execute(sql: "UPDATE undo_step SET payload = '{' WHERE id IN (2, 3)")
    }

    let entries = try store.journal(of: account)

    #expect(entries.map(\.command) == ["3", "2", "1"])
    #expect(entries.map { $0.steps.map(\.change) } == [[changes[1]], [], [changes[0]]])
  }

  @Test func `an account sees its own changes and those of local data`() throws {
    let (store, account) = try library()
    let other = try store.identify(try #require(AccessToken("other")), asUser: 2)
    try store.record(Self.changes[0], in: CommandRun("own"), of: account)
    try store.record(Self.changes[0], in: CommandRun("other"), of: other)
    _ = try store.addFavorite(Sample.full, in: CommandRun("local"))

    #expect(try store.journal(of: account).map(\.command) == ["local", "own"])
    #expect(try store.journal(of: nil).map(\.command) == ["local"])
  }

  @Test func `a list that is created again has its new identifier in the journal`() throws {
    let (store, account) = try library()
    try store.replaceStarLists([Self.web], of: account)
    let run = CommandRun()
    for change in [Self.changes[4], .deletedList(Self.web)] {
      try store.record(change, in: run, of: account)
    }
    _ = try store.record(unstarring: Sample.name("A/R1"), in: run, of: account)

    try store.replaceStarList("L1", with: "L9", of: account)

    let changes = try store.journal(of: account).first?.steps.map(\.change) ?? []
    let moved = MembershipChange(adding: ["L9"], removing: ["L2"])
    let contents = StarListContents(list: Self.list("L9", "Web"), members: Self.web.members)
    #expect(
      changes.dropFirst() == [.deletedList(contents), .changedLists(Self.web.members[0], moved)]
    )
    guard case .unstarred(let star)? = changes.first else { return #expect(Bool(false)) }
    #expect(star.lists == ["L9"])
  }

  // MARK: Local data

  @Test func `undoing the removal of favorites restores their order and times`() throws {
    let store = try folder.library()
    for id in 1...4 as ClosedRange<Int64> {
      folder.advance(10)
      _ = try store.addFavorite(Sample.repository(id, "a/r\(id)"))
    }
    let before = try store.favorites()
    let run = CommandRun()

    for id in [2, 4] as [Int64] {
      _ = try store.removeFavorite(Sample.repository(id, "a/r\(id)"), in: run)
    }
    _ = try folder.library().addFavorite(Sample.repository(5, "a/r5"))
    folder.advance(10)
    let undone = try store.undoableSteps(of: run).map { try folder.library().undo($0) }

    #expect(undone == [true, true])
    #expect(try store.favorites().dropLast().map(\.self) == before)
    #expect(try store.favorites().last?.repository.id == 5)
    #expect(try store.undoableSteps(of: run).isEmpty)
  }

  @Test func `removes an added favorite unless it has already been removed`() throws {
    let store = try folder.library()
    let run = CommandRun()
    for repository in [Sample.full, Sample.repository(9, "a/r9")] {
      #expect(try store.addFavorite(repository, in: run))
      #expect(try !store.addFavorite(repository, in: run))
    }
    _ = try store.removeFavorite(Sample.full)

    let undone = try store.undoableSteps(of: run).map { try store.undo($0) }

    #expect(undone == [true, false])
    #expect(try store.favorites().isEmpty)
  }

  @Test func `restores the previous note unless it has changed since`() throws {
    let store = try folder.library()
    let notes = ["one", "two"].map { Note($0, at: Self.folder0) }
    let texts = notes + [nil]
    let runs = texts.map { _ in CommandRun() }
    for (note, run) in zip(texts, runs) {
      if let note {
        #expect(try store.write(note, about: Sample.full, in: run))
      } else {
        #expect(try store.removeNote(about: Sample.full, in: run))
      }
    }
    func undo(_ run: CommandRun) throws -> [Bool] {
      try store.undoableSteps(of: run).map { try store.undo($0) }
    }
    func note() throws -> Note? { try store.note(about: Sample.full.id) }

    #expect(try undo(runs[0]) == [false])
    #expect(try undo(runs[2]) == [true])
    #expect(try note() == notes[1])
    #expect(try undo(runs[1]) == [true])
    #expect(try note() == notes[0])
    #expect(try undo(runs[1]) == [])
  }

  @Test func `an import is one entry with its changes`() throws {
    let store = try folder.library()
    _ = try store.addFavorite(Sample.full)
    let run = CommandRun()
    let note = Note("why", at: Self.folder0)

    _ = try store.add(
      [
        ImportedRepository(Sample.full, note: note, isFavorite: true),
        ImportedRepository(Sample.repository(9, "a/r9"), note: nil, isFavorite: true),
      ],
      in: run
    )

    let name = Sample.full.name
    #expect(
      try store.undoableSteps(of: run).map(\.change) == [
        .addedFavorite(Sample.name("a/r9"), id: 9),
        .changedNote(name, id: Sample.full.id, from: nil, to: note),
      ]
    )
  }

  // MARK: Older files

  @Test func `a library of the first version keeps its data and gets a new journal`() throws {
    _ = try folder.library().addFavorite(Sample.full)
    let queue = try DatabaseQueue(path: folder.libraryPath)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE undo_step; DROP TABLE undo_entry;
          CREATE TABLE undo_change (id INTEGER PRIMARY KEY, account INTEGER, kind TEXT) STRICT;
          CREATE TABLE undo_step (
            id INTEGER PRIMARY KEY, change INTEGER NOT NULL REFERENCES undo_change (id), payload TEXT
          ) STRICT;
          INSERT INTO undo_change VALUES (1, 1, 'stars');
          INSERT INTO undo_step VALUES (1, 1, '{}');
          PRAGMA user_version = 1
          """
      )
    }
    try queue.close()

    let store = try folder.library()

    #expect(try store.favorites().map(\.repository) == [Sample.full])
    #expect(try store.journal(of: nil).isEmpty)
    #expect(try store.removeFavorite(Sample.full, in: CommandRun("favorites remove")))
    #expect(try folder.library().journal(of: nil).map(\.command) == ["favorites remove"])
    #expect(try StoreCondition.ofFile(at: folder.libraryPath) == .sound)
  }
}

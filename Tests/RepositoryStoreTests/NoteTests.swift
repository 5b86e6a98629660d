import Foundation
import GitHubModel
import RepositoryStore
import TestSupport
import Testing

@Suite struct NoteTests {
  private let folder = Folder()

  private func note(_ text: String, after seconds: TimeInterval = 0) throws -> Note {
    try #require(Note(text, at: folder.date.addingTimeInterval(seconds)))
  }

  @Test func `finds a note in a new process, exactly as written`() throws {
    let text = "why?\n\n\t\"quoted\" — '; DROP TABLE note; --\u{1B}[31m 🙂"
    #expect(try folder.library().write(note(text), about: Sample.full))

    let store = try folder.library()

    #expect(try store.note(about: Sample.full.id) == note(text))
    #expect(try store.notedRepositories() == [Sample.full])
  }

  @Test func `a note replaces the previous one, and the same text changes nothing`() throws {
    let store = try folder.library()
    let repository = Sample.repository(1, "a/b")

    let written = try [note("one"), note("one", after: 60), note("two", after: 120)]
      .map { try store.write($0, about: repository) }

    #expect(written == [true, false, true])
    #expect(try store.notes() == [1: note("two", after: 120)])
  }

  @Test func `removes only the given note`() throws {
    let store = try folder.library()
    for id in 1...3 as ClosedRange<Int64> {
      _ = try store.write(note("note \(id)"), about: Sample.repository(id, "a/r\(id)"))
    }

    let removed = try ([2, 2, 9] as [Int64]).map {
      try store.removeNote(about: Sample.repository($0, "a/r\($0)"))
    }

    #expect(removed == [true, false, false])
    #expect(try Set(store.notes().keys) == [1, 3])
  }

  @Test func `a note outlives the star of its repository`() throws {
    let store = try folder.library()
    let repository = Sample.repository(1, "a/b")
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    try store.record(isStarred: true, repository.name, repository, of: account)
    _ = try store.write(note("kept"), about: repository)

    try store.record(isStarred: false, repository.name, repository, of: account)

    #expect(try store.note(about: 1) == note("kept"))
  }

  @Test(arguments: ["", " \n\t", Text(repeating: "é", count: 32_769)])
  func `ignores a blank or overlong note`(_ text: Text) {
    #expect(Note(text.value, at: folder.date) == nil)
  }

  @Test func `an import keeps the newer of two notes, in any order`() throws {
    let ages: [TimeInterval] = [-60, 0, 60]
    for own in ages {
      for other in ages {
        let folder = Folder()
        let store = try folder.library()
        let repository = Sample.repository(1, "a/b")
        _ = try store.write(note("own", after: own), about: repository)

        let outcome = try store.add([
          ImportedRepository(repository, note: try note("other", after: other), isFavorite: false)
        ])

        let isNewer = other > own
        #expect(try store.note(about: 1)?.text == (isNewer ? "other" : "own"))
        #expect(outcome.replacedNotes == (isNewer ? 1 : 0))
        #expect(outcome.keptNotes == (isNewer ? 0 : 1))
      }
    }
  }

  @Test func `an import adds notes and favorites once, and keeps this machine's facts`() throws {
    let store = try folder.library()
    let known = Sample.repository(1, "a/b", stars: 10)
    _ = try store.addFavorite(known)
    let imported = [
      ImportedRepository(Sample.repository(1, "a/b"), note: try note("known"), isFavorite: true),
      ImportedRepository(Sample.repository(2, "c/d"), note: nil, isFavorite: true),
      ImportedRepository(Sample.repository(3, "e/f"), note: nil, isFavorite: false),
    ]

    let outcomes = try [store.add(imported), store.add(imported)]

    #expect(outcomes[0].addedNotes == 1 && outcomes[0].addedFavorites == 1)
    #expect(outcomes[1] == ImportOutcome())
    #expect(try store.favorites().map(\.repository.counts.stars) == [10, nil])
    #expect(try store.repository(named: #require(RepositoryName("e/f"))) == nil)
  }
}

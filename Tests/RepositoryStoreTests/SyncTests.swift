import Foundation
import GRDB
import GitHubModel
import System
import Testing

@testable import RepositoryStore

@Suite struct SyncTests {
  private let folder = Folder()
  private let store: LibraryStore
  private let account: AccountID

  init() throws {
    store = try folder.library()
    account = try store.identify(try #require(AccessToken("token")), asUser: 1)
  }

  private func star(_ id: Int64, name: String? = nil) -> Star {
    let repository = Sample.repository(id, name ?? "a/r\(id)", stars: 3)
    let starredAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(id))
    return Star(repository, starredAt: starredAt)
  }

  private func sync(_ pages: [[Int64]]) throws -> SyncOutcome {
    let begun = try store.beginSync(of: account)
    for (number, ids) in pages.enumerated() {
      try store.recordPage(number + 1, ids.map { star($0) }, etag: "\(number + 1)", of: account)
    }
    return try store.finish(begun)
  }

  private func unstar(_ name: String) throws {
    try store.record(isStarred: false, Sample.name(name), nil, of: account)
  }

  private func ids() throws -> [Int64?] { try store.stars(of: account).map(\.repository.id) }

  @Test func `copies the stars on GitHub, newest first`() throws {
    let first = try sync([[1, 2], [3]])
    let second = try sync([[2, 3, 4]])

    #expect(first == SyncOutcome(added: 3, removed: 0, total: 3))
    #expect(second == SyncOutcome(added: 1, removed: 1, total: 3))
    #expect(try ids() == [4, 3, 2])
  }

  @Test func `records its progress, and resumes in a new process`() throws {
    _ = try store.beginSync(of: account)
    try store.recordPage(1, [star(1)], etag: "one", of: account)
    let other = try folder.library()
    let before = try other.syncState(of: account)

    try other.recordPage(2, [star(2)], etag: "two", of: account)
    let outcome = try other.finish(before)

    #expect(before.nextPage == 2)
    #expect(before.finishedAt == nil && before.walkedAt == nil)
    #expect(outcome == SyncOutcome(added: 2, removed: 0, total: 2))
    let state = try store.syncState(of: account)
    #expect(state.walkedAt == store.seconds && state.finishedAt == store.seconds)
    #expect(state.nextPage == nil)
    #expect(try store.syncPages(of: account) == [1: "one", 2: "two"])
  }

  @Test func `keeps a star added here during a sync`() throws {
    _ = try sync([[1]])
    let begun = try store.beginSync(of: account)
    let facts = Sample.repository(9, "a/r9")
    try store.record(isStarred: true, facts.name, facts, of: account)

    try store.recordPage(1, [star(1)], of: account)
    _ = try store.finish(begun)

    #expect(try ids() == [9, 1])
  }

  @Test func `does not restore a star removed here during a sync`() throws {
    _ = try sync([[1, 2]])
    let begun = try store.beginSync(of: account)
    try unstar("a/r2")

    try store.recordPage(1, [star(1), star(2)], of: account)
    let outcome = try store.finish(begun)

    #expect(outcome.total == 1)
    #expect(try ids() == [1])
    #expect(try sync([[1, 2]]).total == 2)
  }

  @Test func `does not restore a star removed here and renamed on GitHub during a sync`()
    throws
  {
    _ = try sync([[1, 2]])
    let begun = try store.beginSync(of: account)
    try unstar("a/r2")

    try store.recordPage(1, [star(1), star(2, name: "b/new")], of: account)
    _ = try store.finish(begun)

    #expect(try ids() == [1])
  }

  @Test func `restores a star removed and added again during a sync`() throws {
    _ = try sync([[1]])
    let begun = try store.beginSync(of: account)
    try unstar("a/r1")
    try store.record(isStarred: true, Sample.name("a/r1"), nil, of: account)

    try store.recordPage(1, [star(1)], of: account)

    #expect(try store.finish(begun).total == 1)
    #expect(try ids() == [1])
  }

  @Test func `removes nothing if another process has begun a new sync`() throws {
    _ = try sync([[1, 2]])
    let begun = try store.beginSync(of: account)
    try store.recordPage(1, [star(1)], of: account)
    let other = try folder.library()
    _ = try other.beginSync(of: account)

    let outcome = try store.finish(begun)

    #expect(outcome == SyncOutcome(added: 0, removed: 0, total: 2))
    #expect(try store.syncState(of: account).nextPage == 1)
  }

  @Test func `distinguishes a renamed repository from a new one with the old name`() throws {
    _ = try sync([[1]])
    let begun = try store.beginSync(of: account)

    try store.recordPage(1, [star(1, name: "b/new"), star(2, name: "a/r1")], of: account)
    _ = try store.finish(begun)

    #expect(try store.stars(of: account).map(\.name.fullName) == ["a/r1", "b/new"])
    #expect(try store.repository(named: Sample.name("a/r1"))?.id == 2)
  }

  @Test func `a star removed and added again elsewhere is the newest`() throws {
    _ = try sync([[2, 1]])
    let again = Star(
      star(1).repository,
      starredAt: Date(timeIntervalSince1970: 1_700_000_100)
    )

    let begun = try store.beginSync(of: account)
    try store.recordPage(1, [again, star(2)], of: account)
    _ = try store.finish(begun)

    #expect(try ids() == [1, 2])
    #expect(try store.star(of: 1, by: account)?.starredAt == again.starredAt)
  }

  @Test func `reads the times of all stars with one statement`() throws {
    _ = try sync([[1, 2, 3]])
    let count = Guarded(0)
    try store.file.read { database in
      database.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        if statement.sql.hasPrefix("SELECT") { count.withLock { $0 += 1 } }
      }
    }

    let dates = try store.starDates(of: [1, 2, 3, 4], by: account)

    #expect(dates == [1: star(1).starredAt, 2: star(2).starredAt, 3: star(3).starredAt])
    #expect(count.withLock(\.self) == 1)
  }

  @Test func `a star without a time keeps the known one`() throws {
    _ = try sync([[1]])
    let undated = Star(star(1).repository, starredAt: .distantPast)

    let begun = try store.beginSync(of: account)
    try store.recordPage(1, [undated], of: account)
    _ = try store.finish(begun)

    #expect(try store.stars(of: account).map(\.starredAt) == [star(1).starredAt])
  }

  @Test func `records that nothing has changed`() throws {
    _ = try sync([[1]])
    let walkedAt = store.seconds
    folder.advance(100)

    try store.confirmSync(of: account)

    let state = try store.syncState(of: account)
    #expect(state.finishedAt == store.seconds && state.walkedAt == walkedAt)
    #expect(try store.syncPages(of: account) == [1: "1"])
  }

  @Test func `an unchanged page keeps its stars, but no others`() throws {
    _ = try sync([[1, 2], [3, 4]])
    let begun = try store.beginSync(of: account)

    try store.recordPage(1, nil, of: account)
    try store.recordPage(2, [star(3)], etag: "new", of: account)

    #expect(try store.starsMissingFromPages(of: begun).map(\.repository.id) == [4])
    #expect(try store.finish(begun).total == 3)
    #expect(try store.syncPages(of: account) == [1: "1", 2: "new"])
  }

  @Test func `a star that moved to another page leaves its former one`() throws {
    _ = try sync([[1, 2], [3]])
    _ = try sync([[4, 1], [2, 3]])
    let begun = try store.beginSync(of: account)

    try store.recordPage(1, nil, of: account)

    #expect(try store.starsMissingFromPages(of: begun).map(\.repository.id) == [3, 2])
  }

  @Test func `forgets pages that no longer exist`() throws {
    _ = try sync([[1], [2], [3]])

    _ = try sync([[1]])

    #expect(try store.syncPages(of: account) == [1: "1"])
  }

  @Test func `reports a repository as not starred only once all stars were read`() throws {
    let begun = try store.beginSync(of: account)
    try store.recordPage(1, [star(1)], of: account)
    let before = try store.starStates(of: [1, 2], account: account)
    _ = try store.finish(begun)
    let after = try store.starStates(of: [1, 2], account: account)

    #expect(before == [1: true])
    #expect(after == [1: true, 2: false])
  }

  @Test func `finds an account's stars by words`() throws {
    _ = try sync([[1, 22]])
    let other = try store.identify(try #require(AccessToken("other")), asUser: 2)

    #expect(
      try store.starMatches(StarQuery("r2"), of: account, limit: 5).stars.map(\.name.name) == [
        "r22"
      ]
    )
    #expect(try store.starMatches(StarQuery("a"), of: account, limit: 1).stars.count == 1)
    #expect(try store.starMatches(StarQuery("r2"), of: other, limit: 5).stars.isEmpty)
  }

  @Test func `records a star with its repository's name and the time`() throws {
    let facts = Sample.repository(1, "A/B")

    try store.record(isStarred: true, Sample.name("a/b"), facts, of: account)

    let star = Star(facts, starredAt: folder.date)
    #expect(try store.stars(of: account) == [star])
  }

  @Test func `leaves a star without facts to the next sync`() throws {
    try store.record(isStarred: true, Sample.name("a/b"), nil, of: account)

    #expect(try store.stars(of: account).isEmpty)
  }

  @Test func `removes a star under any of its names`() throws {
    let facts = Sample.repository(1, "a/b")
    try store.record(isStarred: true, facts.name, facts, of: account)
    try store.refresh([Sample.repository(1, "new/name")])

    try store.record(isStarred: false, Sample.name("new/name"), nil, of: account)

    #expect(try store.stars(of: account).isEmpty)
  }

  // MARK: Rows that nothing needs

  /// The reasons to keep a repository that is no longer starred, and its number.
  private static let uses: [@Sendable (LibraryStore, AccountID, Int64) throws -> Void] = [
    { store, account, id in _ = try store.addFavorite(Sample.repository(id, "a/r\(id)")) },
    { store, account, id in
      let note = try #require(Note("why", at: .distantPast))
      _ = try store.write(note, about: Sample.repository(id, "a/r\(id)"))
    },
    { store, account, id in
      let list = StarList(id: "L", name: "L", slug: "l", isPrivate: false, repositoryCount: 1)
      let member = StarList.Member(id: id, nodeID: "R", name: Sample.name("a/r\(id)"))
      let contents = StarListContents(list: list, members: [member])
      try store.replaceStarLists([contents], of: account)
    },
    { store, account, id in
      let name = Sample.name("a/r\(id)")
      _ = try store.record(unstarring: name, in: CommandRun(), of: account)
    },
    { store, _, id in
      let other = try store.identify(try #require(AccessToken("other")), asUser: 2)
      let repository = Sample.repository(id, "a/r\(id)")
      try store.record(isStarred: true, repository.name, repository, of: other)
    },
  ]

  private func known() throws -> [Int64] {
    try store.file.read { try Int64.fetchAll($0, sql: "SELECT id FROM repository ORDER BY id") }
  }

  @Test(arguments: uses.indices)
  func `a sync removes unreferenced repositories, with their words`(_ use: Int) throws {
    _ = try sync([[1, 2, 3]])
    try Self.uses[use](store, account, 2)

    _ = try sync([[1]])

    #expect(try known() == [1, 2])
    let found = try store.file.read { database in
      try ["fact_index", "text_index"].map { index in
        try Int64.fetchAll(
          database,
          sql: "SELECT rowid FROM \(index) WHERE \(index) MATCH 'r1 OR r2 OR r3'"
        )
      }
    }
    #expect(found == [[1, 2], [1, 2]])
    #expect(try StoreCondition.ofFile(at: folder.libraryPath) == .sound)
  }

  @Test func `undo entries survive a sync`() throws {
    _ = try sync([[1, 2]])
    let name = Sample.name("a/r2")
    let step = try store.record(unstarring: name, in: CommandRun(), of: account)
    _ = try sync([[1]])
    let before = try known()
    try store.markUndone(step)

    try store.finishFacts(of: account)

    #expect(before == [1, 2])
    #expect(try known() == [1])
  }
}

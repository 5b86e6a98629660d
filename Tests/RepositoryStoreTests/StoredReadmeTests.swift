import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct StoredReadmeTests {
  private let folder = Folder()
  private let store: LibraryStore
  private let account: AccountID

  init() throws {
    store = try folder.library()
    account = try store.identify(try #require(AccessToken("token")), asUser: 1)
  }

  private func star(_ id: Int64, pushed: Double = 1) throws {
    folder.advance(60)
    let repository = repository(id, pushed: pushed)
    try store.record(isStarred: true, repository.name, repository, of: account)
  }

  private func repository(_ id: Int64, pushed: Double) -> Repository {
    var repository = Sample.repository(id, "a/r\(id)")
    repository.dates.pushed = Date(timeIntervalSince1970: pushed)
    return repository
  }

  private func due() throws -> [Int64] { try store.dueReadmes(of: account).map(\.id) }

  private func record(_ readme: FetchedReadme, of id: Int64) throws {
    let due = try #require(try store.dueReadmes(of: account).first { $0.id == id })
    try store.record([(due, readme)])
  }

  @Test func `READMEs never fetched are due, newest stars first`() throws {
    for id in 1...3 as ClosedRange<Int64> { try star(id) }

    #expect(try due() == [3, 2, 1])
    try record(.usual("words", version: "1"), of: 2)
    #expect(try due() == [3, 1])
    #expect(try store.readmeCount(of: account) == 1)
  }

  @Test func `a README is due again after a push, with its ETag`() throws {
    try star(1)
    try record(.found("words", at: "README.rst", etag: "\"one\""), of: 1)
    #expect(try due() == [])

    try store.refresh([repository(1, pushed: 2)])
    #expect(try store.dueReadmes(of: account).map(\.etag) == ["\"one\""])

    try record(.unchanged, of: 1)
    #expect(try due() == [])
    #expect(try store.starMatches(StarQuery("words"), of: account, limit: 1).stars.count == 1)
  }

  @Test func `does not request a missing README again for a week`() throws {
    try star(1)
    try record(.found("words", at: "README.rst", etag: "\"one\""), of: 1)
    try store.refresh([repository(1, pushed: 2)])
    try record(.missing, of: 1)
    try store.refresh([repository(1, pushed: 3)])

    #expect(try store.starMatches(StarQuery("words"), of: account, limit: 1).stars.isEmpty)
    #expect(try store.readmeCount(of: account) == 0)
    folder.advance(7 * 86_400 - 1)
    #expect(try due() == [])
    folder.advance(1)
    #expect(try store.dueReadmes(of: account).map(\.etag) == [nil])
  }

  @Test func `keeps READMEs that GitHub failed to send, and requests them after new ones`()
    throws
  {
    try star(1)
    try record(.found("words", at: "README.rst", etag: "\"one\""), of: 1)
    try store.refresh([repository(1, pushed: 2)])
    for id in 2...3 as ClosedRange<Int64> { try star(id) }
    func fail(_ id: Int64) throws {
      let due = try #require(try store.dueReadmes(of: account).first { $0.id == id })
      try store.record([(due, .failed)])
    }

    #expect(try due() == [3, 2, 1])
    folder.advance(1)
    try fail(3)
    #expect(try due() == [2, 1, 3])
    folder.advance(1)
    try fail(2)
    try fail(1)
    #expect(try due() == [3, 2, 1])
    #expect(try store.dueReadmes(of: account).map(\.etag) == [nil, nil, "\"one\""])
    #expect(try store.starMatches(StarQuery("words"), of: account, limit: 1).stars.count == 1)
    #expect(try store.readmeCount(of: account) == 1)
  }

  @Test func `a missing README that GitHub fails to send is due immediately`() throws {
    try star(1)
    try record(.missing, of: 1)
    folder.advance(7 * 86_400)
    let due = try #require(try store.dueReadmes(of: account).first)

    try store.record([(due, .failed)])

    #expect(try self.due() == [1])
  }

  @Test func `stores no README for a star removed in the meantime`() throws {
    try star(1)
    let due = try #require(try store.dueReadmes(of: account).first)
    try store.record(isStarred: false, due.name, nil, of: account)

    try store.record([(due, .usual("words", version: "1"))])
    try star(1)

    #expect(try self.due() == [1])
  }

  @Test func `truncates a README after 64 KiB`() throws {
    try star(1)
    try record(.usual(String(repeating: "é", count: 40_000) + " end", version: "1"), of: 1)

    let size = try store.file.read { database in
      try Int.fetchOne(database, sql: "SELECT length(CAST(readme AS BLOB)) FROM search_text") ?? 0
    }
    #expect(size == 65_536)
    #expect(try store.starMatches(StarQuery("end"), of: account, limit: 1).stars.isEmpty)
  }

  // MARK: Versions

  private func note(_ version: String?, of id: Int64) throws {
    try store.file.write { database in
      try ReadmeTable(database, now: store.seconds)
        .recordVersion(version, size: 100, of: id)
    }
  }

  @Test func `a README is due while GitHub has another version, regardless of pushes`() throws {
    try star(1)
    try note("v1", of: 1)
    #expect(try store.dueReadmes(of: account).map(\.size) == [100])
    try record(.usual("words", version: "v1"), of: 1)
    #expect(try due() == [])

    try store.refresh([repository(1, pushed: 2)])
    #expect(try due() == [1])
    try note("v1", of: 1)
    #expect(try due() == [])
    try note("v2", of: 1)
    #expect(try due() == [1])
    try record(.usual("other words", version: "v3"), of: 1)
    #expect(try due() == [])
  }

  @Test func `a README with another name is due after a push, until there is a README.md`() throws {
    try star(1)
    try note(nil, of: 1)
    #expect(try store.dueReadmes(of: account).map(\.mayBeInUsualPlace) == [false])
    try record(.found("words", at: "docs/README.rst", etag: "\"one\""), of: 1)
    #expect(try due() == [])

    try store.refresh([repository(1, pushed: 2)])
    try note(nil, of: 1)
    #expect(try store.dueReadmes(of: account).map(\.etag) == ["\"one\""])
    #expect(try store.dueReadmes(of: account).map(\.mayBeInUsualPlace) == [false])
    try record(.unchanged, of: 1)
    #expect(try due() == [])
    try note("v1", of: 1)
    #expect(try store.dueReadmes(of: account).map(\.mayBeInUsualPlace) == [true])
    try record(.usual("words", version: "v1"), of: 1)
    #expect(try due() == [])
  }

  @Test func `a missing README is due as soon as there is a README.md`() throws {
    try star(1)
    try note(nil, of: 1)
    try record(.missing, of: 1)
    #expect(try due() == [])

    try note("v1", of: 1)
    #expect(try due() == [1])
    // It is too large to be stored.
    try record(.missing, of: 1)
    #expect(try due() == [])
  }

  @Test func `a README from an older version of the program is current unless there was a push`()
    throws
  {
    for id in 1...2 as ClosedRange<Int64> {
      try star(id)
      try record(.usual("words", version: "v"), of: id)
    }
    try store.file.write {
      try $0.execute(sql: "UPDATE readme SET version = NULL, latest = NULL, confirmed_at = NULL")
    }
    try store.refresh([repository(2, pushed: 2)])

    for id in 1...2 as ClosedRange<Int64> { try note("v1", of: id) }

    #expect(try due() == [2])
  }

  @Test func `a stored README has its text and the date at which it was current`() throws {
    try star(1)
    try record(.usual("一个 tool\nmore", version: "v1"), of: 1)
    let date = Date(timeIntervalSince1970: Double(store.seconds))
    folder.advance(60)
    try store.refresh([repository(1, pushed: 2)])
    try record(.failed, of: 1)

    #expect(try store.readme(of: 1) == StoredReadme(text: "一个 tool\nmore", date: date))
    #expect(try store.readme(of: 2) == nil)
  }

  @Test func `remembers for each account whether READMEs are wanted`() throws {
    let other = try store.identify(try #require(AccessToken("other")), asUser: 2)

    #expect(try !store.syncState(of: account).syncsReadmes)
    try store.setSyncsReadmes(true, of: account)
    try store.setSyncsReadmes(true, of: account)
    #expect(try folder.library().syncState(of: account).syncsReadmes)
    #expect(try !store.syncState(of: other).syncsReadmes)
    try store.setSyncsReadmes(false, of: account)
    #expect(try !store.syncState(of: account).syncsReadmes)
  }

  @Test func `removes all READMEs in batches`() throws {
    for id in 1...150 as ClosedRange<Int64> {
      try star(id)
      try record(.usual("words", version: "1"), of: id)
    }

    #expect(try store.removeSomeReadmes(of: account))
    #expect(try store.readmeCount(of: account) == 50)
    #expect(try store.removeSomeReadmes(of: account))
    #expect(try !store.removeSomeReadmes(of: account))
    #expect(try store.starMatches(StarQuery("words"), of: account, limit: 1).stars.isEmpty)
    #expect(try due().count == 150)
  }
}

import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct CacheStoreTests {
  private let folder = Folder()

  @Test func `returns every fact of a repository`() throws {
    let store = try folder.cache()
    let known = Sample.full

    try store.record([known])

    #expect(try store.repository(named: known.name) == known)
    #expect(try store.count() == 1)
  }

  @Test func `returns a repository of which only the identity is known`() throws {
    let store = try folder.cache()
    let bare = Sample.repository(1, "a/b")

    try store.record([bare])

    #expect(try store.repository(named: Sample.name("a/b")) == bare)
  }

  @Test func `distinguishes unknown from none and from false`() throws {
    let store = try folder.cache()
    var known = Sample.repository(1, "a/b")
    known.topics = []
    known.flags.isFork = false
    known.flags.hasWiki = true

    try store.record([known])

    #expect(try store.repository(named: Sample.name("a/b")) == known)
  }

  @Test func `keeps the number of watchers, which lists leave out`() throws {
    let store = try folder.cache()
    var row = Sample.full
    row.counts.subscribers = nil
    row.counts.stars = 9
    var expected = Sample.full
    expected.counts.stars = 9

    try store.record([Sample.full])
    try store.record([row])

    #expect(try store.repository(named: row.name) == expected)
  }

  @Test func `finds a renamed repository by its new name and words alone`() throws {
    let store = try folder.cache()

    try store.record([Sample.repository(1, "old/thing", stars: 5)])
    try store.record([Sample.repository(1, "new/widget", stars: 50)])

    #expect(try store.repository(named: Sample.name("OLD/thing")) == nil)
    #expect(try store.matches("thing", limit: 5).isEmpty)
    #expect(try store.matches("wid", limit: 5).map(\.id) == [1])
    #expect(try store.count() == 1)
  }

  @Test func `stores the text after a NUL`() throws {
    let store = try folder.cache()
    var hostile = Sample.repository(1, "a/b")
    hostile.description = "before\0after"

    try store.record([hostile])

    #expect(try store.repository(named: Sample.name("a/b"))?.description == "before\u{FFFD}after")
  }

  @Test func `distinguishes identifiers with the same lower bits`() throws {
    let store = try folder.cache()
    let ids = [5, 5 + 1 << 39, 5 + 2 << 39] as [Int64]

    try store.record(ids.map { Sample.repository($0, "a/r\($0)") })

    #expect(try ids.allSatisfy { try store.repository(named: Sample.name("a/r\($0)"))?.id == $0 })
    #expect(try CacheStore.inspect(folder.cachePath) == .sound)
  }
}

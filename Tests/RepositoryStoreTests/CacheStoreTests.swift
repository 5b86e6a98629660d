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
    _ = try store.takeNews()
    try store.record([Sample.repository(1, "new/widget", stars: 50)])
    _ = try store.takeNews()

    #expect(try store.repository(named: Sample.name("OLD/thing")) == nil)
    #expect(try store.matches("thing", limit: 5).isEmpty)
    #expect(try store.matches("wid", limit: 5).map(\.id) == [1])
  }

  @Test func `stores the text after a NUL`() throws {
    let store = try folder.cache()
    var hostile = Sample.repository(1, "a/b")
    hostile.description = "before\0after"

    try store.record([hostile])

    #expect(try store.repository(named: Sample.name("a/b"))?.description == "before\u{FFFD}after")
  }

  @Test(arguments: 0..<3)
  func `stores each flag separately, also if it is unknown`(_ shift: Int) throws {
    let values: [Bool?] = (0..<10).map { [true, false, nil][($0 + $0 / 3 + shift) % 3] }
    let store = try folder.cache()
    var known = Sample.repository(1, "a/b")
    known.flags.isArchived = values[0]
    known.flags.isDisabled = values[1]
    known.flags.isFork = values[2]
    known.flags.isPrivate = values[3]
    known.flags.isTemplate = values[4]
    known.flags.hasDownloads = values[5]
    known.flags.hasIssues = values[6]
    known.flags.hasPages = values[7]
    known.flags.hasProjects = values[8]
    known.flags.hasWiki = values[9]

    try store.record([known])

    #expect(try store.repository(named: known.name) == known)
  }

  @Test func `has the repositories that the library has not taken yet, once`() throws {
    let store = try folder.cache()
    try store.record([Sample.repository(1, "a/one"), Sample.repository(2, "a/two", stars: 5)])
    try store.record([Sample.repository(2, "a/two", stars: 6)])

    let news = try store.takeNews()

    #expect(news.map(\.id) == [1, 2])
    #expect(news.last?.counts.stars == 6)
    #expect(try store.takeNews().isEmpty)
  }
}

import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct SeenStoreTests {
  private let folder = Folder()

  @Test func `gives back every fact of a repository`() throws {
    let store = try folder.seen()
    let known = Sample.full

    try store.note([known])

    #expect(try store.repository(id: known.id) == known)
    #expect(try store.repository(named: known.name) == known)
    #expect(try store.count() == 1)
  }

  @Test func `gives back a repository of which next to nothing is known`() throws {
    let store = try folder.seen()
    let bare = Sample.repository(1, "a/b")

    try store.note([bare])

    #expect(try store.repository(id: 1) == bare)
  }

  @Test func `keeps unknown apart from none and from no`() throws {
    let store = try folder.seen()
    var known = Sample.repository(1, "a/b")
    known.topics = []
    known.flags.isFork = false
    known.flags.hasWiki = true

    try store.note([known])

    #expect(try store.repository(id: 1) == known)
  }

  @Test func `does not forget what newer facts leave out`() throws {
    let store = try folder.seen()
    var newer = Sample.repository(Sample.full.id, Sample.full.name.fullName)
    newer.counts.stars = 9
    newer.flags.isArchived = false
    var expected = Sample.full
    expected.counts.stars = 9
    expected.flags.isArchived = false

    try store.note([Sample.full])
    try store.note([newer])

    let kept = try store.repository(id: newer.id)
    #expect(kept?.counts == expected.counts)
    #expect(kept?.flags == expected.flags)
    #expect(kept?.license == expected.license)
    #expect(kept?.owner == expected.owner)
  }

  @Test func `finds a renamed repository by its new name and words alone`() throws {
    let store = try folder.seen()

    try store.note([Sample.repository(1, "old/thing", stars: 5)])
    try store.note([Sample.repository(1, "new/widget", stars: 50)])

    #expect(try store.repository(named: Sample.name("OLD/thing")) == nil)
    #expect(try store.matches("thing", limit: 5).isEmpty)
    #expect(try store.matches("wid", limit: 5).map(\.id) == [1])
    #expect(try store.count() == 1)
  }

  @Test func `keeps a text that a NUL would end`() throws {
    let store = try folder.seen()
    var hostile = Sample.repository(1, "a/b")
    hostile.description = "before\0after"

    try store.note([hostile])

    #expect(try store.repository(id: 1)?.description == "before\u{FFFD}after")
  }

  @Test func `keeps identifiers apart that meet in the lower bits`() throws {
    let store = try folder.seen()
    let ids = [5, 5 + 1 << 39, 5 + 2 << 39] as [Int64]

    try store.note(ids.map { Sample.repository($0, "a/r\($0)") })

    #expect(try ids.allSatisfy { try store.repository(id: $0)?.id == $0 })
    #expect(try store.integrity().isEmpty)
  }
}

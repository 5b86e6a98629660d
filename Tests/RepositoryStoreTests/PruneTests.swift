import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct PruneTests {
  private let folder = Folder()

  private func desk() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    for id in 1...3 as ClosedRange<Int64> {
      folder.advance(60)
      let facts = Sample.repository(id, "a/r\(id)")
      try store.record(isStarred: true, facts.name, facts, of: account)
    }
    return (store, account)
  }

  @Test func `a prune can be undone in the order of the stars, until all are restored`() throws {
    let (store, account) = try desk()
    let prune = try store.journal(Sample.name("a/r3"), of: nil, by: account)
    try store.journal(Sample.name("a/r1"), of: prune, by: account)
    for name in ["a/r3", "a/r1", "a/r2"] {
      try store.record(isStarred: false, Sample.name(name), nil, of: account)
    }

    let all = try store.lastPrune(of: account)
    try store.markRestored(Sample.name("A/R1"), of: prune)
    let rest = try store.lastPrune(of: account)
    try store.markRestored(Sample.name("a/r3"), of: prune)

    #expect(all?.id == prune)
    #expect(all?.names.map(\.name) == ["r1", "r3"])
    #expect(rest?.names.map(\.name) == ["r3"])
    #expect(try store.lastPrune(of: account) == nil)
  }

  @Test func `a prune has the change during which a process was killed`() throws {
    let (store, account) = try desk()

    try store.journal(Sample.name("a/r2"), of: nil, by: account)

    #expect(try folder.library().lastPrune(of: account)?.names == [Sample.name("a/r2")])
  }

  @Test func `a prune has no change that GitHub refused`() throws {
    let (store, account) = try desk()
    let prune = try store.journal(Sample.name("a/r2"), of: nil, by: account)

    try store.unjournal(Sample.name("A/R2"), of: prune)

    #expect(try store.lastPrune(of: account) == nil)
  }

  @Test func `there is no prune to undo if nothing was unstarred`() throws {
    let (store, account) = try desk()
    try store.record(isStarred: false, Sample.name("a/r2"), nil, of: account)

    #expect(try store.lastPrune(of: account) == nil)
  }
}

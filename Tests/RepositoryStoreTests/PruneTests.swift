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

  private func lastPrune(_ store: LibraryStore, _ account: AccountID) throws -> Prune? {
    try store.lastChange(of: account)
  }

  @Test func `a prune can be undone in star order until all are restored`() throws {
    let (store, account) = try desk()
    let first = try store.journal(unstarring: Sample.name("a/r3"), of: nil, by: account)
    _ = try store.journal(unstarring: Sample.name("a/r1"), of: first.change, by: account)
    for name in ["a/r3", "a/r1", "a/r2"] {
      try store.record(isStarred: false, Sample.name(name), nil, of: account)
    }

    let all = try #require(try lastPrune(store, account))
    try store.unjournal(all.steps(of: Sample.name("A/R1")).map(\.id))
    let rest = try lastPrune(store, account)
    try store.unjournal([first.step])

    #expect(all.id == first.change)
    #expect(all.names.map(\.name) == ["r1", "r3"])
    #expect(rest?.names.map(\.name) == ["r3"])
    #expect(try lastPrune(store, account) == nil)
  }

  @Test func `a prune includes the change during which a process was killed`() throws {
    let (store, account) = try desk()

    _ = try store.journal(unstarring: Sample.name("a/r2"), of: nil, by: account)

    #expect(try lastPrune(folder.library(), account)?.names == [Sample.name("a/r2")])
  }

  @Test func `a prune excludes changes that GitHub refused`() throws {
    let (store, account) = try desk()
    let prune = try store.journal(unstarring: Sample.name("a/r2"), of: nil, by: account)

    try store.unjournal([prune.step])

    #expect(try lastPrune(store, account) == nil)
  }

  @Test func `keeps the last hundred changes of each kind, with their repositories`() throws {
    let (store, account) = try desk()
    let list = StarList(id: "L", name: "L", slug: "l", isPrivate: false, repositoryCount: 0)
    _ = try store.journal(StarListAction.created(list), of: nil, by: account)
    func unstar(_ name: String, of prune: Prune.ID? = nil) throws -> (Prune.ID, isKept: Bool) {
      let id = try store.journal(unstarring: Sample.name(name), of: prune, by: account).change
      try store.record(isStarred: false, Sample.name(name), nil, of: account)
      try store.finishFacts(of: account)
      return (id, try store.repository(named: Sample.name("a/r1")) != nil)
    }

    let first = try unstar("a/r1")
    let hundred = try (2...100).map { _ in try unstar("a/r2").isKept }
    let oneMore = try unstar("a/r2").isKept
    let goesOn = try unstar("a/r3", of: first.0)

    #expect(first.isKept && hundred.allSatisfy(\.self) && !oneMore)
    #expect(goesOn.0 == first.0)
    let lists: StarListChange? = try store.lastChange(of: account)
    #expect(lists?.steps.count == 1)
  }

  @Test func `there is no prune to undo if nothing was unstarred`() throws {
    let (store, account) = try desk()
    try store.record(isStarred: false, Sample.name("a/r2"), nil, of: account)

    #expect(try lastPrune(store, account) == nil)
  }
}

import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct PruneTests {
  private let folder = Folder()

  private func desk() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    let account = try store.account(for: try #require(AccessToken("token")))
    for id in 1...3 as ClosedRange<Int64> {
      folder.advance(60)
      let intent = try store.begin(.star, of: Sample.name("a/r\(id)"), by: account)
      try store.acknowledge(intent, facts: Sample.repository(id, "a/r\(id)"))
    }
    return (store, account)
  }

  private func unstar(
    _ name: String,
    _ prune: PruneID?,
    _ desk: (store: LibraryStore, account: AccountID)
  ) throws {
    let intent = try desk.store.begin(.unstar, of: Sample.name(name), by: desk.account)
    try desk.store.acknowledge(intent, facts: nil, prune: prune)
  }

  @Test func `can be undone in the order of the stars, until all are back`() throws {
    let (store, account) = try desk()
    let prune = try store.beginPrune(of: account)
    try unstar("a/r3", prune, (store, account))
    try unstar("a/r1", prune, (store, account))
    try unstar("a/r2", nil, (store, account))

    let all = try store.lastPrune(of: account)
    try store.markRestored(Sample.name("A/R1"), of: prune)
    let rest = try store.lastPrune(of: account)
    try store.markRestored(Sample.name("a/r3"), of: prune)

    #expect(all?.id == prune)
    #expect(all?.names.map(\.name) == ["r1", "r3"])
    #expect(rest?.names.map(\.name) == ["r3"])
    #expect(try store.lastPrune(of: account) == nil)
  }

  @Test func `counts what was killed in the middle and done all the same`() throws {
    let (store, account) = try desk()
    let prune = try store.beginPrune(of: account)
    let intent = try store.begin(.unstar, of: Sample.name("a/r2"), by: account, prune: prune)
    try store.doubt(intent)

    try store.settle(intent, isStarred: false, facts: nil)

    #expect(try store.lastPrune(of: account)?.names == [Sample.name("a/r2")])
  }

  @Test func `is empty when nothing was unstarred`() throws {
    let (store, account) = try desk()
    _ = try store.beginPrune(of: account)

    #expect(try store.lastPrune(of: account) == nil)
  }
}

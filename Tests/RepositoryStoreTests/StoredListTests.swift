import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct StoredListTests {
  private let folder = Folder()

  private func library() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    return (store, try store.identify(try #require(AccessToken("token")), asUser: 1))
  }

  private static func list(_ id: String, _ name: String) -> StarList {
    StarList(id: id, name: name, slug: name.lowercased(), isPrivate: false, repositoryCount: 0)
  }

  private static func member(_ id: Int64) -> StarList.Member {
    StarList.Member(id: id, nodeID: "R_\(id)", name: Sample.name("a/r\(id)"))
  }

  /// Two lists: Web has 1 and 2, Later has 2.
  private static let two = [
    StarListContents(list: list("L1", "Web"), members: [member(2), member(1)]),
    StarListContents(list: list("L2", "Later"), members: [member(2)]),
  ]

  @Test func `a copy keeps its order, and a new one replaces it`() throws {
    let (store, account) = try library()
    var full = Self.two
    full[0].list.description = "To try"
    full[0].list.isPrivate = true
    full[0].list.repositoryCount = 2
    full[0].list.createdAt = Date(timeIntervalSince1970: 1_700_000_000)
    full[1].list.repositoryCount = 1

    #expect(try store.starLists(of: account) == nil)
    try store.replaceStarLists(full, of: account)

    #expect(try folder.library().starLists(of: account) == full)
    #expect(try store.starListNames(of: account) == [1: ["Web"], 2: ["Web", "Later"]])

    try store.replaceStarLists([], of: account)
    #expect(try store.starLists(of: account) == [])
    #expect(try store.starListNames(of: account) == [:])
  }

  @Test func `a member has the repository's current name`() throws {
    let (store, account) = try library()
    let facts = Sample.repository(2, "a/r2")
    try store.record(isStarred: true, facts.name, facts, of: account)
    try store.replaceStarLists(Self.two, of: account)

    try store.refresh([Sample.repository(2, "b/renamed")])

    let members = try store.starLists(of: account)?.map { $0.members.map(\.name.fullName) }
    #expect(members == [["b/renamed", "a/r1"], ["b/renamed"]])
  }

  @Test func `applies GitHub's changes`() throws {
    let (store, account) = try library()
    try store.replaceStarLists(Self.two, of: account)

    try store.record(Self.list("L3", "New"), of: account)
    try store.record(Self.list("L1", "Servers"), of: account)
    try store.record(Self.member(1), in: ["L2", "L3"], of: account)
    try store.record(Self.member(2), in: [], of: account)
    try store.record(Self.member(2), in: ["unknown"], of: account)

    let lists = try store.starLists(of: account) ?? []
    #expect(lists.map(\.list.name) == ["Servers", "Later", "New"])
    #expect(lists.map { $0.members.map(\.id) } == [[], [1], [1]])

    try store.removeStarList("L2", of: account)
    #expect(try store.starLists(of: account)?.map(\.list.id) == ["L1", "L3"])
    #expect(try store.starListNames(of: account) == [1: ["New"]])
  }
}

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

  private func lastChange(_ store: LibraryStore, _ account: AccountID) throws -> StarListChange? {
    try store.lastChange(of: account)
  }

  @Test func `undoes changes step by step, last first`() throws {
    let (store, account) = try library()
    let actions: [StarListAction] = [
      .created(Self.list("L1", "Web")), .updated(Self.list("L1", "Web"), to: Self.list("L1", "W")),
      .moved(Self.member(1), added: ["L1"], removed: ["L2"]), .deleted(Self.two[0]),
    ]
    let first = try store.journal(actions[0], of: nil, by: account).change
    let second = try store.journal(actions[0], of: nil, by: account).change
    for action in actions[1...] { _ = try store.journal(action, of: second, by: account) }
    let refused = try store.journal(actions[0], of: second, by: account).step
    try store.unjournal([refused])
    let empty = try store.journal(actions[0], of: nil, by: account).step
    try store.unjournal([empty])

    let change = try #require(try lastChange(folder.library(), account))
    #expect(change.id == second)
    #expect(change.steps.map(\.action) == actions.reversed())

    try store.unjournal([change.steps[0].id])
    #expect(try lastChange(store, account)?.steps == Array(change.steps.dropFirst()))
    try store.unjournal(change.steps.map(\.id))
    #expect(try lastChange(store, account)?.id == first)
  }

  @Test func `an unreadable change does not hide earlier ones`() throws {
    let (store, account) = try library()
    let first = try store.journal(StarListAction.deleted(Self.two[0]), of: nil, by: account).change
    let last = try store.journal(StarListAction.deleted(Self.two[1]), of: nil, by: account).change
    try store.file.write { database in
      try database.execute(
        sql: "UPDATE undo_step SET payload = '{' WHERE change = ?",
        arguments: [last]
      )
    }

    #expect(try lastChange(store, account)?.id == first)
  }

  @Test func `a list that is created again has its new identifier in the journal`() throws {
    let (store, account) = try library()
    try store.replaceStarLists(Self.two, of: account)
    let member = Self.member(1)
    let moved = StarListAction.moved(member, added: ["L1"], removed: ["L2"])
    let change = try store.journal(moved, of: nil, by: account).change
    _ = try store.journal(StarListAction.deleted(Self.two[0]), of: change, by: account)
    _ = try store.journal(unstarring: Sample.name("A/R2"), of: nil, by: account)

    try store.replaceStarList("L1", with: "L9", of: account)

    let actions = try lastChange(store, account)?.steps.map(\.action)
    let list = Self.list("L9", "Web")
    #expect(
      actions == [
        .deleted(StarListContents(list: list, members: Self.two[0].members)),
        .moved(member, added: ["L9"], removed: ["L2"]),
      ]
    )
    let undo: Prune? = try store.lastChange(of: account)
    #expect(undo?.names == [Sample.name("A/R2")])
    #expect(undo.map { Set($0.steps.compactMap(\.action.lists).joined()) } == ["L9", "L2"])
  }
}

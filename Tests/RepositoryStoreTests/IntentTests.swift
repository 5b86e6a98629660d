import Foundation
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct IntentTests {
  private let folder = Folder()
  private let name = Sample.name("a/b")

  private func desk() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    return (store, try store.account(for: try #require(AccessToken("token"))))
  }

  @Test func `becomes a star when it is acknowledged`() throws {
    let (store, account) = try desk()

    let intent = try store.begin(.star, of: name, by: account)
    try store.acknowledge(intent, facts: Sample.repository(1, "A/B"))

    let star = Star(
      name: Sample.name("A/B"),
      repository: Sample.repository(1, "A/B"),
      starredAt: folder.date
    )
    #expect(try store.stars(of: account) == [star])
    #expect(try store.openIntents(of: account).isEmpty)
    #expect(try folder.library().openIntents(of: account).isEmpty)
  }

  @Test func `makes a star by name alone, which learns its repository`() throws {
    let (store, account) = try desk()
    try store.acknowledge(store.begin(.star, of: name, by: account), facts: nil)

    let before = try store.stars(of: account).map(\.repository)
    try store.refresh([Sample.repository(5, "A/b")])

    #expect(before == [nil])
    #expect(try store.stars(of: account).map(\.repository?.id) == [5])
  }

  @Test func `takes a star away, by whatever name it had`() throws {
    let (store, account) = try desk()
    let facts = Sample.repository(1, "a/b")
    try store.acknowledge(store.begin(.star, of: name, by: account), facts: facts)
    try store.refresh([Sample.repository(1, "new/name")])

    let intent = try store.begin(.unstar, of: Sample.name("new/name"), by: account)
    try store.acknowledge(intent, facts: nil)

    #expect(try store.stars(of: account).isEmpty)
  }

  @Test func `leaves nothing behind when GitHub refused`() throws {
    let (store, account) = try desk()

    try store.drop(store.begin(.star, of: name, by: account))

    #expect(try store.openIntents(of: account).isEmpty)
    #expect(try store.stars(of: account).isEmpty)
  }

  @Test func `stays open in doubt until GitHub says what is`() throws {
    let (store, account) = try desk()
    let intent = try store.begin(.star, of: name, by: account)
    try store.doubt(intent)
    #expect(try store.openIntents(of: account) == [OpenIntent(intent: intent, isDoubted: true)])

    try store.settle(intent, isStarred: true, facts: nil)

    #expect(try store.openIntents(of: account).isEmpty)
    #expect(try store.stars(of: account).map(\.name) == [name])
  }

  @Test func `is superseded by a later one for the same repository`() throws {
    let (store, account) = try desk()
    try store.doubt(store.begin(.star, of: name, by: account))

    let later = try store.begin(.unstar, of: Sample.name("A/B"), by: account)
    try store.doubt(later)

    #expect(try store.openIntents(of: account).map(\.intent.id) == [later.id])
  }

  @Test func `is left out while this process holds it, also for another store of it`() throws {
    let (store, account) = try desk()
    let other = try folder.library()

    let intent = try store.begin(.star, of: name, by: account)

    #expect(try store.openIntents(of: account).isEmpty)
    #expect(try other.openIntents(of: account).isEmpty)
    try store.doubt(intent)
    #expect(try other.openIntents(of: account).count == 1)
  }

  @Test func `is left out while another process lives, and found once that is killed`() throws {
    let (store, account) = try desk()
    let child = try Child(["hold", folder.libraryPath])
    let begun = child.line()

    let whileAlive = try store.openIntents(of: account)
    child.kill()
    _ = child.lines()
    let afterwards = try store.openIntents(of: account)

    #expect(begun?.hasPrefix("begun") == true)
    #expect(whileAlive.isEmpty)
    #expect(afterwards.map { "begun \($0.intent.id)" } == [begun])
    #expect(afterwards.map(\.isDoubted) == [false])
  }

  @Test func `is another account's business`() throws {
    let (store, account) = try desk()
    let other = try store.account(for: try #require(AccessToken("other")))
    try store.doubt(store.begin(.star, of: name, by: account))

    #expect(try store.openIntents(of: other).isEmpty)
  }
}

import Foundation
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct AccountTests {
  private let folder = Folder()
  private let user = User(login: "octocat", id: 583_231)

  private func token(_ text: String) throws -> AccessToken { try #require(AccessToken(text)) }

  @Test func `finds the account of a token in a new process`() throws {
    let account = try folder.library().account(for: token("one"))
    let store = try folder.library()

    #expect(try store.existingAccount(for: token("one")) == account)
    #expect(try store.existingAccount(for: token("two")) == nil)
    #expect(try store.account(for: token("two")) != account)
    #expect(try store.accounts().count == 2)
  }

  @Test func `stores no part of a token`() throws {
    let store = try folder.library()
    _ = try store.account(for: token("ghp_CanaryCanaryCanary"))

    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    #expect(bytes.range(of: Data("Canary".utf8)) == nil)
  }

  @Test func `names the user of an account once it is known`() throws {
    let store = try folder.library()
    let account = try store.account(for: token("one"))
    #expect(try store.user(of: account) == nil)

    let same = try store.identify(account, as: user)

    #expect(same == account)
    #expect(try store.user(of: account) == StoredUser(id: user.id, login: user.login))
  }

  @Test func `merges two accounts of the same user`() throws {
    let store = try folder.library()
    let older = try store.account(for: token("one"))
    let newer = try store.account(for: token("two"))
    try star("a/both", 1, older, store)
    try star("a/both", 1, newer, store)
    try star("a/mine", 2, newer, store)

    _ = try store.identify(older, as: user)
    let survivor = try store.identify(newer, as: user)

    #expect(survivor == older)
    #expect(try store.existingAccount(for: token("two")) == older)
    #expect(try store.stars(of: older).map(\.name.name).sorted() == ["both", "mine"])
    #expect(try store.accounts().count == 1)
    #expect(try LibraryStore.inspect(folder.libraryPath) == .sound)
  }

  @Test func `records a change of an account that was merged in the meantime`() throws {
    let store = try folder.library()
    let older = try store.account(for: token("one"))
    let newer = try store.account(for: token("two"))
    _ = try store.identify(older, as: user)
    _ = try store.identify(newer, as: user)

    try store.record(isStarred: true, Sample.name("a/b"), nil, of: newer)

    #expect(try store.stars(of: older).map(\.name) == [Sample.name("a/b")])
  }

  private func star(
    _ name: String,
    _ id: Int64,
    _ account: AccountID,
    _ store: LibraryStore
  ) throws {
    let facts = Sample.repository(id, name)
    try store.record(isStarred: true, facts.name, facts, of: account)
  }
}

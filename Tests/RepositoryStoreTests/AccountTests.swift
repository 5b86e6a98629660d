import Foundation
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct AccountTests {
  private let folder = Folder()
  private let user = User(login: "octocat", id: 583_231)

  private func token(_ text: String) throws -> AccessToken { try #require(AccessToken(text)) }

  @Test func `knows a token again after a cold start`() throws {
    let account = try folder.library().account(for: token("one"))
    let store = try folder.library()

    #expect(try store.existingAccount(for: token("one")) == account)
    #expect(try store.existingAccount(for: token("two")) == nil)
    #expect(try store.account(for: token("two")) != account)
    #expect(try store.accounts().count == 2)
  }

  @Test func `writes down nothing of a token`() throws {
    let store = try folder.library()
    _ = try store.account(for: token("ghp_CanaryCanaryCanary"))

    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    #expect(bytes.range(of: Data("Canary".utf8)) == nil)
  }

  @Test func `says whose an account is once that is known`() throws {
    let store = try folder.library()
    let account = try store.account(for: token("one"))
    #expect(try store.user(of: account) == nil)

    let same = try store.identify(account, as: user)

    #expect(same == account)
    #expect(try store.user(of: account) == StoredUser(id: user.id, login: user.login))
  }

  @Test func `makes one of two accounts of one user`() throws {
    let store = try folder.library()
    let older = try store.account(for: token("one"))
    let newer = try store.account(for: token("two"))
    try star("a/both", 1, older, store)
    try star("a/both", 1, newer, store)
    try star("a/mine", 2, newer, store)
    let open = try store.begin(.star, of: Sample.name("a/open"), by: newer)
    try store.doubt(open)

    _ = try store.identify(older, as: user)
    let survivor = try store.identify(newer, as: user)

    #expect(survivor == older)
    #expect(try store.existingAccount(for: token("two")) == older)
    #expect(try store.stars(of: older).map(\.name.name).sorted() == ["both", "mine"])
    #expect(try store.openIntents(of: older).map(\.intent.id) == [open.id])
    #expect(try store.accounts().count == 1)
    #expect(try store.integrity().isEmpty)
  }

  @Test func `lets a change begun before the merge end after it`() throws {
    let store = try folder.library()
    let older = try store.account(for: token("one"))
    let newer = try store.account(for: token("two"))
    let intent = try store.begin(.star, of: Sample.name("a/b"), by: newer)
    _ = try store.identify(older, as: user)
    _ = try store.identify(newer, as: user)

    try store.acknowledge(intent, facts: nil)
    let later = try store.begin(.unstar, of: Sample.name("a/b"), by: newer)

    #expect(later.account == older)
    #expect(try store.stars(of: older).map(\.name) == [Sample.name("a/b")])
  }

  private func star(
    _ name: String,
    _ id: Int64,
    _ account: AccountID,
    _ store: LibraryStore
  ) throws {
    let intent = try store.begin(.star, of: Sample.name(name), by: account)
    try store.acknowledge(intent, facts: Sample.repository(id, name))
  }
}

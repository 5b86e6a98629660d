import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct AccountTests {
  private let folder = Folder()

  private func token(_ text: String) throws -> AccessToken { try #require(AccessToken(text)) }

  @Test func `finds the account of a token in a new process`() throws {
    let account = try folder.library().identify(token("one"), asUser: 583_231)
    let store = try folder.library()

    #expect(account == AccountID(rawValue: 583_231))
    #expect(try store.account(for: token("one")) == account)
    #expect(try store.account(for: token("two")) == nil)
    #expect(try store.accounts() == [account])
  }

  @Test func `two tokens of one user share an account, and users do not`() throws {
    let store = try folder.library()

    let accounts = try [("one", 7), ("two", 7), ("three", 8), ("one", 8)].map {
      try store.identify(token($0), asUser: $1)
    }

    #expect(accounts.map(\.rawValue) == [7, 7, 8, 8])
    #expect(try store.accounts() == [accounts[0], accounts[2]])
    #expect(try store.account(for: token("one")) == accounts[3])
  }

  @Test func `stores no part of a token`() throws {
    let store = try folder.library()
    _ = try store.identify(token("ghp_CanaryCanaryCanary"), asUser: 1)

    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    #expect(bytes.range(of: Data("Canary".utf8)) == nil)
  }
}

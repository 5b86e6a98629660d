import GitHubModel
import RepositoryStore
import TokenStore

/// The stars of the local copy, and whose they are.
struct LocalStars: Sendable {
  private let library: Library
  private let tokens: TokenStore

  init(_ services: Services) {
    library = services.library
    tokens = services.tokens
  }

  /// The token's account, or without a token the only one there is; nil for none and for several.
  func account(in store: LibraryStore) throws(StoreError) -> AccountID? {
    if let token = (try? tokens.load())?.token { return try store.existingAccount(for: token) }
    let accounts = try store.accounts()
    return accounts.count == 1 ? accounts.first?.0 : nil
  }

  /// The same repositories with what the copy knows of their stars; where it knows nothing, nothing.
  func marked(_ repositories: [Repository]) -> [Repository] {
    let states =
      library.attempt { () throws(StoreError) in try self.states(of: repositories) } ?? [:]
    return repositories.map { repository in
      var repository = repository
      repository.isStarred = states[repository.id] ?? repository.isStarred
      return repository
    }
  }

  private func states(
    of repositories: [Repository]
  ) throws(StoreError) -> [Repository.ID: Bool] {
    guard let store = library.existing(), let account = try account(in: store) else { return [:] }
    return try store.starStates(of: repositories.map(\.id), account: account)
  }
}

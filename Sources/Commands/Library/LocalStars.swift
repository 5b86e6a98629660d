import GitHubAPI
import GitHubModel
import RepositoryStore
import TokenStore

/// The local copy of the user's stars, and the account it belongs to.
struct LocalStars: Sendable {
  let library: Library
  private let tokens: TokenStore

  init(_ session: Session) {
    library = session.library
    tokens = session.tokens
  }

  /// The token's account or, without a token, the only account; nil if there is none or several.
  func account(in store: LibraryStore) throws(StoreError) -> AccountID? {
    if let token = (try? tokens.load())?.token { return try store.existingAccount(for: token) }
    let accounts = try store.accounts()
    return accounts.count == 1 ? accounts.first?.0 : nil
  }

  /// The repositories with the star states that the copy has.
  func marked(_ repositories: [Repository]) async -> [Repository] {
    let ids = repositories.map(\.id)
    let states = await library.ifPresent { (store) throws(StoreError) in
      try account(in: store).map { (account) throws(StoreError) in
        try store.starStates(of: ids, account: account)
      }
    }
    return repositories.map { repository in
      var repository = repository
      repository.isStarred = states?[repository.id] ?? repository.isStarred
      return repository
    }
  }
}

/// The star states of search results, from GitHub or from the local copy.
struct StarMarks: Sendable {
  private let client: GitHubAPIClient
  private let local: LocalStars

  init(_ session: Session) {
    client = session.client
    local = LocalStars(session)
  }

  /// The rows with their star states on GitHub; nil for those that its response leaves out.
  ///
  /// - Throws: ``GitHubError`` with ``GitHubError/Code/tokenMissing`` and without a request where
  ///   there is no token.
  func markedOnGitHub(_ rows: [Repository]) async throws(GitHubError) -> [Repository] {
    if rows.isEmpty { return rows }
    let nodes = rows.compactMap(\.nodeID)
    guard !nodes.isEmpty else {
      throw Self.missingStates("the results have no node IDs")
    }
    let states = try await client.send(.starStates(nodeIDs: nodes)).value
    return rows.map { row in
      var row = row
      row.isStarred = row.nodeID.flatMap { states[$0] }
      return row
    }
  }

  /// The rows with their star states in the local copy; nil for those that it does not have.
  func markedInLocalCopy(_ rows: [Repository]) async -> [Repository] { await local.marked(rows) }

  /// The error for a response without the star states that were asked for.
  static func missingStates(_ reason: String) -> GitHubError {
    GitHubError(.badResponse, operation: "check which of these are starred", message: reason)
  }
}

/// A change of a star, on GitHub first and then in the local copy.
///
/// GitHub is the source of truth and both requests are idempotent, so there is no journal, and nothing is ever
/// sent for a process that died: `stars sync` repairs the copy (decision 0066). A request that failed
/// leaves the copy unchanged, even if GitHub may have processed it.
struct StarChanges: Sendable {
  private let client: GitHubAPIClient
  private let library: Library
  private let tokens: TokenStore

  init(_ session: Session) {
    client = session.client
    library = session.library
    tokens = session.tokens
  }

  /// Stars the repository; does nothing if it is starred already.
  func star(_ name: RepositoryName) async throws(GitHubError) {
    try await client.star(name)
    await record(isStarred: true, name)
  }

  /// Unstars the repository; does nothing if it is not starred.
  func unstar(_ name: RepositoryName) async throws(GitHubError) {
    try await client.unstar(name)
    await record(isStarred: false, name)
  }

  /// Records in the local copy what GitHub has; a failure is a warning, since GitHub has it.
  func record(isStarred: Bool, _ name: RepositoryName) async {
    guard let token = (try? tokens.load())?.token else { return }
    let cached = await library.cachedRepository(name)
    await library.attempt(
      "update the local copy of your stars",
      advice: "the change was made on GitHub; run `ghsearch stars sync` later"
    ) { (store) throws(StoreError) in
      let account = try store.account(for: token)
      let facts = try store.repository(named: name) ?? cached
      try store.record(isStarred: isStarred, name, facts, of: account)
    }
  }
}

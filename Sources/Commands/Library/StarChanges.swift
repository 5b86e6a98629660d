import GitHubAPI
import GitHubModel
import RepositoryStore
import TokenStore

/// Changes stars so that none is lost: what is wanted is written down before GitHub is asked, and
/// what a process did not come to the end of is brought to an end by the next.
struct StarChanges: Sendable {
  private let client: GitHubAPIClient
  private let lookup: RepositoryLookup
  private let library: Library
  private let tokens: TokenStore

  init(_ services: Services) {
    client = services.client
    lookup = RepositoryLookup(services)
    library = services.library
    tokens = services.tokens
  }

  /// Stars it, or takes the star away; nothing changes when that is so already.
  ///
  /// `prune` is what the change is a part of, for taking all of it back.
  func change(
    _ wish: StarWish,
    _ name: RepositoryName,
    prune: PruneID? = nil
  ) async throws(GitHubError) {
    guard let (store, account) = ledger() else { return try await send(wish, name) }
    let intent = library.attempt { () throws(StoreError) in
      try store.begin(wish, of: name, by: account, prune: prune)
    }
    guard let intent else { return try await send(wish, name) }
    try await carryOut(intent, in: store, prune: prune)
  }

  /// Brings to an end what earlier processes of the same account left, oldest first, and says so.
  ///
  /// What was never answered is asked about, not sent again: whoever saw it fail may not want it any
  /// more.
  func finishEarlier(telling context: Context) async {
    guard let token, let store = library.existing() else { return }
    let open = library.attempt { () throws(StoreError) in
      // Whoever has begun something has an account; none is made for the question.
      try store.existingAccount(for: token).map(store.openIntents) ?? []
    }
    for open in open ?? [] {
      do throws(GitHubError) {
        try await finish(open, in: store)
        context.note(Self.sentence(open.intent))
      } catch {
        // What stands in the way of one stands in the way of the others, unless it is about that one.
        if error.code != .notFound, error.code != .forbidden { break }
      }
    }
  }

  private static func sentence(_ intent: StarIntent) -> String {
    let verb = intent.wish == .star ? "star" : "unstar"
    return "ghsearch: an earlier run had begun to \(verb) \(intent.name); that is settled now"
  }
}

// MARK: One change

extension StarChanges {
  private func carryOut(
    _ intent: StarIntent,
    in store: LibraryStore,
    prune: PruneID?
  ) async throws(GitHubError) {
    do throws(GitHubError) {
      try await send(intent.wish, intent.name)
    } catch {
      library.attempt { () throws(StoreError) in
        try error.isInDoubt ? store.doubt(intent) : store.drop(intent)
      }
      throw error
    }
    let facts = lookup.known(intent.name)
    library.attempt { () throws(StoreError) in
      try store.acknowledge(intent, facts: facts, prune: prune)
    }
  }

  private func finish(_ open: OpenIntent, in store: LibraryStore) async throws(GitHubError) {
    let intent = open.intent
    guard open.isDoubted else { return try await carryOut(intent, in: store, prune: nil) }
    do throws(GitHubError) {
      let isStarred = try await client.isStarred(intent.name)
      let facts = lookup.known(intent.name)
      library.attempt { () throws(StoreError) in
        try store.settle(intent, isStarred: isStarred, facts: facts)
      }
    } catch {
      if error.code == .notFound {
        library.attempt { () throws(StoreError) in try store.drop(intent) }
      }
      throw error
    }
  }

  private func send(_ wish: StarWish, _ name: RepositoryName) async throws(GitHubError) {
    switch wish {
    case .star: try await client.star(name)
    case .unstar: try await client.unstar(name)
    }
  }
}

// MARK: Whose

extension StarChanges {
  /// Nil where nothing can be written down: then GitHub alone knows.
  private func ledger() -> (store: LibraryStore, account: AccountID)? {
    guard let token, let store = library.kept() else { return nil }
    let account = library.attempt { () throws(StoreError) in try store.account(for: token) }
    return account.map { (store, $0) }
  }

  private var token: AccessToken? { (try? tokens.load())?.token }
}

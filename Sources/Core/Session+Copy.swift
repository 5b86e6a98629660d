package import Essentials
import GitHubAPI
package import GitHubModel
package import RepositoryStore
import TokenStore

// MARK: - The account

extension Session {
  /// The token's account, or the one for another user's copy; GitHub is asked the first time a
  /// token is used.
  package func account() async throws(OperationFailure) -> AccountID {
    if !library.places.isOwn { return try await library.perform { try $0.soleAccount() } }
    let token = try token()
    let known = try await library.perform { try $0.account(for: token) }
    if let known { return known }
    let user = try await ask(.currentUser).value
    return try await library.perform { try $0.identify(token, asUser: user.id) }
  }

  /// The token's account, or the only account if there is no token; nil if there is none or
  /// several.
  package func account(in store: LibraryStore) throws(StoreError) -> AccountID? {
    if let token = (try? tokens.load())?.token { return try store.account(for: token) }
    let accounts = try store.accounts()
    return accounts.count == 1 ? accounts.first : nil
  }
}

// MARK: - The local copy of the user's stars and lists

extension Session {
  /// Reads from the copy; nil if there is no account.
  package func readCopy<Value: Sendable>(
    _ body: @Sendable (LibraryStore, AccountID) throws -> Value?
  ) async throws(OperationFailure) -> Value? {
    try await library.perform { store in
      try account(in: store).flatMap { try body(store, $0) }
    }
  }

  /// Reads from the copy; nil if there is no account, or if the library cannot be used.
  package func readCopyIfPresent<Value: Sendable>(
    _ body: @Sendable (LibraryStore, AccountID) throws -> Value?
  ) async -> Value? {
    await library.ifPresent { store in try account(in: store).flatMap { try body(store, $0) } }
  }

  /// The repositories with the star states in the copy.
  package func withCopiedStates(_ repositories: [Repository]) async -> [Repository] {
    let ids = repositories.map(\.id)
    let states = await readCopyIfPresent { try $0.starStates(of: ids, account: $1) }
    return repositories.map { repository in
      var repository = repository
      repository.isStarred = states?[repository.id] ?? repository.isStarred
      return repository
    }
  }
}

// MARK: - The user's own data

/// The user's own data about repositories: lists, notes and favorites.
package struct OwnData: Sendable {
  /// The lists by repository; nil if there is no copy of the lists.
  private let lists: [Repository.ID: [String]]?
  /// The lists of a repository that is missing from `lists`: nil if GitHub omitted a list.
  private let noLists: [String]?
  private let notes: [Repository.ID: Note]
  private let favorites: Set<Repository.ID>
  /// When the user starred the requested repositories.
  package let dates: [Repository.ID: Date]

  fileprivate init(
    _ store: LibraryStore,
    _ account: AccountID?,
    datesOf ids: [Repository.ID]
  ) throws {
    lists = try account.flatMap { try store.starListNames(of: $0) }
    noLists = try account.flatMap { try store.syncState(of: $0).missingLists } == 0 ? [] : nil
    (notes, favorites) = (try store.notes(), try store.favoriteIDs())
    let all = try account.map { ids.isEmpty ? [:] : try store.starDates(of: ids, by: $0) } ?? [:]
    dates = all.filter { $0.value > .distantPast }
  }

  package func details(of id: Repository.ID) -> OwnDetails {
    OwnDetails(
      lists: lists.flatMap { $0[id] ?? noLists },
      note: notes[id],
      isFavorite: favorites.contains(id)
    )
  }
}

extension Session {
  /// The user's own data, including star times of the repositories with these IDs; nil without a
  /// library.
  package func ownData(datesOf ids: [Repository.ID] = []) async -> OwnData? {
    await library.ifPresent { try OwnData($0, account(in: $0), datesOf: ids) }
  }
}

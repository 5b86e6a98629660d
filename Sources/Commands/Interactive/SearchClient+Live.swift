import Dispatch
import Essentials
import GitHubAPI
import GitHubModel
import Reactive
import RepositoryStore
import SearchModel
import System

extension SearchViewModel {
  /// The search over GitHub and the local store.
  ///
  /// The model shows rate limits and waits for them itself, so the session's clients must not wait.
  convenience init(
    _ session: Session,
    on scheduler: some Scheduler = DispatchQueue(label: "search"),
    keepsHistory: Bool
  ) {
    let context = session.context
    self.init(
      client: .live(session, history: keepsHistory ? context.history : nil),
      scheduler: scheduler,
      access: session.hasToken ? .signedIn : .anonymous,
      now: context.now
    )
  }
}

extension SearchClient {
  /// The client that calls GitHub and the local store; `history` is nil with `--no-history`.
  static func live(_ session: Session, history: HistoryFile?) -> Self {
    let live = LiveSearch(session)
    return Self(
      search: live.page,
      budget: live.budget,
      localMatches: live.localMatches,
      stars: live.stars,
      setStar: live.setStar,
      favorites: live.favorites,
      setFavorite: live.setFavorite,
      notes: live.lists.notes,
      setNote: live.lists.setNote,
      history: { await history?.texts() ?? [] },
      remember: { text in await history?.add(text) },
      facts: { (name) async throws(SearchFailure) in try await live.detail(.repository(name)) },
      readme: { (name) async throws(SearchFailure) in try await live.detail(.readme(name)) },
      localReadme: live.lists.readme,
      growth: live.growth,
      counts: live.lists.counts,
      rows: live.lists.rows,
      lists: live.lists.all,
      changeLists: live.lists.change,
      sync: live.lists.sync
    )
  }
}

/// The calls of the live client.
private struct LiveSearch: Sendable {
  private let client: GitHubAPIClient
  private let anonymous: GitHubAPIClient
  private let hasToken: Bool
  private let isTokenRejected = Guarded(false)
  private let library: Library
  private let localStars: LocalStars
  private let histories: StarHistories
  private let changes: ScreenStarChanges
  let lists: ScreenLists
  private let context: Context

  init(_ session: Session) {
    client = session.client
    anonymous = session.anonymous
    hasToken = session.hasToken
    library = session.library
    localStars = LocalStars(session)
    histories = StarHistories(session).bestEffort(within: .seconds(10))
    changes = ScreenStarChanges(session)
    lists = ScreenLists(session, syncing: session.withoutRetries())
    context = session.context
  }

  private func client(for access: SearchAccess) -> GitHubAPIClient {
    switch access {
    case .signedIn: client
    case .anonymous: anonymous
    }
  }

  func value<Value: Sendable>(
    _ endpoint: Endpoint<Value>
  ) async throws(SearchFailure) -> Value {
    try await SearchFailure.of(context) { try await client.send(endpoint).value }
  }
}

// MARK: - Searching

extension LiveSearch {
  /// Facts or a README: without the token if GitHub rejects it, since most can be read without one.
  func detail<Value: Sendable>(
    _ endpoint: Endpoint<Value>
  ) async throws(SearchFailure) -> Value {
    if !isTokenRejected.withLock(\.self) {
      do throws(SearchFailure) {
        return try await value(endpoint)
      } catch {
        guard error.kind == .tokenRejected else { throw error }
        isTokenRejected.withLock { $0 = true }
      }
    }
    return try await SearchFailure.of(context) { try await anonymous.send(endpoint).value }
  }

  /// Nil without a token, and when few requests of the hour are left.
  func growth(of name: RepositoryName) async -> StarGrowth? {
    guard hasToken, !isTokenRejected.withLock(\.self) else { return nil }
    let left = await client.rateLimit(of: .core).remaining ?? .max
    return left > Self.minRequestsForGrowth ? await histories.lately(of: name) : nil
  }

  /// The rest of the hour's requests is for more important things.
  private static let minRequestsForGrowth = 1_000

  func page(_ request: SearchRequest) async throws(SearchFailure) -> RepositoryPage {
    let page = try await SearchFailure.of(context) {
      try await client(for: request.access)
        .searchPage(
          request.page,
          of: request.query.inGitHubsWords(at: context.now()),
          size: request.pageSize
        ).value
    }
    // The rejected token was replaced by one that works.
    if request.access == .signedIn { isTokenRejected.withLock { $0 = false } }
    await library.record(page.repositories)
    return page
  }

  /// The status of the client's own limiter, which every request passes, regardless of the limits read here.
  func budget(for access: SearchAccess) async -> BudgetReading {
    let status = await client(for: access).rateLimit(of: .search)
    let now = context.now()
    let documented = RequestResource.search.documentedLimit(
      hasToken: access == .signedIn && hasToken
    )
    let limit = status.limit ?? documented
    return BudgetReading(
      limit: limit,
      remaining: status.blockedFor == nil ? status.remaining ?? limit : 0,
      resumesAt: status.blockedFor.map { now.addingTimeInterval($0.seconds) },
      isFullAt: status.resetsIn.map { now.addingTimeInterval($0.seconds) }
    )
  }

  func localMatches(of text: String) async -> [Repository] {
    await localStars.annotated(library.cachedMatches(text, limit: Self.maxLocalMatches))
  }

  /// Two screens.
  private static let maxLocalMatches = 100
}

// MARK: - Stars and favorites

extension LiveSearch {
  func stars(
    among repositories: [Repository]
  ) async throws(SearchFailure) -> [Repository.ID: Bool] {
    let nodes = repositories.compactMap { repository in
      repository.nodeID.map { (node: $0, id: repository.id) }
    }
    guard !nodes.isEmpty else { return [:] }
    let states = try await SearchFailure.of(context) {
      try await client.starStates(of: nodes.map(\.node))
    }
    let known = nodes.compactMap { node, id in states[node].map { (id, $0) } }
    return Dictionary(known) { first, _ in first }
  }

  func setStar(_ write: StarWrite) async throws(SearchFailure) {
    try await SearchFailure.of(context) {
      if write.isStarred {
        try await changes.star(write.repository.name)
      } else {
        try await changes.unstar(write.repository.name)
      }
    }
  }

  func favorites() async throws(SearchFailure) -> Set<Repository.ID> {
    try await SearchFailure.of(context) {
      try await library.perform(Self.favoriting) { try $0.favoriteIDs() }
    }
  }

  func setFavorite(_ write: FavoriteWrite) async throws(SearchFailure) {
    _ = try await SearchFailure.of(context) {
      try await library.perform(Self.favoriting) { store in
        write.isFavorite
          ? try store.addFavorite(write.repository)
          : try store.removeFavorite(id: write.repository.id)
      }
    }
  }

  private static let favoriting = "change the favorites"
}

extension SearchFailure {
  /// Why a change or a sync failed, which commands make as well.
  init(_ failure: CommandFailure) {
    let reason =
      switch failure.kind {
      case .forbidden: [failure.why, failure.advice].filter { !$0.isEmpty }.joined(separator: "; ")
      case .unreachable: failure.call?.message ?? failure.why
      default: failure.why
      }
    self.init(failure.kind, reason, resetsAt: failure.call?.resetsAt)
  }

  init(_ error: GitHubError) {
    let reason = error.kind == .localFile ? "cannot read the token" : error.message
    self.init(error.kind, reason ?? "no reason given", resetsAt: error.resetsAt)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

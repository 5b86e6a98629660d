package import Core
import Discovery
import Essentials
import GitHubAPI
package import GitHubModel
import HTTPTransport
import Output
import RepositoryStore
package import SearchModel
import System

/// The search's calls to GitHub and the local store.
package struct LiveSearch: SearchClient {
  package let session: Session
  /// The session for a sync, which shows failures immediately; the next sync continues.
  package let syncing: Session
  private let isTokenRejected = Guarded(false)
  private let histories: StarHistories
  private let changes: ScreenChanges
  private let keepsHistory: Bool

  private var client: GitHubAPIClient { session.client }
  private var library: Library { session.library }

  package init(_ session: Session, keepsHistory: Bool = false) {
    (self.session, syncing) = (session, session.withoutRetries())
    histories = StarHistories(session).bestEffort(within: Self.trendTimeLimit)
    changes = ScreenChanges(session)
    self.keepsHistory = keepsHistory
  }

  private func client(for access: SearchAccess) -> GitHubAPIClient {
    switch access {
    case .signedIn: client
    case .anonymous: session.anonymous
    }
  }
}

// MARK: - Searching

extension LiveSearch {
  package func history() async -> [String] { keepsHistory ? await library.history() : [] }

  package func remember(_ text: String) async {
    if keepsHistory { await library.remember(text) }
  }

  package func facts(_ name: RepositoryName) async throws(SearchFailure) -> Repository {
    try await detail { client throws(GitHubError) in try await client.send(.repository(name)).value
    }
  }

  package func readme(_ name: RepositoryName) async throws(SearchFailure) -> ReadmeSource? {
    try await detail { client throws(GitHubError) in try await client.readme(of: name) }
  }

  /// Reads facts or a README, without the token if GitHub rejects it, since most can be read
  /// without one.
  private func detail<Value: Sendable>(
    _ call: (GitHubAPIClient) async throws(GitHubError) -> Value
  ) async throws(SearchFailure) -> Value {
    if !isTokenRejected.withLock(\.self) {
      do throws(SearchFailure) {
        return try await SearchFailure.of(session.world) { try await call(client) }
      } catch {
        guard error.kind == .tokenRejected else { throw error }
        isTokenRejected.withLock { $0 = true }
      }
    }
    return try await SearchFailure.of(session.world) { try await call(session.anonymous) }
  }

  package func activity(_ name: RepositoryName) async -> Activity.Facts? {
    guard await hasRequests(of: .graphql) else { return nil }
    let client = client.bestEffort(within: Self.trendTimeLimit)
    return try? await ActivityReader(session).facts(of: name, from: client)
  }

  package func growth(_ name: RepositoryName) async -> StarGrowth? {
    await hasRequests(of: .core) ? await histories.recentGrowth(of: name) : nil
  }

  package func trending() async -> [TrendingRepository] {
    await histories.recentlyTrending(limit: Self.maxTrending).map {
      TrendingRepository($0.row.repository, gained: $0.gained)
    }
  }

  /// The number of trending repositories, more than the start screen shows.
  private static let maxTrending = 25

  /// Whether there are requests for growth: not without a token, nor if few requests remain this
  /// hour, which are reserved for more important uses.
  private func hasRequests(of resource: RequestResource) async -> Bool {
    guard session.hasToken, !isTokenRejected.withLock(\.self) else { return false }
    return await client.rateLimit(of: resource).remaining ?? .max > Self.minRequestsForTrends
  }

  private static let minRequestsForTrends = 1_000
  private static let trendTimeLimit = Duration.seconds(10)

  package func search(
    _ request: SearchRequest,
    _ report: @escaping @Sendable (SearchRetry?) -> Void
  ) async throws(SearchFailure) -> RepositoryPage {
    let host = session.base.origin.host
    let response = try await SearchFailure.of(session.world) {
      try await client(for: request.access)
        .announcingRetries { report($0.map { SearchRetry($0, host: host) }) }
        .searchPage(
          request.page,
          of: request.query.withRangesForGitHub(at: session.world.now()),
          size: SearchRequest.pageSize
        )
    }
    // The rejected token was replaced with a valid one.
    if request.access == .signedIn { isTokenRejected.withLock { $0 = false } }
    library.keep(response)
    return response.value
  }

  /// The status of the client's own limiter, which every request uses, regardless of the limits
  /// read here.
  package func budget(_ access: SearchAccess) async -> BudgetReading {
    let status = await client(for: access).rateLimit(of: .search)
    let now = session.world.now()
    let documented = RequestResource.search.documentedLimit(
      hasToken: access == .signedIn && session.hasToken
    )
    let limit = status.limit ?? documented
    return BudgetReading(
      limit: limit,
      remaining: status.blockedFor == nil ? status.remaining ?? limit : 0,
      resumesAt: status.blockedFor.map { now.addingTimeInterval($0.seconds) },
      isFullAt: status.resetsIn.map { now.addingTimeInterval($0.seconds) }
    )
  }

  package func localMatches(_ text: String) async -> [Repository] {
    await session.withCopiedStates(library.cachedMatches(text, limit: Self.maxLocalMatches))
  }

  package func hints(for text: String) async -> SearchHints {
    async let name = library.nearestName(to: text)
    let counts = await library.counts(of: QueryLadder(text)?.subject ?? [])
    return SearchHints(counts: counts, name: await name)
  }

  /// The maximum number of local matches: two screens.
  private static let maxLocalMatches = 100
}

// MARK: - Stars and favorites

extension LiveSearch {
  package func stars(_ repositories: [Repository]) async throws(SearchFailure) -> [Repository.ID:
    Bool]
  {
    let nodes = repositories.compactMap { repository in
      repository.nodeID.map { (node: $0, id: repository.id) }
    }
    guard !nodes.isEmpty else { return [:] }
    let states = try await SearchFailure.of(session.world) {
      try await client.starStates(of: nodes.map(\.node))
    }
    let known = nodes.compactMap { node, id in states[node].map { (id, $0) } }
    return Dictionary(known) { first, _ in first }
  }

  package func favorites() async throws(SearchFailure) -> Set<Repository.ID> {
    try await SearchFailure.of(session.world) {
      try await library.perform { try $0.favoriteIDs() }
    }
  }

  package func make(_ write: Write) async throws(SearchFailure) {
    try await SearchFailure.of(session.world) { try await changes.make(write) }
  }
}

extension SearchRetry {
  fileprivate init(_ notice: RetryNotice, host: String) {
    let what = notice.what
    let why =
      notice.cause == .failure(.connection)
      ? "Can't connect to \(host)" : what.prefix(1).uppercased() + what.dropFirst()
    self.init(why, seconds: notice.seconds, number: notice.number, count: notice.count)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

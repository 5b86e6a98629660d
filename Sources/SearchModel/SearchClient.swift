package import Essentials
package import GitHubModel

/// Everything that the search needs from outside: GitHub, the local store, the history.
///
/// Canceling the task of a call must end the call.
package protocol SearchClient: Sendable {
  /// One page of a search; `report` is called with each retry before its wait, and with nil after it, on any thread.
  func search(
    _ request: SearchRequest,
    _ report: @escaping @Sendable (SearchRetry?) -> Void
  ) async throws(SearchFailure) -> RepositoryPage
  /// Reads the search rate limit without using any of it.
  func budget(_ access: SearchAccess) async -> BudgetReading
  /// Repositories seen before that match a text, best first; none when they cannot be read.
  func localMatches(_ text: String) async -> [Repository]
  /// The names and words of the local store that are near a text that has found nothing; none if it cannot be read.
  func hints(for text: String) async -> SearchHints
  /// Which of these are starred, by id; those missing from the result are not known.
  ///
  /// Called with at most ``SearchReducer/maxStarLookups`` repositories at a time.
  func stars(_ repositories: [Repository]) async throws(SearchFailure) -> [Repository.ID: Bool]
  func favorites() async throws(SearchFailure) -> Set<Repository.ID>
  /// The user's notes; none when they cannot be read.
  func notes() async -> [Repository.ID: String]
  /// Makes a change, skipping what has already been made; it is durable when this returns.
  func make(_ write: Write) async throws(SearchFailure)
  /// Earlier queries, newest first, each once.
  func history() async -> [String]
  /// Puts a query that ``HistoryRule`` accepts first in the history.
  func remember(_ text: String) async
  /// The repository with everything that GitHub says about it.
  func facts(_ name: RepositoryName) async throws(SearchFailure) -> Repository
  /// Its README, or nil when it has none.
  func readme(_ name: RepositoryName) async throws(SearchFailure) -> ReadmeSource?
  /// Its README in the local copy; nil when that has none or cannot be read.
  func localReadme(_ id: Repository.ID) async -> LocalReadme?
  /// The facts that tell whether it is alive; nil if they are not worth a request now, or cannot be read.
  func activity(_ name: RepositoryName) async -> Activity.Facts?
  /// The stars that the repository gained in the last twelve weeks; nil if they are not worth a request now,
  /// or cannot be read.
  func growth(_ name: RepositoryName) async -> StarGrowth?
  /// The repositories that gained the most stars in a week, as far as that is known without a request; most first.
  func trending() async -> [TrendingRepository]
  /// How many rows the local lists have.
  func counts() async -> RowCounts
  /// Rows of a list in the local store.
  ///
  /// Throws ``FailureKind/notSynced`` where there is no copy of the list, and
  /// ``FailureKind/tokenMissing`` where there cannot be one.
  func rows(_ request: RowsRequest) async throws(SearchFailure) -> RepositoryPage
  /// The copy of the star lists, in GitHub's order; throws as ``rows(_:)``.
  func lists() async throws(SearchFailure) -> [StarListMembers]
  /// Brings the copy of the stars, of the star lists and, if they are wanted, of the READMEs up to date with
  /// GitHub.
  ///
  /// Keeps what it read before a failure, and continues there the next time.
  func sync(_ report: @escaping @Sendable (CopyProgress) -> Void) async throws(SearchFailure)
}

/// The names and words of the local store that are near a text that has found nothing on GitHub.
package struct SearchHints: Sendable, Equatable {
  /// How many known repositories have each of the words, of which a ``QueryLadder`` keeps the rarest.
  package let counts: [String: Int]
  /// The name of a known repository that the text may be a misspelling of.
  package let name: String?

  package init(counts: [String: Int] = [:], name: String? = nil) {
    (self.counts, self.name) = (counts, name)
  }
}

/// A repository, and the stars that it gained in a week.
package struct TrendingRepository: Sendable, Hashable {
  package let repository: Repository
  package let gained: Int

  package init(_ repository: Repository, gained: Int) {
    (self.repository, self.gained) = (repository, gained)
  }
}

/// One page of one search.
package struct SearchRequest: Sendable, Hashable {
  package var query: SearchQuery
  /// From 1.
  package var page: Int
  package var access: SearchAccess

  package init(query: SearchQuery, page: Int = 1, access: SearchAccess) {
    self.query = query
    self.page = page
    self.access = access
  }

  /// As many rows as GitHub allows, since searches are few.
  package static let pageSize = 100
  /// GitHub's limit on the rows of a search that can be read.
  package static let maxReachable = 1_000
}

/// An upcoming retry of a search that has failed.
package struct SearchRetry: Sendable, Hashable {
  /// The failure, as in `Can't connect to api.github.com`.
  package let why: String
  /// The rest of the wait in whole seconds.
  package internal(set) var seconds: Int
  /// The number of the retry, counted from 1.
  package let number: Int
  /// How many retries there are at most.
  package let count: Int

  package init(_ why: String, seconds: Int, number: Int, count: Int) {
    (self.why, self.seconds, self.number, self.count) = (why, seconds, number, count)
  }
}

/// Whether searches are sent with the token.
package enum SearchAccess: Sendable, Hashable {
  /// With the token, if the user has one.
  case signedIn
  /// Without a token, even if the user has one.
  case anonymous
}

/// The state of the search rate limit at a moment.
package struct BudgetReading: Sendable, Hashable {
  /// Searches a minute.
  package var limit: Int
  package var remaining: Int
  /// When the next search may be sent; nil while some are left.
  package var resumesAt: Date?
  /// When the whole limit is available again; nil when it is.
  package var isFullAt: Date?

  package init(limit: Int, remaining: Int, resumesAt: Date? = nil, isFullAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.resumesAt = resumesAt
    self.isFullAt = isFullAt
  }

  /// The window of GitHub's search rate limit, in seconds.
  static let window: TimeInterval = 60
}

extension BudgetReading {
  /// The searches left at a later time, if nothing else used any.
  func remaining(at now: Date) -> Int {
    if let isFullAt, isFullAt <= now { return limit }
    if let resumesAt, resumesAt <= now { return max(remaining, 1) }
    return remaining
  }

  /// How long until a search may be sent; zero if one may be sent now.
  func wait(at now: Date) -> Duration {
    guard remaining(at: now) == 0, let resumesAt else { return .zero }
    return .wait(from: now, until: resumesAt)
  }
}

extension Duration {
  /// In milliseconds, rounded up except for less than a microsecond; at most a day.
  static func wait(from now: Date, until date: Date) -> Duration {
    let seconds = min(max(date.timeIntervalSince(now), 0), 86_400)
    return .milliseconds(Int((seconds * 1_000 - 0.001).rounded(.up)))
  }
}

package import Essentials
package import GitHubModel

/// The services that the search needs: GitHub, the local store and the history.
///
/// Canceling a call's task must end the call.
package protocol SearchClient: Sendable {
  /// Returns one page of a search; `report` is called with each retry before its wait, and with nil
  /// after it, on any thread.
  func search(
    _ request: SearchRequest,
    _ report: @escaping @Sendable (SearchRetry?) -> Void
  ) async throws(SearchFailure) -> RepositoryPage
  /// Reads the search rate limit without using it.
  func budget(_ access: SearchAccess) async -> BudgetReading
  /// Returns matching repositories seen before, best first; empty if they cannot be read.
  func localMatches(_ text: String) async -> [Repository]
  /// Returns names and words in the local store that are similar to a text without results; empty
  /// if it cannot be read.
  func hints(for text: String) async -> SearchHints
  /// Returns which of these are starred, by ID; missing ones are unknown.
  ///
  /// Called with at most ``SearchReducer/maxStarLookups`` repositories at a time.
  func stars(_ repositories: [Repository]) async throws(SearchFailure) -> [Repository.ID: Bool]
  func favorites() async throws(SearchFailure) -> Set<Repository.ID>
  /// Returns the user's notes; empty if they cannot be read.
  func notes() async -> [Repository.ID: String]
  /// Makes a change, skipping completed parts; it is durable when this returns.
  func make(_ write: Write) async throws(SearchFailure)
  /// Returns earlier queries, newest first, without duplicates.
  func history() async -> [String]
  /// Moves a query to the front of the history if ``HistoryRule`` accepts it.
  func remember(_ text: String) async
  /// Returns the repository with all facts from GitHub.
  func facts(_ name: RepositoryName) async throws(SearchFailure) -> Repository
  /// Returns its README, or nil if it has none.
  func readme(_ name: RepositoryName) async throws(SearchFailure) -> ReadmeSource?
  /// Returns its README in the local copy; nil if there is none or it cannot be read.
  func localReadme(_ id: Repository.ID) async -> LocalReadme?
  /// Returns the facts about its activity; nil if they are not worth a request now, or cannot be
  /// read.
  func activity(_ name: RepositoryName) async -> Activity.Facts?
  /// Returns the stars gained in the last twelve weeks; nil if they are not worth a request now, or
  /// cannot be read.
  func growth(_ name: RepositoryName) async -> StarGrowth?
  /// The repositories that gained the most stars in a week, most first, as far as that is known
  /// without a request.
  func trending() async -> [TrendingRepository]
  /// Returns the number of rows in the local lists.
  func counts() async -> RowCounts
  /// Returns rows of a list in the local store.
  ///
  /// Throws ``FailureKind/notSynced`` if there is no copy of the list, and
  /// ``FailureKind/tokenMissing`` if there cannot be one.
  func rows(_ request: RowsRequest) async throws(SearchFailure) -> RepositoryPage
  /// Returns the copy of the star lists, in GitHub's order; throws like ``rows(_:)``.
  func lists() async throws(SearchFailure) -> [StarListMembers]
  /// Updates the copy of the stars, the star lists and, if wanted, the READMEs from GitHub.
  ///
  /// Keeps everything read before a failure, and continues there next time.
  func sync(_ report: @escaping @Sendable (CopyProgress) -> Void) async throws(SearchFailure)
}

/// Names and words in the local store that are similar to a text without results on GitHub.
package struct SearchHints: Sendable, Equatable {
  /// The number of known repositories with each of the words, for a ``QueryLadder`` to keep the
  /// rarest.
  package let counts: [String: Int]
  /// The name of a known repository that the text may be a misspelling of.
  package let name: String?

  package init(counts: [String: Int] = [:], name: String? = nil) {
    (self.counts, self.name) = (counts, name)
  }
}

/// A repository with the stars gained in a week.
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
  /// The page number, from 1.
  package var page: Int
  package var access: SearchAccess

  package init(query: SearchQuery, page: Int = 1, access: SearchAccess) {
    self.query = query
    self.page = page
    self.access = access
  }

  /// The page size, the largest that GitHub allows, since searches are limited.
  package static let pageSize = 100
  /// GitHub's limit on the rows of a search.
  package static let maxReachable = 1_000
}

/// An upcoming retry of a failed search.
package struct SearchRetry: Sendable, Hashable {
  /// The failure, such as `Can't connect to api.github.com`.
  package let why: String
  /// The rest of the wait in whole seconds.
  package internal(set) var seconds: Int
  /// The number of the retry, from 1.
  package let number: Int
  /// The maximum number of retries.
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

/// The state of the search rate limit at a point in time.
package struct BudgetReading: Sendable, Hashable {
  /// The number of searches per minute.
  package var limit: Int
  package var remaining: Int
  /// When the next search may be sent; nil while some are left.
  package var resumesAt: Date?
  /// When the whole limit will be available again; nil if it is.
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
  /// The searches left at a later time, if nothing else uses any.
  func remaining(at now: Date) -> Int {
    if let isFullAt, isFullAt <= now { return limit }
    if let resumesAt, resumesAt <= now { return max(remaining, 1) }
    return remaining
  }

  /// The time until a search may be sent; zero if one may be sent now.
  func wait(at now: Date) -> Duration {
    guard remaining(at: now) == 0, let resumesAt else { return .zero }
    return .wait(from: now, until: resumesAt)
  }
}

extension Duration {
  /// The wait in whole milliseconds, rounded up unless within a microsecond; at most a day.
  static func wait(from now: Date, until date: Date) -> Duration {
    let seconds = min(max(date.timeIntervalSince(now), 0), 86_400)
    return .milliseconds(Int((seconds * 1_000 - 0.001).rounded(.up)))
  }
}

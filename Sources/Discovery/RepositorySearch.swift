package import Core
package import GitHubAPI
package import GitHubModel

/// A search on GitHub from its first page to its last, with fewer words if nothing is found.
package struct RepositorySearch {
  /// The part of the matches to fetch.
  package enum Scope: Sendable {
    /// This many rows, after skipping some.
    case rows(Int, skip: Int)
    case everything

    /// The rank of the first row.
    package var firstRank: Int {
      switch self {
      case .rows(_, let skip): skip + 1
      case .everything: 1
      }
    }

    package var limit: Int {
      switch self {
      case .rows(let limit, _): limit
      case .everything: .max
      }
    }
  }

  /// An event of a search in progress.
  package enum Event {
    /// The first page has arrived; its rows match ``query``.
    case began(APIResponse<RepositoryPage>)
    /// The rows of a page, by rank.
    case found([RepositoryRow])
  }

  /// The query whose matches are shown: the typed one, or one with fewer words.
  package private(set) var query: SearchQuery
  package let typed: SearchQuery
  package let scope: Scope
  package private(set) var totals: SearchTotals
  /// The text that would be tried next with enough requests left.
  package private(set) var unaffordable: String?
  private let filter: Bool?
  /// Whether to try other texts if nothing is found.
  private let relaxes: Bool
  private let session: Session
  private var completion: RowCompletion
  /// The texts to try next; nil until a search has found nothing.
  private var ladder: [String]?

  /// Creates a search, without sending a request.
  ///
  /// `filter` is true for starred rows only, false for the others only, nil for all.
  package init(
    _ query: SearchQuery,
    _ scope: Scope,
    filter: Bool?,
    relaxes: Bool,
    needs: RowNeeds,
    _ session: Session
  ) {
    (self.query, typed, self.scope, self.filter) = (query, query, scope, filter)
    (self.relaxes, self.session) = (relaxes, session)
    totals = SearchTotals(scope, filter: filter)
    completion = RowCompletion(session, needs)
  }

  /// The shorter text whose matches are shown; nil for matches of the typed query.
  package var relaxedText: String? { query.text == typed.text ? nil : query.text }

  /// Whether a requested value or row is missing.
  package var isPartial: Bool {
    totals.unreachableCount > 0 || totals.unknownCount > 0 || completion.isPartial
  }

  /// Reads all pages, and reports each as it arrives; returns the failure if reading ended early.
  ///
  /// - Throws: Only the errors of `report`.
  package mutating func run(
    _ client: GitHubAPIClient,
    _ report: (Self, Event) async throws(OperationFailure) -> Void
  ) async throws(OperationFailure) -> GitHubError? {
    while true {
      let end =
        switch scope {
        case .rows(let limit, let skip):
          // With a filter, the number of results to examine is not known in advance.
          try await read(
            client.search(query, limit: filter == nil ? limit : SearchPages.reachable, skip: skip),
            report
          )
        case .everything: try await read(client.searchAll(query), report)
        }
      switch end {
      case .complete: return nil
      case .failed(let error): return error
      case .relaxed: continue
      }
    }
  }

  private enum End {
    case complete
    case failed(GitHubError)
    /// Nothing was found; ``query`` is another one to try.
    case relaxed
  }

  private mutating func read<Pages: AsyncSequence>(
    _ pages: Pages,
    _ report: (Self, Event) async throws(OperationFailure) -> Void
  ) async throws(OperationFailure) -> End
  where Pages.Element == APIResponse<RepositoryPage>, Pages.Failure == GitHubError {
    var rank = scope.firstRank
    var pages = pages.makeAsyncIterator()
    while true {
      let page: APIResponse<RepositoryPage>?
      var chosen: [Repository] = []
      do throws(GitHubError) {
        page = try await pages.next(isolation: nil)
        if let page { chosen = try await rows(of: page.value.repositories) }
      } catch {
        return .failed(error)
      }
      guard let page else { return .complete }
      if !totals.hasPages {
        if await relax(after: page) { return .relaxed }
        if page.value.repositories.isEmpty { query = typed }
        try await report(self, .began(page))
      }
      var found = await completion.complete(chosen.rows(from: rank))
      for index in found.indices { found[index].query = query.text }
      rank += found.count
      try await report(self, .found(found))
      session.library.keep(page)
      totals.add(page, chosen: chosen)
      if totals.chosenCount >= scope.limit { return .complete }
    }
  }

  /// The rows of a page that pass the filter.
  ///
  /// - Throws: ``GitHubError`` if rows are filtered by star states that cannot be read.
  private mutating func rows(of page: [Repository]) async throws(GitHubError) -> [Repository] {
    var rows = page
    if let filter {
      let annotated = try await session.requiredStates(of: page)
      rows = annotated.filter { $0.isStarred == filter }
      totals.unknownCount += annotated.count { $0.isStarred == nil }
    }
    return Array(rows.prefix(scope.limit - totals.chosenCount))
  }

  /// Whether to try the next text, because a page is empty.
  private mutating func relax(after page: APIResponse<RepositoryPage>) async -> Bool {
    let hasNothing =
      page.value.repositories.isEmpty && page.value.totalCount ?? 0 == 0
      && page.value.skippedCount == 0 && !page.value.isIncomplete
    guard hasNothing, relaxes else { return false }
    if ladder == nil {
      let texts = await Self.otherTexts(than: query, session)
      let isAffordable = texts.count <= page.rateLimit?.remaining ?? .max
      ladder = isAffordable ? texts : []
      unaffordable = isAffordable ? nil : texts.first
    }
    guard let text = ladder?.first else { return false }
    ladder?.removeFirst()
    query = query.with(text: text)
    return true
  }

  /// The texts to try if a query finds nothing, most specific first.
  package static func otherTexts(than query: SearchQuery, _ session: Session) async -> [String] {
    guard let ladder = QueryLadder(query.text, beside: query.qualifiers) else { return [] }
    return ladder.texts(await session.library.counts(of: ladder.subject))
  }
}

/// The totals of a search so far.
package struct SearchTotals: Sendable {
  package let scope: RepositorySearch.Scope
  /// True for starred rows only, false for the others only, nil for all.
  package let filter: Bool?
  package private(set) var rowCount = 0
  /// The number of rows that pass the filter.
  package private(set) var chosenCount = 0
  /// The number of rows omitted because their star state is unknown.
  package internal(set) var unknownCount = 0
  package private(set) var hasPages = false
  /// The number of matches that no request can reach.
  package private(set) var unreachableCount = 0
  /// The total number of matches; nil if GitHub does not report it.
  package private(set) var totalCount: Int?
  package private(set) var isIncomplete = false
  /// The number of results that could not be read.
  package private(set) var skippedCount = 0
  package private(set) var rateLimit: RateLimit?
  /// The number of rows of the last page beyond those wanted.
  private var unreadCount = 0

  init(_ scope: RepositorySearch.Scope, filter: Bool?) {
    (self.scope, self.filter) = (scope, filter)
  }

  mutating func add(_ page: APIResponse<RepositoryPage>, chosen: [Repository]) {
    hasPages = true
    rowCount += page.value.repositories.count
    chosenCount += chosen.count
    totalCount = page.value.totalCount ?? totalCount
    isIncomplete = isIncomplete || page.value.isIncomplete
    skippedCount += page.value.skippedCount
    unreachableCount += page.value.unreachableCount
    rateLimit = page.rateLimit ?? rateLimit
    guard chosenCount >= scope.limit else { return }
    unreadCount = page.value.repositories.reversed().prefix { $0.id != chosen.last?.id }.count
  }

  package var isEverything: Bool {
    if case .everything = scope { true } else { false }
  }

  package var isEmpty: Bool { rowCount == 0 && skippedCount == 0 && totalCount ?? 0 == 0 }

  /// The number of results examined, whether chosen or not.
  package var seenCount: Int { rowCount + skippedCount - unreadCount }

  /// The number of rows expected without a failure; nil if unknown.
  package var expectedCount: Int? {
    guard filter == nil else { return nil }
    return switch scope {
    case .everything: totalCount
    case .rows(let limit, let skip): totalCount.map { min(limit, max($0 - skip, 0)) } ?? limit
    }
  }

  /// Whether there are matches beyond the requested rows.
  package var hasMore: Bool {
    guard case .rows(let limit, let skip) = scope, rowCount > 0 else { return false }
    return totalCount.map { skip + seenCount < $0 } ?? (seenCount >= limit)
  }

  /// The number of results before the next rows; nil if no request reaches them.
  package var nextSkip: Int? {
    let next = scope.firstRank - 1 + seenCount
    return next < SearchPages.reachable ? next : nil
  }

  /// Whether the user requested as many rows as GitHub returns, or the filter found too few; other
  /// users know that they requested fewer.
  package var isCutOff: Bool {
    guard case .rows(let limit, let skip) = scope, let totalCount,
      totalCount > SearchPages.reachable
    else { return false }
    return filter == nil
      ? limit + skip >= SearchPages.reachable
      : chosenCount < limit && unknownCount < rowCount
  }
}

/// The cost of a search for everything after its first request.
package struct SearchForecast: Sendable {
  package let matches: Int
  package let requests: Int
  /// The time spent waiting for the rate limit; nil if GitHub does not report it.
  package let minutes: Int?

  /// Returns nil if GitHub does not report the number of matches.
  package init?(_ first: APIResponse<RepositoryPage>) {
    guard let matches = first.value.totalCount else { return nil }
    self.matches = matches
    // A new search begins after every thousand rows, and repeats some of them.
    let pages = max(Self.quotient(matches, 100), 1)
    let requests =
      matches > SearchPages.reachable ? pages + Self.quotient(matches, 1000) : pages
    self.requests = requests
    minutes = first.rateLimit.flatMap { limit in
      guard limit.limit > 0 else { return nil }
      return Self.quotient(max(requests - 1 - limit.remaining, 0), limit.limit)
    }
  }

  private static func quotient(_ count: Int, _ size: Int) -> Int {
    count / size + (count % size > 0 ? 1 : 0)
  }
}

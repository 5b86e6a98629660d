import Essentials
import GitHubModel

/// Handles responses and failures.
extension SearchReducer {
  /// Caches every page, since it counted against the limit; shows it if it matches the current query.
  mutating func accept(_ result: Result<RepositoryPage, SearchFailure>, to request: SearchRequest) {
    endSearch(request)
    let isCurrent = state.source == .search && request.query == state.query
    let isAwaited = isCurrent && (request.page == 1 || state.paging == .loading(request.page))
    switch result {
    case .success(let page):
      guard let entry = cache(page, of: request, isAwaited: isAwaited), isCurrent else { return }
      if entry.repositories.isEmpty, state.desired.wordInProgress != nil {
        bookkeeping.emptyResult = entry
      } else {
        show(entry)
      }
    case .failure(let failure): if isAwaited { fail(failure, of: request) }
    }
  }

  /// Ends a search; the same request starts a new one.
  mutating func endSearch(_ request: SearchRequest) {
    if bookkeeping.underWay?.request == request { bookkeeping.underWay = nil }
    if state.desired.search?.request == request { state.desired.search = nil }
    bookkeeping.attempt += 1
  }

  /// Adds a page to the cached result of its query, or to the rows that wait for it; nil if earlier
  /// pages are gone.
  private mutating func cache(
    _ page: RepositoryPage,
    of request: SearchRequest,
    isAwaited: Bool
  ) -> SearchResult? {
    let isFirst = request.page == 1
    let cached = isFirst ? nil : cachedResult(of: request.query)
    let shown = isFirst ? [] : isAwaited ? state.responseRows.map(\.repository) : nil
    guard let earlier = cached?.repositories ?? shown else { return nil }
    let wasIncomplete = !isFirst && (cached?.total ?? state.total)?.isIncomplete == true
    var seen = Set(earlier.map(\.id))
    let repositories = earlier + page.repositories.filter { seen.insert($0.id).inserted }
    let entry = SearchResult(
      repositories: repositories,
      total: ResultTotal(
        count: page.totalCount ?? repositories.count,
        isIncomplete: page.isIncomplete || wasIncomplete
      ),
      nextPage: Self.pageAfter(request, page),
      requestedAt: cached?.requestedAt ?? now
    )
    bookkeeping.results.insert(entry, for: request.query, size: entry.size)
    return entry
  }

  /// The cached result of a query, if it is recent enough.
  mutating func cachedResult(of query: SearchQuery) -> SearchResult? {
    let result = bookkeeping.results.value(for: query)
    return result.flatMap {
      abs(now.timeIntervalSince($0.requestedAt)) < Self.resultLifetime ? $0 : nil
    }
  }

  /// The query's cached result in another order, sorted here if it is complete.
  mutating func sortedResult(of query: SearchQuery) -> SearchResult? {
    guard let shown = state.query, shown.text == query.text, !query.text.contains("sort:"),
      let result = cachedResult(of: shown)?.sorted(by: query.sort, query.order)
    else { return nil }
    bookkeeping.results.insert(result, for: query, size: result.size)
    return result
  }

  /// The lifetime of a result in seconds.
  private static var resultLifetime: TimeInterval { 600 }

  /// The next page by GitHub's own count: a short page need not be the last, since results can
  /// disappear.
  private static func pageAfter(_ request: SearchRequest, _ page: RepositoryPage) -> Int? {
    let reachable = min(page.totalCount ?? .max, SearchRequest.maxReachable)
    let isEmpty = page.repositories.isEmpty && page.skippedCount == 0
    return isEmpty || request.page * SearchRequest.pageSize >= reachable ? nil : request.page + 1
  }

  /// Shows a new or cached result.
  mutating func show(_ entry: SearchResult) {
    dropWaitingSearch()
    state.desired.shownQuery = entry.repositories.isEmpty ? nil : state.query
    state.phase = .loaded
    state.total = entry.total
    state.paging = entry.nextPage.map { .more($0) } ?? .end
    state.desired.hints = entry.repositories.isEmpty ? state.query?.text : nil
    clearSearchBanner()
    state.responseRows = entry.repositories.map { SearchRow($0) }
    bookkeeping.localMatches = []
    recordStars(of: entry.repositories)
    replaceRows(state.responseRows, isResponse: true)
    loadStars()
  }
}

// MARK: - Failures

extension SearchReducer {
  /// Shows the failure in the banner; rows stay.
  private mutating func fail(_ failure: SearchFailure, of request: SearchRequest) {
    if request.page > 1 { state.paging = .failed(request.page) } else { state.phase = .failed }
    switch failure.kind {
    case .tokenRejected where request.access == .signedIn:
      continueAnonymously(with: request, failure)
    case .rateLimited: waitForBudget(until: failure.resetsAt, with: request)
    default:
      state.banner = Banner(request.page > 1 ? .nextPage(request.page) : .search, failure)
    }
  }

  /// Continues without a rejected token, since searching needs none; the banner reports it once.
  ///
  /// The search restarts, since other rows may be visible without the token.
  private mutating func continueAnonymously(with request: SearchRequest, _ failure: SearchFailure) {
    bookkeeping.tokenRejectedAt = now
    use(.anonymous)
    state.banner = Banner(.search, failure)
    search(request.query, pause: .zero)
  }

  /// Waits until the date of the last reading or the refusal, or otherwise for a minute.
  private mutating func waitForBudget(until date: Date?, with request: SearchRequest) {
    let resumesAt = state.budget?.resumesAt ?? date ?? now + BudgetReading.window
    state.budget?.remaining = 0
    state.budget?.resumesAt = max(resumesAt, now + 1)
    repeatRequest(request)
  }

  /// Requests the same page with the current access.
  private mutating func repeatRequest(_ request: SearchRequest) {
    if request.page == 1 { search(request.query, pause: .zero) } else { load(request.page) }
  }

  /// Retries the operation named in the banner, or otherwise the details.
  mutating func retry() {
    guard let banner = state.banner, banner.canRetry else {
      state.stars.retry()
      return fetchDetail()
    }
    state.banner = nil
    switch banner.operation {
    case .search: evaluateText(pause: .zero)
    case .nextPage(let page): load(page)
    case .writes(let writes):
      for write in writes {
        if write.kind == .star { state.stars.retry() } else { make(write) }
      }
    case .sync: sync()
    case .visit(let name): visit(name)
    case .listFavorites: break
    }
  }

  /// Clears earlier failures after a response; the rejection of the token stays with its query.
  mutating func clearSearchBanner() {
    guard let banner = state.banner, banner.failure.kind != .tokenRejected else { return }
    if banner.operation.concernsQuery { state.banner = nil }
  }
}

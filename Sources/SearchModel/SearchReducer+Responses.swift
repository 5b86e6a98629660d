import Essentials
import GitHubModel

/// The way back: which responses are shown, and the effects of failures.
extension SearchReducer {
  /// Every successful response is cached; only one to the current query is shown.
  mutating func accept(
    _ response: SearchResponse,
    to request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    record(response.budget, now: now)
    if bookkeeping.inFlight?.request == request { bookkeeping.inFlight = nil }
    let isPending = bookkeeping.pending?.request == request
    if isPending { bookkeeping.pending = nil }
    switch response.result {
    case .success(let page):
      guard let entry = cache(page, of: request, isPending: isPending, now: now) else { return [] }
      guard isPending else { return [] }
      if entry.repositories.isEmpty, isInWord(at: now) {
        bookkeeping.emptyResult = entry
        return []
      }
      return show(entry, now: now)
    case .failure(let failure):
      return isPending ? fail(failure, of: request, now: now) : []
    }
  }

  /// Adds a page to the cached result of its query; nil when the pages before it are gone.
  private mutating func cache(
    _ page: RepositoryPage,
    of request: SearchRequest,
    isPending: Bool,
    now: Date
  ) -> ResultCache.Entry? {
    let isFirst = request.page == 1
    let cached = isFirst ? nil : bookkeeping.results.entry(for: request.query, at: now)
    let shown = isFirst ? [] : isPending ? bookkeeping.responseRows.map(\.repository) : nil
    guard let earlier = cached?.repositories ?? shown else { return nil }
    let wasIncomplete = !isFirst && (cached?.total ?? state.total)?.isIncomplete == true
    var seen = Set(earlier.map(\.id))
    let repositories = earlier + page.repositories.filter { seen.insert($0.id).inserted }
    let entry = ResultCache.Entry(
      repositories: repositories,
      total: ResultTotal(
        count: page.totalCount ?? repositories.count,
        isIncomplete: page.isIncomplete || wasIncomplete
      ),
      nextPage: Self.pageAfter(request, page),
      requestedAt: cached?.requestedAt ?? now
    )
    bookkeeping.results.insert(entry, for: request.query)
    return entry
  }

  /// By GitHub's own count: a short page need not be the last, since results drop out.
  private static func pageAfter(_ request: SearchRequest, _ page: RepositoryPage) -> Int? {
    let reachable = min(page.totalCount ?? .max, SearchRequest.maxReachable)
    let isEmpty = page.repositories.isEmpty && page.skippedCount == 0
    return isEmpty || request.page * request.pageSize >= reachable ? nil : request.page + 1
  }

  /// Shows a result, new or cached.
  mutating func show(_ entry: ResultCache.Entry, now: Date) -> [SearchEffect] {
    let dropping = dropPending()
    stopRetrying()
    bookkeeping.rememberQueryAt = entry.repositories.isEmpty ? nil : now + Self.rememberAfter
    state.phase = .loaded
    state.total = entry.total
    state.paging = entry.nextPage.map { .more($0) } ?? .end
    clearSearchBanner()
    bookkeeping.responseRows = entry.repositories.map { RepositoryRow($0, origin: .response) }
    bookkeeping.localMatches = []
    learnStars(of: entry.repositories)
    replaceRows(bookkeeping.responseRows, isResponse: true)
    selectFirstUnlessChosen()
    return dropping + loadStars()
  }
}

// MARK: - Failures

extension SearchReducer {
  /// Rows stay; the banner says why there are no others.
  private mutating func fail(
    _ failure: SearchFailure,
    of request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    if request.page > 1 { state.paging = .failed(request.page) } else { state.phase = .failed }
    switch failure.kind {
    case .tokenRejected where request.access == .signedIn:
      return continueAnonymously(with: request, now: now)
    case .rateLimited:
      return waitForBudget(until: failure.resetsAt, with: request, now: now)
    default:
      let operation = request.page > 1 ? Banner.Operation.nextPage(request.page) : .search
      state.banner = Banner(operation, failure, canRetry: !failure.kind.isFinal)
      return failure.kind.isFinal ? [] : tryAgain(request, now: now) ?? []
    }
  }

  /// Searching needs no token: the banner says once that it was rejected, and the access shows it.
  ///
  /// The search restarts, since its pages now have another size.
  private mutating func continueAnonymously(
    with request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    bookkeeping.tokenRejectedAt = now
    use(.anonymous)
    state.banner = Banner(.search, SearchFailure(.tokenRejected), canRetry: false)
    return search(request.query, interval: .zero, now: now)
  }

  /// Until the time of the last reading, or of the refusal, or else for a minute.
  private mutating func waitForBudget(
    until date: Date?,
    with request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    let resumesAt = state.budget.reading?.resumesAt ?? date ?? now + BudgetReading.window
    state.budget.reading?.remaining = 0
    state.budget.reading?.resumesAt = max(resumesAt, now + 1)
    return repeatRequest(request, now: now)
  }

  /// Asks for the same page with the current access.
  private mutating func repeatRequest(_ request: SearchRequest, now: Date) -> [SearchEffect] {
    if request.page == 1 { return search(request.query, interval: .zero, now: now) }
    return load(request.page, now: now)
  }

  /// Searches again after a pause; nil after enough attempts.
  mutating func tryAgain(_ request: SearchRequest, now: Date) -> [SearchEffect]? {
    guard request.page == 1, retryDelays.indices.contains(bookkeeping.failedAttempts) else {
      return nil
    }
    let delay = retryDelays[bookkeeping.failedAttempts]
    bookkeeping.failedAttempts += 1
    bookkeeping.retryAt = now + delay.timeInterval
    state.phase = .retrying
    state.retry = RetryState(
      number: bookkeeping.failedAttempts,
      count: retryDelays.count,
      secondsLeft: secondsLeft(until: now + delay.timeInterval, now: now)
    )
    return send(request, interval: max(delay, budgetWait(at: now)), now: now)
  }

  mutating func stopRetrying() {
    (bookkeeping.failedAttempts, bookkeeping.retryAt, state.retry) = (0, nil, nil)
  }

  /// Retries the operation that the banner is about, or else the detail.
  mutating func retry(now: Date) -> [SearchEffect] {
    guard let banner = state.banner, banner.canRetry else {
      state.stars.retry()
      return state.isDetailShown ? [.fetchDetail(state.detail.repository)] : []
    }
    state.banner = nil
    switch banner.operation {
    case .search: return considerText(interval: .zero, now: now)
    case .nextPage(let page): return load(page, now: now)
    case .stars:
      state.stars.retry()
      return []
    case .favorite(_, let isFavorite):
      guard let write = bookkeeping.failedFavorite else { return [] }
      return writeFavorites(isFavorite, of: [write.repository])
    case .note: return bookkeeping.failedNote.map { writeNote($0) } ?? []
    case .lists(let change): return changeLists(change)
    case .sync: return sync()
    case .listFavorites: return []
    }
  }

  /// A response ends earlier failures; the rejection of the token stays with its query.
  mutating func clearSearchBanner() {
    guard let banner = state.banner, banner.failure.kind != .tokenRejected else { return }
    if banner.operation.isOfQuery { state.banner = nil }
  }
}

import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers: which are shown, and which are only kept.
extension SearchState {
  /// Whatever is paid for is kept; shown is what answers the query of the moment alone.
  mutating func accept(
    _ outcome: SearchOutcome,
    to request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    learn(outcome.budget, now: now)
    if memory.inFlight?.request == request { memory.inFlight = nil }
    let isAwaited = memory.awaited?.request == request
    if isAwaited { memory.awaited = nil }
    switch outcome.result {
    case .success(let answer):
      guard let entry = keep(answer, to: request, isAwaited: isAwaited, now: now) else { return [] }
      return isAwaited ? show(entry, now: now) : []
    case .failure(let failure):
      return isAwaited ? fail(failure, of: request, now: now) : []
    }
  }

  /// Adds a page to what is kept of its query; nil when the pages before it are gone.
  private mutating func keep(
    _ answer: SearchAnswer,
    to request: SearchRequest,
    isAwaited: Bool,
    now: Date
  ) -> AnswerCache.Entry? {
    let isFirst = request.page == 1
    let before = isFirst ? nil : memory.answers.entry(for: request.query, at: now)
    let rest = isFirst ? [] : isAwaited ? memory.answered : nil
    guard let known = before?.repositories ?? rest else { return nil }
    let wasIncomplete = !isFirst && (before?.total ?? total)?.isIncomplete == true
    var seen = Set(known.map(\.id))
    let repositories = known + answer.page.repositories.filter { seen.insert($0.id).inserted }
    let entry = AnswerCache.Entry(
      repositories: repositories,
      total: ResultTotal(
        count: answer.page.totalCount ?? repositories.count,
        isIncomplete: answer.page.isIncomplete || wasIncomplete
      ),
      nextPage: Self.pageAfter(request.page, answer.page),
      askedAt: before?.askedAt ?? now
    )
    memory.answers.insert(entry, for: request.query)
    return entry
  }

  /// By GitHub's own count: a page may be short and not the last, for results drop out.
  private static func pageAfter(_ page: Int, _ answer: RepositoryPage) -> Int? {
    let reachable = min(answer.totalCount ?? .max, SearchRequest.mostReachable)
    let isEmpty = answer.repositories.isEmpty && answer.skippedCount == 0
    return isEmpty || page * SearchRequest.pageSize >= reachable ? nil : page + 1
  }

  /// Shows an answer, new or kept.
  mutating func show(_ entry: AnswerCache.Entry, now: Date) -> [SearchEffect] {
    let stopping = stopWaiting()
    phase = .loaded
    total = entry.total
    paging = entry.nextPage.map { .more($0) } ?? .end
    clearSearchBanner()
    memory.answered = entry.repositories
    memory.localMatches = []
    learnStars(of: entry.repositories)
    replaceRows(entry.repositories.map { RepositoryRow($0, origin: .github) })
    return stopping + askForStars()
  }

  /// Rows stay; the banner says why no others came.
  private mutating func fail(
    _ failure: SearchFailure,
    of request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    if request.page > 1 { paging = .failed(request.page) } else { phase = .failed }
    switch failure {
    case .tokenRefused where request.access == .signedIn:
      return goOnAnonymously(with: request, now: now)
    case .rateLimited(let until):
      return waitForBudget(until: until, with: request, now: now)
    default:
      let attempt = request.page > 1 ? Banner.Attempt.nextPage(request.page) : .search
      banner = Banner(attempt, failure, canRetry: !failure.isFinal)
      return []
    }
  }

  /// Searching needs no token; that it was refused is said once, and shown by the access.
  private mutating func goOnAnonymously(
    with request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    access = .anonymous
    banner = Banner(.search, .tokenRefused, canRetry: false)
    budget.reading = nil
    return again(request, now: now)
  }

  /// Until the budget says, or GitHub, or else a minute.
  private mutating func waitForBudget(
    until date: Date?,
    with request: SearchRequest,
    now: Date
  ) -> [SearchEffect] {
    let resumesAt = budget.reading?.resumesAt ?? date ?? now + SearchBudget.window
    budget.reading?.remaining = 0
    budget.reading?.resumesAt = max(resumesAt, now + 1)
    return again(request, now: now)
  }

  /// Asks for the same page in the name of the moment.
  private mutating func again(_ request: SearchRequest, now: Date) -> [SearchEffect] {
    if request.page == 1 { return ask(for: request.query, rest: .zero, now: now) }
    return load(request.page, now: now)
  }
}

extension SearchFailure {
  /// Trying the same again would fail the same.
  var isFinal: Bool {
    switch self {
    case .validation, .tokenMissing, .tokenRefused, .forbidden, .notFound: true
    case .offline, .rateLimited, .badAnswer, .localStore, .cancelled: false
    }
  }
}

import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Decides what the search does: the one place where a ``SearchState`` changes.
///
/// It is a pure value, timed by its arguments: an event changes the state and the private bookkeeping,
/// and returns what is to be done. From a text to a request is in this file; the rows, the pages and
/// the stars have files of their own.
package struct SearchReducer: Sendable {
  package internal(set) var state: SearchState
  var memory = SearchMemory()

  /// The pauses before the attempts that follow a failed search by themselves.
  private let retryDelays: [Duration]

  package init(access: SearchAccess = .signedIn, retryDelays: [Duration] = []) {
    state = SearchState(access: access)
    self.retryDelays = retryDelays
  }

  /// Takes in an event, and returns what is to be done about it.
  package mutating func reduce(_ event: SearchEvent, now: Date) -> [SearchEffect] {
    let effects = handle(event, now: now)
    let more = loadMoreWhenVisible(now: now) + showDetailOfSelection() + writeStar(now: now)
    return effects + more + wake()
  }

  private mutating func handle(_ event: SearchEvent, now: Date) -> [SearchEffect] {
    switch event {
    case .started: return [.readBudget(state.access), .readFavorites, .readHistory, .readCounts]
    case .edited(let input): return edit(input, now: now)
    case .action(let action): return perform(action, now: now)
    case .tick: return tick(now: now)
    case .began(let search): begin(search, now: now)
    case .sent(let reading): record(reading, now: now)
    case .budgetRead(let reading):
      record(reading, now: now)
      return releaseHeld(now: now)
    case .postponed(let reading): return postpone(reading, now: now)
    case .responded(let request, let response): return accept(response, to: request, now: now)
    case .localMatches(let text, let repositories): acceptLocal(repositories, matching: text)
    case .starsRead(let ids, let result): return acceptStars(result, of: ids)
    case .starWritten(let write, let failure): return finishStar(write, failure, now: now)
    case .favoritesRead(let result): acceptFavorites(result)
    case .favoriteWritten(let write, let failure): finishFavorite(write, failure)
    case .countsRead(let counts): state.counts = counts
    case .rowsRead(let request, let result): return acceptRows(result, to: request, now: now)
    case .listsRead(let result): acceptLists(result)
    case .listsWritten(let change, let failure): return finishLists(change, failure)
    case .syncProgressed(let progress): state.sync = progress
    case .synced(let failure): return finishSync(failure, now: now)
    case .detailBegan(let id): beginDetail(of: id)
    case .factsRead(let id, let result): updateDetail(of: id) { $0.facts = Loadable(result) }
    case .readmeRead(let id, let result): updateDetail(of: id) { $0.readme = Loadable(result) }
    case .historyRead(let texts): state.history = texts
    }
    return []
  }

  private mutating func perform(_ action: SearchAction, now: Date) -> [SearchEffect] {
    state.actionCount += 1
    switch action {
    case .submit: return submit(now: now)
    case .refresh: return refresh(now: now)
    case .setSort(let sort): return setSort(sort, now: now)
    case .cycleSort: return cycleSort(now: now)
    case .setOrder(let order): return setOrder(order, now: now)
    case .toggleOrder:
      return setOrder(state.order == .descending ? .ascending : .descending, now: now)
    case .openTab(let tab): return openTab(tab, now: now)
    case .openList(let id): return open(.list(id), now: now)
    case .closeList: return open(.lists, now: now)
    case .readLists: return readLists(now: now)
    case .changeLists(let change):
      record(.lists(change))
      return changeLists(change)
    case .sync: return sync()
    case .cancelSync: return cancelSync()
    case .select(let id): select(id)
    case .selectList(let id): selectList(id)
    case .move(let count): return moveSelection(by: count)
    case .show(let visible): memory.visible = visible
    case .loadMore: return loadMore(now: now)
    case .toggleMark: toggleMark()
    case .clearMarks: state.marked = []
    case .setStar(let isStarred, let ids): return setStars(isStarred, of: find(ids), now: now)
    case .name(let repository): memory.named = repository
    case .toggleFavorite: return toggleFavorites()
    case .setFavorite(let isFavorite, let ids): return setFavorites(isFavorite, of: find(ids))
    case .undo: return undo(now: now)
    case .showDetail(let isShown): memory.isDetailShown = isShown
    case .use: return remember()
    case .retry: return retry(now: now)
    case .dismissBanner: state.banner = nil
    }
    return []
  }
}

/// What the reducer remembers and no screen shows.
struct SearchMemory: Sendable {
  var results = ResultCache()
  /// The query that the rows are a response to, or a preview of.
  var query: SearchQuery?
  /// The search that was asked for last, while it waits or is under way.
  var pending: PendingSearch?
  /// When it is to begin by the wall clock, which goes on while the machine sleeps.
  var dueAt: Date?
  /// The search whose request is under way.
  var inFlight: PendingSearch?
  var searchCount = 0
  var sentAt: Date?
  /// When the query will have rested with results for long enough to be remembered.
  var restedAt: Date?
  /// The attempts of this query that have failed in a row, and when the next one is due.
  var failedAttempts = 0
  var retryAt: Date?
  var budgetReadAt: Date?
  /// When GitHub rejected the token that is left out since.
  var tokenRejectedAt: Date?
  /// The time of the last ``SearchEffect/wake(_:)``, until it has come.
  var wakeAt: Date?

  /// The lists that are not shown, and what each tab showed last.
  var parked: [ListSource: ParkedList] = [:]
  var lastSources: [Tab: ListSource] = [:]
  /// The rows that are being read from the store.
  var reading: ListRequest?
  /// The store has other rows by now.
  var isOutdated = false

  /// The rows of the last response, which previews are filtered from.
  var responseRows: [Repository] = []
  var localMatches: [Repository] = []

  /// The row that the user moved to, which is selected again when a response has it.
  var chosenRow: Repository.ID?
  /// The index of the row that the user moved to, while it is being read from the store.
  var awaitedIndex: Int?
  var visible = 0..<0
  var isDetailShown = false
  /// Complete details, the least recently used first.
  var details: [DetailState] = []

  /// What GitHub was asked for, unless it was written since.
  var requestedStars: Set<Repository.ID> = []
  /// What the user named last without its being a row.
  var named: Repository?
  /// What a retry writes again.
  var failedFavorite: FavoriteWrite?
  var failedLists: ListsChange?
  /// Changes made before the favorites were read; nil once they are read.
  var earlyFavorites: [Repository.ID: Bool]? = [:]
}

extension SearchQuery {
  /// Whether one repository comes before another; nil for a sort that only GitHub knows.
  fileprivate var areInOrder: ((Repository, Repository) -> Bool)? {
    func by<Value: Comparable>(
      _ value: @escaping (Repository) -> Value
    ) -> (Repository, Repository) -> Bool {
      let isDescending = order == .descending
      return { isDescending ? value($0) > value($1) : value($0) < value($1) }
    }
    return switch sort {
    case .bestMatch, .helpWantedIssues: nil
    case .stars: by { $0.counts.stars ?? 0 }
    case .forks: by { $0.counts.forks ?? 0 }
    case .updated: by { $0.dates.updated ?? .distantPast }
    }
  }
}

// MARK: - From the text to a query

extension SearchReducer {
  /// A whole text asks for a new search of the same text.
  private mutating func edit(_ input: QueryInput, now: Date) -> [SearchEffect] {
    guard input.text != state.text || input.origin == .whole else { return [] }
    state.text = input.text
    return considerText(interval: input.origin == .whole ? .zero : nil, isTyped: true, now: now)
  }

  private mutating func setSort(_ sort: SearchQuery.Sort, now: Date) -> [SearchEffect] {
    guard sort != state.sort else { return [] }
    state.sort = sort
    sortLocally(now: now)
    return considerText(interval: nil, now: now)
  }

  /// The sort after this, the first after the last.
  private mutating func cycleSort(now: Date) -> [SearchEffect] {
    let sorts = state.source.sorts
    guard let index = sorts.firstIndex(of: state.sort) else { return [] }
    return setSort(sorts[(index + 1) % sorts.count], now: now)
  }

  private mutating func setOrder(_ order: SearchQuery.Order, now: Date) -> [SearchEffect] {
    guard order != state.order else { return [] }
    state.order = order
    sortLocally(now: now)
    return considerText(interval: nil, now: now)
  }

  /// Sorts a complete result here, which then counts as GitHub's response: asking costs a search and
  /// brings the same rows.
  private mutating func sortLocally(now: Date) {
    guard state.source == .search, let shown = memory.query, let query = try? currentQuery(),
      query.text == shown.text,
      let areInOrder = query.areInOrder,
      memory.results.entry(for: query, at: now) == nil,
      var entry = memory.results.entry(for: shown, at: now), entry.isComplete
    else { return }
    entry.repositories = entry.repositories.enumerated().sorted { first, second in
      if areInOrder(first.element, second.element) { return true }
      if areInOrder(second.element, first.element) { return false }
      return first.offset < second.offset
    }.map(\.element)
    memory.results.insert(entry, for: query)
  }

  /// Enter: a search that waits for a pause begins now; what is known or under way is not repeated.
  private mutating func submit(now: Date) -> [SearchEffect] {
    let remembering = remember()
    switch state.phase {
    case .held, .debouncing, .retrying, .failed:
      return remembering + considerText(interval: .zero, now: now)
    case .idle, .invalid, .postponed, .searching, .loaded, .unavailable: return remembering
    }
  }

  private mutating func refresh(now: Date) -> [SearchEffect] {
    switch state.source {
    case .search: break
    case .stars, .lists, .list: return sync()
    case .favorites: return refreshRows(now: now)
    }
    guard let query = memory.query else { return [] }
    memory.results.remove(query)
    (memory.pending, memory.inFlight) = (nil, nil)
    clearSearchBanner()
    if memory.tokenRejectedAt != nil { useTokenAgain() }
    return search(query, interval: .zero, now: now)
  }

  /// Decides what the current text needs: nothing, a cached result, or a search.
  ///
  /// It is debounced by the interval; nil lets the rate limit decide. What is typed key by key may
  /// be held instead.
  mutating func considerText(
    interval: Duration?,
    isTyped: Bool = false,
    now: Date
  ) -> [SearchEffect] {
    guard state.source == .search else { return filter(now: now) }
    do throws(InvalidQuery) {
      let isHeld = isTyped && interval == nil
      return pursue(try currentQuery(), interval: interval, mayHold: isHeld, now: now)
    } catch {
      return refuse(error)
    }
  }

  /// Surrounding spaces change nothing, nor does the order of best matches.
  private func currentQuery() throws(InvalidQuery) -> SearchQuery {
    let trimmed = state.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    let order = state.sort == .bestMatch ? SearchQuery.Order.descending : state.order
    return try SearchQuery(text: String(trimmed.reversed()), sort: state.sort, order: order)
  }

  private mutating func pursue(
    _ query: SearchQuery,
    interval: Duration?,
    mayHold: Bool,
    now: Date
  ) -> [SearchEffect] {
    let isShown = memory.query == query
    if isShown, state.phase == .loaded { return [] }
    if !isShown { leaveQuery() }
    stopRetrying()
    let isNewText = memory.query?.text != query.text
    memory.query = query
    if let entry = memory.results.entry(for: query, at: now) { return show(entry, now: now) }
    if !isShown { preview(isNewText: isNewText) }
    let finding = isNewText ? [SearchEffect.findLocally(query.text)] : []
    if mayHold, let reason = holdReason(at: now) { return finding + hold(reason) }
    return finding + search(query, interval: interval ?? debounceInterval(at: now), now: now)
  }

  // MARK: Thrift

  /// Why a pause in the typing is not worth a search; nil where it is.
  private func holdReason(at now: Date) -> HoldReason? {
    if TypedQuery(state.text) == .unfinished { return .unfinished }
    return state.budget.reading?.remaining(at: now) == 1 ? .lastSearch : nil
  }

  private mutating func hold(_ reason: HoldReason) -> [SearchEffect] {
    state.phase = .held(reason)
    (state.total, state.paging) = (nil, .none)
    return dropPending()
  }

  /// Searches for a text that was held for the sake of the limit, once more searches are left.
  private mutating func releaseHeld(now: Date) -> [SearchEffect] {
    guard state.phase == .held(.lastSearch) else { return [] }
    return considerText(interval: nil, isTyped: true, now: now)
  }

  private func debounceInterval(at now: Date) -> Duration {
    let typing = DebounceInterval.typing(state.budget.reading, access: state.access, at: now)
    return TypedQuery(state.text) == .ambiguous ? max(typing, DebounceInterval.ambiguous) : typing
  }

  /// Forgets what belongs to the previous query; the list starts at its top again.
  mutating func leaveQuery() {
    if state.banner?.operation.isOfQuery == true { state.banner = nil }
    memory.visible = 0..<memory.visible.count
    memory.restedAt = nil
  }

  /// The text cannot be searched for.
  private mutating func refuse(_ reason: InvalidQuery) -> [SearchEffect] {
    leaveQuery()
    memory.query = nil
    stopRetrying()
    (state.total, state.paging, state.budget.secondsLeft) = (nil, .none, nil)
    if reason == .empty {
      state.phase = .idle
      replaceRows([], isResponse: true)
    } else {
      state.phase = .invalid(reason)
      preview(isNewText: true)
    }
    return cancelSearch()
  }

  /// Puts the current text first in the history, if it may be stored.
  mutating func remember() -> [SearchEffect] {
    guard state.source == .search, HistoryRule.mayStore(state.text),
      state.history.first != state.text
    else { return [] }
    state.history = HistoryRule.adding(state.text, to: state.history)
    return [.remember(state.text)]
  }
}

// MARK: - From a query to a request

extension SearchReducer {
  /// Asks for the first page of a query; a request for it that is under way goes on instead.
  ///
  /// A token that was rejected may have been replaced: it is tried again after a while.
  mutating func search(_ query: SearchQuery, interval: Duration, now: Date) -> [SearchEffect] {
    if let rejectedAt = memory.tokenRejectedAt,
      !(0..<Self.rejectionLasts ~= now.timeIntervalSince(rejectedAt))
    {
      useTokenAgain()
    }
    let request = SearchRequest(query: query, access: state.access)
    (state.total, state.paging) = (nil, .none)
    let wait = budgetWait(at: now)
    if memory.inFlight?.request == request {
      state.phase = .searching(isLate: false)
    } else {
      state.phase = wait > .zero ? .postponed : .debouncing
    }
    return send(request, interval: max(interval, wait), now: now)
  }

  /// Seconds.
  private static var rejectionLasts: TimeInterval { 60 }

  private mutating func useTokenAgain() {
    memory.tokenRejectedAt = nil
    use(.signedIn)
  }

  /// Searches with or without the token from now on: the rate limit and the pages are others.
  mutating func use(_ access: SearchAccess) {
    state.access = access
    state.budget.reading = nil
    memory.results = ResultCache()
  }

  /// Replaces the pending search; the same request under way goes on instead.
  ///
  /// A search that still waits keeps its number: it may begin at this moment on another thread, and
  /// no number begins twice.
  mutating func send(_ request: SearchRequest, interval: Duration, now: Date) -> [SearchEffect] {
    if let search = memory.inFlight, search.request == request {
      memory.pending = search
      return resume(search)
    }
    let waiting = memory.pending.flatMap { $0.request == request ? $0.number : nil }
    let number = waiting ?? nextNumber()
    let search = PendingSearch(number: number, request: request, interval: interval)
    (memory.pending, memory.dueAt) = (search, now + interval.timeInterval)
    countDown(now: now)
    return [.search(search)]
  }

  /// Drops a search that waits by repeating the one under way: the same number does not begin again.
  private mutating func resume(_ search: PendingSearch) -> [SearchEffect] {
    state.budget.secondsLeft = nil
    return [
      .search(PendingSearch(number: search.number, request: search.request, interval: .zero))
    ]
  }

  /// Forgets the pending search; a request under way may finish, since it counts in any case.
  mutating func dropPending() -> [SearchEffect] {
    guard memory.pending != nil else { return [] }
    memory.pending = nil
    return memory.inFlight.map { resume($0) } ?? cancelSearch()
  }

  /// Drops the pending search and cancels a request under way.
  private mutating func cancelSearch() -> [SearchEffect] {
    (memory.pending, memory.inFlight) = (nil, nil)
    state.budget.secondsLeft = nil
    return [.search(PendingSearch(number: nextNumber(), request: nil, interval: .zero))]
  }

  private mutating func nextNumber() -> Int {
    memory.searchCount += 1
    return memory.searchCount
  }

  /// The debounce interval is over: a request that was under way is canceled.
  private mutating func begin(_ search: PendingSearch, now: Date) {
    memory.inFlight = search.request == nil ? nil : search
    guard search.number == memory.pending?.number, let request = search.request else { return }
    (state.budget.secondsLeft, state.retry, state.isSlow) = (nil, nil, false)
    (memory.sentAt, memory.retryAt) = (now, nil)
    if request.page == 1 { state.phase = .searching(isLate: false) }
  }

  // MARK: Attempts

  /// Searches again after a pause, unless that was tried often enough; nil then.
  mutating func tryAgain(_ request: SearchRequest, now: Date) -> [SearchEffect]? {
    guard request.page == 1, retryDelays.indices.contains(memory.failedAttempts) else { return nil }
    let delay = retryDelays[memory.failedAttempts]
    memory.failedAttempts += 1
    memory.retryAt = now + delay.timeInterval
    state.phase = .retrying
    state.retry = RetryState(
      number: memory.failedAttempts,
      count: retryDelays.count,
      secondsLeft: secondsLeft(until: now + delay.timeInterval, now: now)
    )
    return send(request, interval: max(delay, budgetWait(at: now)), now: now)
  }

  mutating func stopRetrying() {
    (memory.failedAttempts, memory.retryAt, state.retry) = (0, nil, nil)
  }

  /// The rate limit does not allow the request: the newest one waits for it.
  private mutating func postpone(_ reading: BudgetReading, now: Date) -> [SearchEffect] {
    record(reading, now: now)
    let denied = memory.inFlight
    memory.inFlight = nil
    guard let pending = memory.pending, pending.number == denied?.number,
      let request = pending.request
    else { return [] }
    memory.pending = nil
    if request.page == 1 { state.phase = .postponed }
    let wait = reading.resumesAt == nil ? Self.defaultWait : reading.wait(at: now)
    return send(request, interval: max(wait, .milliseconds(1)), now: now)
  }

  /// When the rate limit is used up and the time of its end is not known.
  private static var defaultWait: Duration { .seconds(1) }

  /// How long the rate limit is known to be used up.
  ///
  /// A clock that was set back since makes that unknown until the next reading.
  func budgetWait(at now: Date) -> Duration {
    guard let reading = state.budget.reading, let readAt = memory.budgetReadAt, readAt <= now
    else { return .zero }
    return reading.wait(at: now)
  }

  /// A limit that was to be full again in the past is full now.
  mutating func record(_ reading: BudgetReading, now: Date) {
    state.budget.reading = reading
    memory.budgetReadAt = now
    if let isFullAt = reading.isFullAt, isFullAt <= now { state.budget.reading?.isFullAt = nil }
  }
}

/// How long to wait for the next key before a typed text is searched for.
enum DebounceInterval {
  /// While at least half of the rate limit is left.
  static func minimum(_ access: SearchAccess) -> Duration {
    switch access {
    case .signedIn: .milliseconds(300)
    case .anonymous: .milliseconds(500)
    }
  }

  /// While the last word may become a qualifier.
  static let ambiguous = Duration.milliseconds(1_500)
  /// However little is left.
  static let maximum = Duration.seconds(2)

  /// Grows as the rate limit is used up, in inverse proportion to what is left.
  static func typing(_ reading: BudgetReading?, access: SearchAccess, at now: Date) -> Duration {
    let minimum = minimum(access)
    guard let reading else { return minimum }
    let left = max(reading.remaining(at: now), 1)
    let factor = max(1, Double(reading.limit) / Double(2 * left))
    return min(minimum * factor, maximum)
  }
}

// MARK: - Time

extension SearchReducer {
  /// Asks to be woken when something shown changes by itself.
  private mutating func wake() -> [SearchEffect] {
    let next = [
      memory.restedAt, lateAt, slowAt, nextSecond, nextRetrySecond, state.budget.reading?.isFullAt,
      state.stars.nextWriteAt,
    ]
    .compactMap(\.self).min()
    guard next != memory.wakeAt else { return [] }
    memory.wakeAt = next
    return [.wake(next)]
  }

  private mutating func tick(now: Date) -> [SearchEffect] {
    memory.wakeAt = nil
    if let lateAt, lateAt.isDue(at: now) { state.phase = .searching(isLate: true) }
    if let slowAt, slowAt.isDue(at: now) { state.isSlow = true }
    if let retryAt = memory.retryAt {
      let seconds = secondsLeft(until: retryAt, now: now)
      state.retry?.secondsLeft = seconds
    }
    countDown(now: now)
    var effects = beginDue(now: now)
    if let restedAt = memory.restedAt, restedAt.isDue(at: now) {
      memory.restedAt = nil
      effects += remember()
    }
    if let isFullAt = state.budget.reading?.isFullAt, isFullAt.isDue(at: now) {
      state.budget.reading?.isFullAt = nil
      effects.append(.readBudget(state.access))
    }
    return effects
  }

  /// Begins a search whose time came while the machine slept, and the timer with it.
  private mutating func beginDue(now: Date) -> [SearchEffect] {
    guard let pending = memory.pending, let request = pending.request,
      pending.number != memory.inFlight?.number, memory.dueAt?.isDue(at: now) == true
    else { return [] }
    return send(request, interval: .zero, now: now)
  }

  /// Shows how long the pending search has to wait for the rate limit.
  private mutating func countDown(now: Date) {
    let resumesAt = budgetWait(at: now) > .zero ? state.budget.reading?.resumesAt : nil
    let isWaiting = memory.pending.map { $0.number != memory.inFlight?.number } ?? false
    guard let resumesAt, isWaiting else {
      state.budget.secondsLeft = nil
      if state.phase == .postponed { state.phase = .debouncing }
      return
    }
    state.budget.secondsLeft = secondsLeft(until: resumesAt, now: now)
  }

  /// At least 1; a thousandth less, so that rounding never shows the same second twice.
  private func secondsLeft(until date: Date, now: Date) -> Int {
    let seconds = (date.timeIntervalSince(now) - 0.001).rounded(.up)
    return Int(exactly: min(max(seconds, 1), 86_400)) ?? 1
  }

  private var lateAt: Date? {
    guard state.phase == .searching(isLate: false) else { return nil }
    return memory.sentAt.map { $0 + Self.lateAfter }
  }

  private var slowAt: Date? {
    guard case .searching = state.phase, !state.isSlow else { return nil }
    return memory.sentAt.map { $0 + Self.slowAfter }
  }

  /// Seconds: what is looked at that long is worth finding again.
  static var restAfter: TimeInterval { 2 }
  /// Seconds.
  private static var lateAfter: TimeInterval { 0.2 }
  private static var slowAfter: TimeInterval { 2 }

  private var nextRetrySecond: Date? {
    guard let retry = state.retry, retry.secondsLeft > 1, let retryAt = memory.retryAt
    else { return nil }
    return retryAt - TimeInterval(retry.secondsLeft - 1)
  }

  private var nextSecond: Date? {
    guard let seconds = state.budget.secondsLeft, let resumesAt = state.budget.reading?.resumesAt
    else { return nil }
    return resumesAt - TimeInterval(seconds - 1)
  }
}

extension Duration {
  /// In seconds.
  var timeInterval: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

extension Date {
  /// Whether it has come, to the millisecond: timers are not finer.
  fileprivate func isDue(at now: Date) -> Bool {
    timeIntervalSince(now) < 0.001
  }
}

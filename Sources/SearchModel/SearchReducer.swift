package import Essentials
import GitHubModel

/// Decides what the search does: the one place where a ``SearchState`` changes.
///
/// It is a pure value, timed by its arguments: an event changes the state and the private bookkeeping,
/// and returns effects. This file leads from the text to a request, `+Budget` decides when the request
/// is sent, and `+Responses` accepts what comes back.
package struct SearchReducer: Sendable {
  package internal(set) var state: SearchState
  var bookkeeping = SearchBookkeeping()

  /// The pauses before the automatic retries of a failed search.
  let retryDelays: [Duration]

  package init(access: SearchAccess = .signedIn, retryDelays: [Duration] = []) {
    state = SearchState(access: access)
    self.retryDelays = retryDelays
  }

  /// Changes the state for an event, and returns the effects to perform.
  package mutating func reduce(_ event: SearchEvent, now: Date) -> [SearchEffect] {
    let effects = handle(event, now: now)
    return effects + showDetailOfSelection() + writeStar(now: now) + wake()
  }

  private mutating func handle(_ event: SearchEvent, now: Date) -> [SearchEffect] {
    switch event {
    case .started:
      return [
        .readBudget(state.access), .readFavorites, .readNotes, .readHistory, .readCounts,
      ]
    case .action(let action): return perform(action, now: now)
    case .tick: return tick(now: now)
    case .began(let search): begin(search, now: now)
    case .sent(let reading): record(reading, now: now)
    case .budgetRead(let reading):
      record(reading, now: now)
      return searchAwaited(now: now)
    case .postponed(let reading): return postpone(reading, now: now)
    case .responded(let request, let response): return accept(response, to: request, now: now)
    case .localMatches(let text, let repositories): acceptLocal(repositories, matching: text)
    case .starsRead(let ids, let result): return acceptStars(result, of: ids)
    case .starWritten(let write, let failure): return finishStar(write, failure, now: now)
    case .favoritesRead(let result): acceptFavorites(result)
    case .favoriteWritten(let write, let failure): finishFavorite(write, failure)
    case .notesRead(let notes): state.notes = notes
    case .noteWritten(let change, let failure): finishNote(change, failure)
    case .countsRead(let counts): state.counts = counts
    case .rowsRead(let request, let result): return acceptRows(result, to: request, now: now)
    case .listsRead(let result): acceptLists(result)
    case .listsWritten(let change, let failure): return finishLists(change, failure)
    case .syncProgressed(let progress): state.sync = progress
    case .synced(let failure): return finishSync(failure, now: now)
    case .detailBegan(let id): beginDetail(of: id)
    case .factsRead(let id, let result): updateDetail(of: id) { $0.facts = Loadable(result) }
    case .readmeRead(let id, let result): updateDetail(of: id) { $0.readme = Loadable(result) }
    case .localReadmeRead(let id, let readme): updateDetail(of: id) { $0.localReadme = readme }
    case .growthRead(let id, let growth): updateDetail(of: id) { $0.growth = .loaded(growth) }
    case .historyRead(let texts): state.history = texts
    }
    return []
  }

  private mutating func perform(_ action: SearchAction, now: Date) -> [SearchEffect] {
    state.actionCount += 1
    switch action {
    case .begin(let start): return begin(with: start, now: now)
    case .edit(let text, let origin): return edit(text, origin, now: now)
    case .submit: return submit(now: now)
    case .refresh: return refresh(now: now)
    case .setSort(let new): return sort(by: new, state.order, now: now)
    case .cycleSort: return sort(by: nextSort, state.order, now: now)
    case .setOrder(let order): return sort(by: state.sort, order, now: now)
    case .toggleOrder:
      return sort(by: state.sort, state.order == .descending ? .ascending : .descending, now: now)
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
    case .loadMore: return loadMore(now: now)
    case .toggleMark: toggleMark()
    case .clearMarks: state.marked = []
    case .setStar(let isStarred, let repositories):
      return setStars(isStarred, of: repositories, now: now)
    case .setFavorite(let isFavorite, let repositories):
      return setFavorites(isFavorite, of: repositories)
    case .readNotes: return state.pendingNotes.isEmpty ? [.readNotes] : []
    case .setNote(let change):
      record(.note(change))
      return writeNote(change)
    case .undo: return undo(now: now)
    case .showDetail(let isShown): state.isDetailShown = isShown
    case .use: return remember()
    case .retry: return retry(now: now)
    case .dismissBanner: state.banner = nil
    }
    return []
  }
}

/// State of the reducer that no screen shows.
struct SearchBookkeeping: Sendable {
  var results = ResultCache()
  /// The query that the rows are a response to, or a preview of.
  var query: SearchQuery?
  /// The last search that was requested, while it waits or is under way.
  var pending: PendingSearch?
  /// When it should begin, by the wall clock, which runs while the machine sleeps.
  var dueAt: Date?
  /// The search whose request is under way.
  var inFlight: PendingSearch?
  var searchCount = 0
  var sentAt: Date?
  /// When the results of the query will have been shown for long enough to store it in the history.
  var rememberQueryAt: Date?
  /// The attempts of this query that have failed in a row, and when the next one is due.
  var failedAttempts = 0
  var retryAt: Date?
  var budgetReadAt: Date?
  /// When the text was typed; nil for one that came as a whole.
  var editedAt: Date?
  /// A result without rows that came while a word was being typed.
  var emptyResult: ResultCache.Entry?
  /// When GitHub rejected the token, which has been left out since.
  var tokenRejectedAt: Date?
  /// The time of the last ``SearchEffect/wake(_:)``, until it has come.
  var wakeAt: Date?

  /// The lists that are not shown, and the last list of each tab.
  var parked: [ListSource: ParkedList] = [:]
  var lastSources: [Tab: ListSource] = [:]
  /// The rows that are being read from the store.
  var reading: ListRequest?
  /// Whether the rows of the store have changed since.
  var isOutdated = false

  /// The rows of the last response, which previews are filtered from.
  var responseRows: [RepositoryRow] = []
  var localMatches: [Repository] = []

  /// The row that the user moved to, which is selected again when a response has it.
  var chosenRow: Repository.ID?
  /// The index of the row that the user moved to, while it is being read from the store.
  var pendingSelectionIndex: Int?
  /// Complete details, the least recently used first.
  var details: [DetailState] = []

  /// The stars that were requested from GitHub, unless they were written since.
  var requestedStars: Set<Repository.ID> = []
  /// The failed writes that a retry repeats.
  var failedFavorite: FavoriteWrite?
  var failedNote: NoteChange?
  /// Changes made before the favorites were read; nil once they are read.
  var queuedFavorites: [Repository.ID: Bool]? = [:]
}

// MARK: - From the text to a query

extension SearchReducer {
  private mutating func begin(with start: SearchStart, now: Date) -> [SearchEffect] {
    let opening = open(start.tab.source, now: now)
    (state.text, state.sort, state.order) = (start.text, start.sort, start.order)
    return opening + considerText(interval: .zero, now: now)
  }

  /// A whole text asks for a new search of the same text.
  private mutating func edit(
    _ text: String,
    _ origin: SearchAction.TextOrigin,
    now: Date
  ) -> [SearchEffect] {
    guard text != state.text || origin == .whole else { return [] }
    state.text = text
    bookkeeping.editedAt = origin == .typed ? now : nil
    return considerText(interval: origin == .whole ? .zero : nil, isTyped: true, now: now)
  }

  private mutating func sort(
    by sort: ListSort,
    _ order: SearchQuery.Order,
    now: Date
  ) -> [SearchEffect] {
    guard (sort, order) != (state.sort, state.order) else { return [] }
    (state.sort, state.order) = (sort, order)
    return considerText(interval: nil, now: now)
  }

  /// The sort after this, the first after the last.
  private var nextSort: ListSort {
    let sorts = state.sorts
    return sorts.firstIndex(of: state.sort).map { sorts[($0 + 1) % sorts.count] } ?? state.sort
  }

  /// Enter: begins a search that waits for a pause; does not repeat one that is done or under way.
  private mutating func submit(now: Date) -> [SearchEffect] {
    bookkeeping.editedAt = nil
    return remember() + showEmptyResult(now: now)
      + (state.phase.startsOnEnter ? considerText(interval: .zero, now: now) : [])
  }

  private mutating func refresh(now: Date) -> [SearchEffect] {
    switch state.source {
    case .search: break
    case .stars, .lists, .list: return sync()
    case .favorites: return refreshRows(now: now)
    }
    guard let query = bookkeeping.query else { return [] }
    bookkeeping.results.remove(query)
    (bookkeeping.pending, bookkeeping.inFlight) = (nil, nil)
    clearSearchBanner()
    if bookkeeping.tokenRejectedAt != nil { useTokenAgain() }
    return search(query, interval: .zero, now: now)
  }

  /// Decides what the current text needs: nothing, a cached result, or a search.
  ///
  /// The search is debounced by the interval; nil lets the rate limit decide. A text that is typed key
  /// by key may wait for Enter instead.
  mutating func considerText(
    interval: Duration?,
    isTyped: Bool = false,
    now: Date
  ) -> [SearchEffect] {
    guard state.source == .search else { return filter(now: now) }
    do throws(InvalidQuery) {
      return pursue(try currentQuery(), interval: interval, isTyped: isTyped, now: now)
    } catch {
      return refuse(error)
    }
  }

  /// Surrounding spaces change nothing, nor does the order of best matches.
  func currentQuery() throws(InvalidQuery) -> SearchQuery {
    let trimmed = state.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    let order = state.sort == .bestMatch ? SearchQuery.Order.descending : state.order
    return try SearchQuery(text: String(trimmed.reversed()), sort: state.searchSort, order: order)
  }

  private mutating func pursue(
    _ query: SearchQuery,
    interval: Duration?,
    isTyped: Bool,
    now: Date
  ) -> [SearchEffect] {
    let isShown = bookkeeping.query == query
    if isShown, state.phase == .loaded { return [] }
    if !isShown { leaveQuery() }
    stopRetrying()
    let isNewText = bookkeeping.query?.text != query.text
    bookkeeping.query = query
    let cached = bookkeeping.results.entry(for: query, at: now)
    if let cached, !cached.repositories.isEmpty || !isInWord(at: now) {
      return show(cached, now: now)
    }
    if !isShown { preview(isNewText: isNewText) }
    if let cached {
      (bookkeeping.emptyResult, state.phase) = (cached, .debouncing)
      return dropPending()
    }
    let finding = isNewText ? [SearchEffect.findLocally(query.text)] : []
    if isTyped, interval == nil, let reason = reasonToAwaitEnter(at: now) {
      return finding + awaitEnter(reason)
    }
    let pause = interval ?? debounceInterval(isTyped: isTyped, at: now)
    return finding + search(query, interval: pause, now: now)
  }

  /// Forgets what belongs to the previous query.
  mutating func leaveQuery() {
    if state.banner?.operation.isOfQuery == true { state.banner = nil }
    (bookkeeping.rememberQueryAt, state.correction) = (nil, nil)
    bookkeeping.emptyResult = nil
  }

  /// The text cannot be searched for.
  private mutating func refuse(_ reason: InvalidQuery) -> [SearchEffect] {
    leaveQuery()
    bookkeeping.query = nil
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
  /// Requests the first page of a query, unless such a request is already under way.
  ///
  /// A token that was rejected may have been replaced: it is tried again after a while.
  mutating func search(_ query: SearchQuery, interval: Duration, now: Date) -> [SearchEffect] {
    if let rejectedAt = bookkeeping.tokenRejectedAt,
      !(0..<Self.rejectionLifetime ~= now.timeIntervalSince(rejectedAt))
    {
      useTokenAgain()
    }
    let request = SearchRequest(query: query, access: state.access)
    (state.total, state.paging) = (nil, .none)
    let wait = budgetWait(at: now)
    if bookkeeping.inFlight?.request == request {
      state.phase = .searching(isLate: false)
    } else {
      state.phase = wait > .zero ? .postponed : .debouncing
    }
    return send(request, interval: max(interval, wait), now: now)
  }

  /// Seconds.
  private static var rejectionLifetime: TimeInterval { 60 }

  private mutating func useTokenAgain() {
    bookkeeping.tokenRejectedAt = nil
    use(.signedIn)
  }

  /// Searches with or without the token from now on, with a different rate limit and page size.
  mutating func use(_ access: SearchAccess) {
    state.access = access
    state.budget.reading = nil
    bookkeeping.results = ResultCache()
  }

  /// Replaces the pending search, unless the same request is already under way.
  ///
  /// A search that still waits keeps its number: it may begin at this moment on another thread, and
  /// no number begins twice.
  mutating func send(_ request: SearchRequest, interval: Duration, now: Date) -> [SearchEffect] {
    if let search = bookkeeping.inFlight, search.request == request {
      bookkeeping.pending = search
      return resume(search)
    }
    let waiting = bookkeeping.pending.flatMap { $0.request == request ? $0.number : nil }
    let number = waiting ?? nextNumber()
    let search = PendingSearch(number: number, request: request, interval: interval)
    (bookkeeping.pending, bookkeeping.dueAt) = (search, now + interval.timeInterval)
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
    guard bookkeeping.pending != nil else { return [] }
    bookkeeping.pending = nil
    return bookkeeping.inFlight.map { resume($0) } ?? cancelSearch()
  }

  /// Drops the pending search and cancels a request under way.
  private mutating func cancelSearch() -> [SearchEffect] {
    (bookkeeping.pending, bookkeeping.inFlight) = (nil, nil)
    state.budget.secondsLeft = nil
    return [.search(PendingSearch(number: nextNumber(), request: nil, interval: .zero))]
  }

  private mutating func nextNumber() -> Int {
    bookkeeping.searchCount += 1
    return bookkeeping.searchCount
  }

  /// The debounce interval is over: a request that was under way is canceled.
  mutating func begin(_ search: PendingSearch, now: Date) {
    bookkeeping.inFlight = search.request == nil ? nil : search
    guard search.number == bookkeeping.pending?.number, let request = search.request else { return }
    (state.budget.secondsLeft, state.retry, state.isSlow) = (nil, nil, false)
    (bookkeeping.sentAt, bookkeeping.retryAt) = (now, nil)
    if request.page == 1 { state.phase = .searching(isLate: false) }
  }
}

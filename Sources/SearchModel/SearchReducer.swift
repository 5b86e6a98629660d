package import Essentials
import GitHubModel

/// Decides what the search does; the only place where a ``SearchState`` changes.
///
/// It is a pure value, timed by its argument: an event changes the state, with the desired calls in
/// it, and the private bookkeeping. This file leads from the text to a search, `+Budget` decides
/// when it may start, and `+Responses` accepts the results.
package struct SearchReducer: Sendable {
  package internal(set) var state: SearchState
  var bookkeeping = SearchBookkeeping()
  /// The time of the event.
  var now = Date(timeIntervalSince1970: 0)

  package init(access: SearchAccess = .signedIn) {
    state = SearchState(access: access)
    updateDesiredCalls()
  }

  /// Changes the state for an event.
  package mutating func reduce(_ event: SearchEvent, at now: Date) {
    self.now = now
    handle(event)
    updateDesiredCalls()
  }

  private mutating func handle(_ event: SearchEvent) {
    switch event {
    case .action(let action): perform(action)
    case .began(let search): begin(search)
    case .sent(let reading): record(reading)
    case .budgetRead(let reading):
      record(reading)
      searchAwaited()
    case .postponed(let reading): postpone(reading)
    case .responded(let request, let result, let reading):
      record(reading)
      accept(result, to: request)
    case .secondPassed: bookkeeping.secondsPassed += 1
    case .retrying(let retry): if isAwaitingAnswer { showRetry(retry) }
    case .answerIsLate: if isAwaitingAnswer { state.phase = .searching(isLate: true) }
    case .answerIsSlow: if isAwaitingAnswer { state.isSlow = true }
    case .typingRested(let text): endWord(of: text)
    case .queryRested: remember()
    case .remembered: state.desired.unsavedQueries.removeFirst()
    case .localMatches(let text, let repositories): acceptLocal(repositories, matching: text)
    case .hintsRead(let hints): state.hints = hints
    case .starsRead(let ids, let result): acceptStars(result, of: ids)
    case .starsRested: state.stars.endPause()
    case .favoritesRead(let result): acceptFavorites(result)
    case .notesRead(let notes): state.notes = notes
    case .written(let write, let failure): finish(write, failure)
    case .countsRead(let counts): state.counts = counts
    case .rowsRead(let request, let result): acceptRows(result, to: request)
    case .listsRead(let result): acceptLists(result)
    case .syncProgressed(let progress): showProgress(progress)
    case .synced(let failure): finishSync(failure)
    case .detailBegan(let id): beginDetail(of: id)
    case .visited(let name, let result): acceptVisit(result, to: name)
    case .factsRead(let id, let result): updateDetail(of: id) { $0.facts = Loadable(result) }
    case .readmeRead(let id, let result): updateDetail(of: id) { $0.readme = Loadable(result) }
    case .localReadmeRead(let id, let readme): updateDetail(of: id) { $0.localReadme = readme }
    case .activityRead(let id, let facts): updateDetail(of: id) { $0.activity = .loaded(facts) }
    case .growthRead(let id, let growth): endDetail(of: id, growth)
    case .historyRead(let texts): state.history = texts
    case .trendingRead(let repositories): state.trending = repositories
    }
  }

  private mutating func perform(_ action: SearchAction) {
    switch action {
    case .begin(let start): begin(with: start)
    case .edit(let text, let origin): edit(text, origin)
    case .submit: submit()
    case .refresh: refresh()
    case .setSort(let sort, let order): self.sort(by: sort, order)
    case .cycleSort: sort(by: nextSort, state.order)
    case .toggleOrder: toggleOrder()
    case .openTab(let tab): openTab(tab)
    case .openList(let id): open(.list(id))
    case .closeList: open(.lists)
    case .readLists: readLists()
    case .changeLists(var lists):
      lists.number = state.desired.next()
      change([.lists(lists)])
    case .sync: sync()
    case .cancelSync: cancelSync()
    case .select(let id): select(id)
    case .selectList(let id): selectList(id)
    case .move(let count): moveSelection(by: count)
    case .loadMore: loadMore()
    case .toggleMark: toggleMark()
    case .clearMarks: state.marked = []
    case .setStar(let isStarred, let repositories): setStars(isStarred, of: repositories)
    case .setFavorite(let isFavorite, let repositories): setFavorites(isFavorite, of: repositories)
    case .readNotes:
      if state[next: .note] == nil { state.desired.notes = state.desired.next() }
    case .setNote(let note): change([.note(note)])
    case .undo: undo()
    case .showDetail(let isShown): state.isDetailShown = isShown
    case .holdSelection(let isHeld): holdSelection(isHeld)
    case .refreshDetail: refreshDetail()
    case .visit(let name): visit(name)
    case .leaveVisit: leaveVisit()
    case .use: remember()
    case .retry: retry()
    case .dismissBanner: state.banner = nil
    }
  }

  /// Updates the calls that depend on the rest of the state.
  private mutating func updateDesiredCalls() {
    showDetailOfSelection()
    if !isAwaitingAnswer {
      (state.desired.awaitedAnswer, state.isSlow, state.retry) = (nil, false, nil)
    }
    countDown()
    // A star written from now on is newer than GitHub's answer to an earlier request.
    if let write = state.stars.turn { bookkeeping.requestedStars.remove(write.repository.id) }
    let reading = state.budget
    state.desired.budget =
      reading == nil || reading?.isFullAt != nil
      ? DesiredBudget(access: state.access, date: reading?.isFullAt) : nil
  }

  private var isAwaitingAnswer: Bool {
    if case .searching = state.phase { true } else { false }
  }

  /// Starts waiting for a response.
  mutating func awaitAnswer() {
    (state.phase, state.isSlow, state.retry) = (.searching(isLate: false), false, nil)
    state.desired.awaitedAnswer = state.desired.next()
  }
}

/// The reducer's private state.
struct SearchBookkeeping: Sendable {
  var results = RecentlyUsed<SearchQuery, SearchResult>(maxCount: 64, maxSize: 8 << 20)
  /// The search in progress without a response.
  var underWay: DesiredSearch?
  /// The attempt, which distinguishes a repeated request.
  var attempt = 0
  var budgetReadAt: Date?
  var secondsPassed = 0
  /// When the wait for the displayed retry ends.
  var retriesAt: Date?
  /// A result without rows that arrived while a word was being typed.
  var emptyResult: SearchResult?
  /// When GitHub rejected the token, which has not been used since.
  var tokenRejectedAt: Date?

  /// The saved states of lists that are not shown, and the last list of each tab.
  var parked: [RowsSource: RowsState] = [:]
  var lastSources: [Tab: RowsSource] = [:]
  /// The matches of the text in the store.
  var localMatches: [Repository] = []
  /// The texts of the filtered repositories.
  var texts = SearchableTexts()
  /// The row that stays in the list only because its details are open.
  var keptRow: Repository.ID?
  /// The repository whose details are being fetched.
  var fetchedDetail: Repository.ID?
  /// Complete details; a README may be large.
  var details = RecentlyUsed<Repository.ID, DetailState>(maxCount: 32, maxSize: 4 << 20)

  /// The star states requested from GitHub, unless written since.
  var requestedStars: Set<Repository.ID> = []
  /// The favorites in the store.
  var storedFavorites: Set<Repository.ID> = []
  /// Changes written before the favorites were read; nil once they are read.
  var writtenFavorites: [Repository.ID: Bool]? = [:]
}

// MARK: - From the text to a query

extension SearchReducer {
  private mutating func begin(with start: SearchStart) {
    open(start.tab.source)
    state.text = start.text
    (state.sort, state.order) = (start.sort ?? state.sort, start.order ?? state.order)
    evaluateText(pause: .zero)
  }

  /// Pasting or recalling the current text searches again.
  private mutating func edit(_ text: String, _ origin: SearchAction.TextOrigin) {
    guard text != state.text || origin == .whole else { return }
    state.text = text
    let isInWord = origin == .typed && TypedQuery(text) == .growing
    state.desired.wordInProgress = isInWord ? text : nil
    evaluateText(pause: origin == .whole ? .zero : nil, isTyped: true)
  }

  private mutating func sort(by sort: ListSort, _ order: SearchQuery.Order) {
    guard (sort, order) != (state.sort, state.order) else { return }
    (state.sort, state.order) = (sort, order)
    evaluateText(pause: nil)
  }

  /// Reverses the order; does nothing if there is only one, so that there is no later surprise.
  private mutating func toggleOrder() {
    guard state.hasOrder else { return }
    let sort = state.showsStarDates ? .starred : state.sort
    self.sort(by: sort, state.order == .descending ? .ascending : .descending)
  }

  /// The sort after this one, cyclically.
  private var nextSort: ListSort {
    let sorts = state.sorts
    return sorts.firstIndex(of: state.sort).map { sorts[($0 + 1) % sorts.count] } ?? state.sort
  }

  /// Handles Enter: starts a search that waits for a pause; does not repeat one that is done or
  /// running.
  private mutating func submit() {
    state.desired.wordInProgress = nil
    remember()
    showEmptyResult()
    if state.phase.startsOnEnter { evaluateText(pause: .zero) }
  }

  private mutating func refresh() {
    switch state.source {
    case .search: break
    case .stars, .lists, .list: return sync()
    case .favorites: return refreshRows()
    }
    guard let query = state.query else { return }
    if bookkeeping.tokenRejectedAt != nil { useTokenAgain() }
    if bookkeeping.underWay?.request == SearchRequest(query: query, access: state.access) { return }
    bookkeeping.results.remove(query)
    cancelSearch()
    clearSearchBanner()
    search(query, pause: .zero)
  }

  /// Decides what the current text needs: nothing, a cached result, or a search.
  ///
  /// The search waits for the pause; nil lets the rate limit decide. Text typed key by key may wait
  /// for Enter instead.
  mutating func evaluateText(pause: Duration?, isTyped: Bool = false) {
    guard state.source == .search else { return filter() }
    do throws(InvalidQuery) {
      search(for: try currentQuery(), pause: pause, isTyped: isTyped)
    } catch {
      showInvalid(error)
    }
  }

  /// The current query; surrounding spaces do not matter, nor does the order of best matches.
  func currentQuery() throws(InvalidQuery) -> SearchQuery {
    let trimmed = state.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    let order = state.sort == .bestMatch ? SearchQuery.Order.descending : state.order
    return try SearchQuery(text: String(trimmed.reversed()), sort: state.searchSort, order: order)
  }

  private mutating func search(for query: SearchQuery, pause: Duration?, isTyped: Bool) {
    let isShown = state.query == query
    if isShown, state.phase == .loaded { return }
    if !isShown { forgetQuery() }
    let isNewText = state.query?.text != query.text
    let cached = cachedResult(of: query) ?? sortedResult(of: query)
    state.query = query
    if let cached, !cached.repositories.isEmpty || state.desired.wordInProgress == nil {
      return show(cached)
    }
    if !isShown { preview(isNewText: isNewText) }
    if let cached {
      (bookkeeping.emptyResult, state.phase) = (cached, .debouncing)
      return dropWaitingSearch()
    }
    if isNewText { state.desired.localMatches = query.text }
    let isUnderWay = bookkeeping.underWay?.request.query == query
    if isTyped, pause == nil, !isUnderWay, let reason = reasonToAwaitEnter() {
      return awaitEnter(reason)
    }
    search(query, pause: pause ?? typingPause(isTyped: isTyped))
  }

  /// Forgets everything about the previous query.
  mutating func forgetQuery() {
    if state.banner?.operation.concernsQuery == true { state.banner = nil }
    (state.desired.shownQuery, state.correction) = (nil, nil)
    (state.desired.hints, state.hints) = (nil, SearchHints())
    bookkeeping.emptyResult = nil
  }

  /// Shows why the text cannot be searched for.
  private mutating func showInvalid(_ reason: InvalidQuery) {
    forgetQuery()
    cancelSearch()
    (state.query, state.desired.localMatches) = (nil, nil)
    (state.total, state.paging) = (nil, .none)
    if reason == .empty {
      state.phase = .idle
      replaceRows([], isResponse: true)
    } else {
      state.phase = .invalid(reason)
      preview(isNewText: true)
    }
  }

  /// Moves the current text to the front of the history, if it may be stored.
  mutating func remember() {
    guard state.source == .search, HistoryRule.mayStore(state.text),
      state.history.first != state.text
    else { return }
    state.history = HistoryRule.adding(state.text, to: state.history)
    state.desired.unsavedQueries.append(state.text)
  }
}

// MARK: - From a query to a request

extension SearchReducer {
  /// Requests a query's first page, unless such a request is already running.
  ///
  /// A rejected token may have been replaced, so it is retried after a while.
  mutating func search(_ query: SearchQuery, pause: Duration) {
    if let rejectedAt = bookkeeping.tokenRejectedAt,
      !(0..<Self.rejectionLifetime ~= now.timeIntervalSince(rejectedAt))
    {
      useTokenAgain()
    }
    (state.total, state.paging) = (nil, .none)
    let request = SearchRequest(query: query, access: state.access)
    send(request, pause: pause)
    if bookkeeping.underWay?.request == request {
      awaitAnswer()
    } else {
      state.phase = budgetWait > .zero ? .postponed : .debouncing
    }
  }

  /// The time in seconds before a rejected token is retried.
  private static var rejectionLifetime: TimeInterval { 60 }

  private mutating func useTokenAgain() {
    bookkeeping.tokenRejectedAt = nil
    use(.signedIn)
  }

  /// Searches with or without the token from now on, with another rate limit and page size.
  mutating func use(_ access: SearchAccess) {
    state.access = access
    state.budget = nil
    bookkeeping.results.removeAll()
  }

  /// Schedules a request after the pause or the rate-limit wait, whichever is longer.
  ///
  /// Keeps an identical request that is waiting or running.
  mutating func send(_ request: SearchRequest, pause: Duration) {
    if bookkeeping.underWay?.request == request { return dropWaitingSearch() }
    let waiting = state.desired.search.flatMap { $0.request == request ? $0.attempt : nil }
    let wait = budgetWait
    state.desired.search = DesiredSearch(
      request: request,
      attempt: waiting ?? bookkeeping.attempt,
      pause: max(pause, wait),
      isHeldBack: wait > .zero && wait >= pause
    )
  }

  /// Drops a waiting search; a running request may finish, since it counts anyway.
  mutating func dropWaitingSearch() {
    state.desired.search = bookkeeping.underWay
  }

  /// Drops a waiting search, and cancels the running request.
  private mutating func cancelSearch() {
    (state.desired.search, bookkeeping.underWay) = (nil, nil)
    bookkeeping.attempt += 1
  }

  /// Starts a search after the pause; a request that was running has been canceled.
  private mutating func begin(_ search: DesiredSearch) {
    bookkeeping.underWay = search
    bookkeeping.underWay?.pause = .zero
    guard DesiredSearch.isSameSearch(search, state.desired.search) else { return }
    dropWaitingSearch()
    if search.request.page == 1 { awaitAnswer() }
  }
}

import Essentials
import GitHubModel

/// Tabs, and the local lists they show.
extension SearchReducer {
  /// Shows a tab in its previous state.
  mutating func openTab(_ tab: Tab) {
    if tab != state.source.tab { open(bookkeeping.lastSources[tab] ?? tab.source) }
  }

  /// Shows another list.
  ///
  /// A pending request to GitHub may finish; nothing else continues.
  mutating func open(_ source: RowsSource) {
    guard source != state.source else { return }
    holdSelection(false)
    forgetQuery()
    dropWaitingSearch()
    (state.desired.rows, state.desired.wordInProgress) = (nil, nil)
    state.selection.endWait()
    bookkeeping.parked[state.source] = state.current
    bookkeeping.lastSources[source.tab] = source
    state.source = source
    bookkeeping.localMatches = []
    state.current = bookkeeping.parked.removeValue(forKey: source) ?? RowsState()
    resume()
  }

  /// Resumes the list that has just been opened.
  private mutating func resume() {
    switch state.source {
    case .search:
      // Includes results that arrived in the meantime.
      if let query = state.query, let entry = cachedResult(of: query) {
        return show(entry)
      }
      if case .loading(let page) = state.paging { state.paging = .more(page) }
      evaluateText(pause: nil, isTyped: true)
    case .lists: readLists()
    case .stars, .list, .favorites:
      if state.phase != .loaded || state.isOutdated { refreshRows() }
    }
  }

  // MARK: Rows

  /// Filters the list by the text: first the loaded rows, and then those in the store.
  mutating func filter() {
    if state.source == .lists { return selectList(nil) }
    forgetQuery()
    let filter = LocalFilter(state.text, at: now)
    var known = state.responseRows.prefix(Self.maxFilteredRows).filter {
      filter.matches($0.repository, &bookkeeping.texts)
    }
    // They matched another text.
    for index in known.indices { known[index].match = nil }
    replaceRows(known)
    read(from: 0)
  }

  /// Rows filtered in memory; beyond that the store is faster.
  private static var maxFilteredRows: Int { 1_000 }

  /// Rereads as many rows as are loaded; these stay until the new ones arrive.
  mutating func refreshRows() {
    guard state.phase == .loaded else { return read(from: 0) }
    read(from: 0, limit: max(state.responseRows.count, RowsRequest.pageSize))
  }

  /// Reads rows from the store; an earlier request's response is dropped.
  mutating func read(from offset: Int) {
    if offset == 0 {
      awaitAnswer()
      (state.total, state.paging) = (nil, .none)
      state.selection.endWait()
    }
    read(from: offset, limit: RowsRequest.pageSize)
  }

  /// Reads all rows up to an index, and selects that row once it is loaded.
  mutating func read(upTo index: Int) {
    let offset = state.responseRows.count
    if let id = state.selectedRow?.id { state.selection = .awaited(index: index, at: id) }
    state.paging = .loading(page(of: offset))
    read(from: offset, limit: index - offset + RowsRequest.pageSize)
  }

  /// The number of the page that starts with a row.
  private func page(of offset: Int) -> Int { offset / RowsRequest.pageSize + 1 }

  private mutating func read(from offset: Int, limit: Int) {
    let request = RowsRequest(
      source: state.source,
      text: state.text,
      sort: state.sort,
      order: state.order,
      offset: offset,
      limit: limit
    )
    state.desired.ask(\.rows, for: request)
  }

  mutating func acceptRows(
    _ result: Result<RepositoryPage, SearchFailure>,
    to request: RowsRequest
  ) {
    guard request == state.desired.rows?.value else { return }
    state.desired.rows = nil
    switch result {
    case .success(let page):
      show(page, of: request)
      loadStars()
    case .failure(let failure):
      state.selection.endWait()
      if request.offset > 0 {
        let page = page(of: request.offset)
        state.paging = .failed(page)
        state.banner = Banner(.nextPage(page), failure)
      } else {
        showFailureOfList(failure)
      }
    }
  }

  private mutating func show(_ page: RepositoryPage, of request: RowsRequest) {
    var seen = Set(request.offset == 0 ? [] : state.responseRows.map(\.id))
    let new = page.repositories.filter { seen.insert($0.id).inserted }
    state.responseRows =
      (request.offset == 0 ? [] : state.responseRows)
      + new.map { SearchRow($0, of: page) }
    let end = request.offset + page.repositories.count
    let hasMore = page.totalCount.map { end < $0 } ?? (page.repositories.count == request.limit)
    state.total =
      page.totalCount.map { ResultTotal(count: $0) }
      ?? (hasMore ? nil : ResultTotal(count: state.responseRows.count))
    state.paging = hasMore && !page.repositories.isEmpty ? .more(self.page(of: end)) : .end
    state.phase = .loaded
    if request.offset == 0 { (state.isOutdated, state.correction) = (false, page.correction) }
    if request.text.isEmpty, request.source == .stars, let total = state.total {
      state.counts.stars = total.count
    }
    recordStars(of: page.repositories)
    replaceRows(state.responseRows, isResponse: request.offset == 0)
    if let index = state.selection.awaitedIndex, !state.rows.isEmpty {
      select(at: min(index, state.rows.count - 1))
    }
  }

  /// Shows why there are no rows: not signed in, no copy yet, or a failure of the store.
  private mutating func showFailureOfList(_ failure: SearchFailure) {
    state.responseRows = []
    replaceRows([])
    (state.total, state.paging) = (nil, .none)
    switch failure.kind {
    case .tokenMissing, .notSynced: state.phase = .unavailable(failure.kind)
    default:
      state.phase = .failed
      state.banner = Banner(.search, failure)
    }
  }

  /// Marks all lists as outdated, so that they are reread when next shown.
  ///
  /// Visible rows stay, so that the user sees the effect of a key, and can undo it.
  mutating func invalidateLists() {
    state.isOutdated = true
    for source in bookkeeping.parked.keys { bookkeeping.parked[source]?.isOutdated = true }
  }

  // MARK: The copy

  mutating func sync() {
    guard state.sync == nil else { return }
    if state.banner?.operation == .sync { state.banner = nil }
    (state.sync, state.desired.sync) = (CopyProgress(), state.desired.next())
  }

  /// Cancels a sync; the copy keeps everything read so far, and the next sync continues there.
  mutating func cancelSync() {
    (state.sync, state.desired.sync) = (nil, nil)
  }

  /// Shows a part once it is up to date.
  mutating func showProgress(_ progress: CopyProgress) {
    let isNewPart = state.sync?.part != progress.part
    state.sync = progress
    if isNewPart { rereadCopy() }
  }

  /// Rereads the current list, even after a failure: the stars may be synced without the lists.
  mutating func finishSync(_ failure: SearchFailure?) {
    cancelSync()
    rereadCopy()
    if let failure { state.banner = Banner(.sync, failure) }
  }

  private mutating func rereadCopy() {
    invalidateLists()
    state.desired.counts = state.desired.next()
    switch state.source {
    case .search, .favorites: rereadLists()
    case .stars, .list:
      refreshRows()
      rereadLists()
    case .lists: readLists()
    }
  }

  // MARK: Star lists

  /// Reads the star lists and their members.
  ///
  /// Reads nothing while changes are pending, since the store lacks them.
  mutating func readLists() {
    let hasLists = state.lists.value?.isEmpty == false
    if state.source == .lists, !hasLists {
      awaitAnswer()
    } else if state.source == .lists {
      state.phase = .loaded
      selectList(state.selectedList)
    }
    guard state[next: .lists] == nil else { return }
    if !hasLists { state.lists = .loading }
    state.desired.lists = state.desired.next()
  }

  /// Rereads the star lists if they were requested before.
  private mutating func rereadLists() {
    if state.lists != .absent { readLists() }
  }

  /// Accepts lists unless they were read before a pending change: they are then reread after it.
  mutating func acceptLists(_ result: Result<[StarListMembers], SearchFailure>) {
    guard state[next: .lists] == nil else { return }
    switch result {
    case .success(let lists):
      state.lists = .loaded(lists)
      state.counts.lists = lists.count
      if dropMissingList() { return open(.lists) }
      guard state.source == .lists else { return }
      state.phase = .loaded
      selectList(state.selectedList)
    case .failure(let failure):
      state.lists = .failed(failure)
      if state.source == .lists { showFailureOfList(failure) }
    }
  }

  /// Forgets the tab's open list if it no longer exists; returns true if it was shown.
  private mutating func dropMissingList() -> Bool {
    guard case .list(let id)? = bookkeeping.lastSources[.lists], state.list(id) == nil else {
      return false
    }
    bookkeeping.lastSources[.lists] = nil
    return state.source == .list(id)
  }

  /// Selects a list, or the first one if it is not shown.
  mutating func selectList(_ id: StarList.ID?) {
    let shown = state.shownLists
    state.selectedList = shown.contains { $0.id == id } ? id : shown.first?.id
  }

  mutating func moveListSelection(by count: Int) {
    let shown = state.shownLists
    guard !shown.isEmpty else { return }
    let index = shown.firstIndex { $0.id == state.selectedList } ?? 0
    let (sum, overflow) = index.addingReportingOverflow(count)
    let last = shown.count - 1
    state.selectedList = shown[overflow ? (count > 0 ? last : 0) : min(max(sum, 0), last)].id
  }

  // MARK: Changing lists

  /// Shows repositories' new lists.
  mutating func move(_ moves: [StarListWrite.Move]) {
    guard case .loaded(var lists) = state.lists else { return }
    for index in lists.indices {
      for move in moves {
        if move.adding.contains(lists[index].id) { lists[index].members.insert(move.repository.id) }
        if move.removing.contains(lists[index].id) {
          lists[index].members.remove(move.repository.id)
        }
      }
      lists[index].list.repositoryCount = lists[index].members.count
    }
    state.lists = .loaded(lists)
  }
}

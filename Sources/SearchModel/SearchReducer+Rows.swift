import Essentials
import GitHubModel

/// Rows: results, previews, selection and marks.
extension SearchReducer {
  /// Shows known matches until GitHub responds; another sort of the same text keeps all rows.
  mutating func preview(isNewText: Bool) {
    let filter = LocalFilter(state.text, at: now)
    var seen: Set<Repository.ID> = []
    let all = state.responseRows.map(\.repository) + bookkeeping.localMatches
    let known = all.filter {
      seen.insert($0.id).inserted && (!isNewText || filter.matches($0, &bookkeeping.texts))
    }
    replaceRows(known.map { SearchRow($0, isCached: true) })
  }

  /// Shows matches from the store, unless GitHub has responded or the text has changed.
  mutating func acceptLocal(_ repositories: [Repository], matching text: String) {
    guard state.source == .search, text == state.query?.text, state.phase != .loaded
    else { return }
    let filter = LocalFilter(text, at: now)
    let repositories = repositories.filter { filter.matches($0, &bookkeeping.texts) }
    bookkeeping.localMatches = repositories
    recordStars(of: repositories)
    let shown = state.rows.filter { $0.isCached && $0.id != bookkeeping.keptRow }
    var ids = Set(shown.map(\.id))
    let new = repositories.filter { ids.insert($0.id).inserted }
    if shown.isEmpty && new.isEmpty { return }
    replaceRows(shown + new.map { SearchRow($0, isCached: true) })
  }

  /// Replaces the rows; the repository that the user chose stays selected if it is among them.
  ///
  /// The choice is dropped only if a response lacks it. A row whose details are being read is kept.
  mutating func replaceRows(_ new: [SearchRow], isResponse: Bool = false) {
    var new = new
    bookkeeping.keptRow = nil
    if state.isSelectionHeld, var held = state.selectedRow,
      !new.contains(where: { $0.id == held.id })
    {
      held.isCached = true
      new.insert(held, at: 0)
      bookkeeping.keptRow = held.id
    }
    state.rows = new
    state.selectionHint = state.selectedIndex ?? 0
    if isResponse, state.selectedRow?.id != state.selection.repository { state.selection = .first }
  }
}

// MARK: - Selection and marks

extension SearchReducer {
  mutating func select(_ id: Repository.ID) {
    guard let index = state.index(of: id) else { return }
    select(at: index)
  }

  mutating func select(at index: Int) {
    let id = state.rows[index].id
    (state.selection, state.selectionHint) = (.chosen(id), index)
    state.visits = []
    cancelVisit()
    if id != bookkeeping.keptRow { dropKeptRow() }
  }

  /// Keeps the selected row selected and in the list, until it is released.
  mutating func holdSelection(_ isHeld: Bool) {
    state.isSelectionHeld = isHeld
    if isHeld { return state.selectedIndex.map { select(at: $0) } ?? () }
    state.visits = []
    cancelVisit()
    dropKeptRow()
  }

  private mutating func dropKeptRow() {
    guard let kept = bookkeeping.keptRow.take(), let index = state.index(of: kept) else { return }
    state.rows.remove(at: index)
    guard state.selection.repository == kept else { return }
    state.selection = index == 0 ? .first : .chosen(state.rows[index - 1].id)
  }

  /// Selects a repository; if the list lacks it, in a row that only open details keep, below the
  /// selected one.
  mutating func showKept(_ repository: Repository) {
    let selected = state.selectedIndex
    let place = selected.map { state.rows[$0].id == bookkeeping.keptRow ? $0 : $0 + 1 } ?? 0
    dropKeptRow()
    if let index = state.index(of: repository.id) { return select(at: index) }
    state.rows.insert(SearchRow(repository, isCached: true), at: place)
    bookkeeping.keptRow = repository.id
    select(at: place)
    loadStars()
  }

  /// Moves down, or up if negative; stops at the ends.
  ///
  /// Moving to rows that are not loaded reads them from the store.
  mutating func moveSelection(by count: Int) {
    if state.source == .lists { return moveListSelection(by: count) }
    guard let index = state.selection.awaitedIndex ?? state.selectedIndex else { return }
    let (sum, overflow) = index.addingReportingOverflow(count)
    moveSelection(to: overflow ? (count > 0 ? .max : 0) : max(sum, 0))
  }

  private mutating func moveSelection(to index: Int) {
    let last = state.rows.count - 1
    guard last >= 0 else { return }
    select(at: min(index, last))
    guard index > last, state.source != .search, state.phase == .loaded, state.paging != .end
    else { return }
    let awaited = min(index, (state.total?.count ?? RowsRequest.maxRows) - 1)
    if awaited > last { read(upTo: awaited) }
  }

  mutating func toggleMark() {
    guard let repository = state.selectedRow?.repository else { return }
    if state.isMarked(repository.id) {
      state.marked.removeAll { $0.id == repository.id }
    } else {
      state.marked.append(repository)
    }
  }
}

// MARK: - Pages

extension SearchReducer {
  /// Requests the next page, if there is one and it is not pending.
  mutating func loadMore() {
    guard state.phase == .loaded, case .more(let page) = state.paging else { return }
    load(page)
  }

  mutating func load(_ page: Int) {
    guard state.source == .search else {
      state.paging = .loading(page)
      return read(from: state.responseRows.count)
    }
    guard let query = state.query else { return }
    state.paging = .loading(page)
    let request = SearchRequest(query: query, page: page, access: state.access)
    send(request, pause: .zero)
  }
}

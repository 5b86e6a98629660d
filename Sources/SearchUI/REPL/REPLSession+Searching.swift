import GitHubModel
import Reactive
import SearchModel

extension REPLSession {
  mutating func search(for text: String) async throws(REPLResult) {
    try await open(.search)
    // The model ignores a text that has not changed.
    if search.state.text == text { _ = try await send("") }
    if let command = REPLRequest.command(meantBy: text) {
      note("ghsearch: searching for \(text); did you mean \(command)?")
    }
    try await show(try await send(text))
  }

  /// Shows the rows of a list in the local copy that match the text, as they are now.
  mutating func show(_ source: ListSource, matching text: String) async throws(REPLResult) {
    try await open(source)
    if search.state.text == text { _ = try await send(text + " ") }
    try await show(try await send(text))
  }

  /// Lets the model show a list; commands on rows are about that one.
  private func open(_ source: ListSource) async throws(REPLResult) {
    let action: SearchAction =
      if case .list(let id) = source { .openList(id) } else { .openTab(source.tab) }
    let opened = await firstState(
      where: { $0.source == source },
      after: { search.actions.send(action) }
    )
    if opened == nil { throw .cancelled }
  }

  /// Prints the star lists, or shows the repositories in the list of that name.
  mutating func showLists(_ name: String) async throws(REPLResult) {
    let lists: [StarList]
    do throws(SearchFailure) {
      lists = try await search.client.lists().map(\.list)
    } catch {
      throw .failed(REPLFailure(error, operation: ":lists"))
    }
    if name.isEmpty { return try print(REPLText.lists(lists)) }
    let found =
      lists.first { $0.name == name }
      ?? lists.first { [$0.name.lowercased(), $0.slug].contains(name.lowercased()) }
    guard let found else {
      throw .failed(REPLFailure(.notFound, ":lists", "no list \"\(name)\"", advice: "use :lists"))
    }
    try await show(.list(found.id), matching: "")
  }

  /// Searches at once, and remembers the text.
  private func send(_ text: String) async throws(REPLResult) -> SearchState {
    try await awaitState(
      where: { $0.text == text && $0.isDone },
      after: {
        search.actions.send(.edit(text, .whole))
        search.actions.send(.submit)
      }
    )
  }

  mutating func sort(by sort: SearchQuery.Sort) async throws(REPLResult) {
    guard search.state.source.sorts.contains(.search(sort)) else {
      let why = "this list cannot be sorted by \(sort.rawValue)"
      throw .failed(REPLFailure(.usage, ":sort", why, advice: "search first"))
    }
    try await reorder(.setSort(.search(sort))) { $0.sort == .search(sort) }
  }

  mutating func turn(_ order: SearchQuery.Order) async throws(REPLResult) {
    try await reorder(.setOrder(order)) { $0.order == order }
  }

  private mutating func reorder(
    _ action: SearchAction,
    isDone: @escaping @Sendable (SearchState) -> Bool
  ) async throws(REPLResult) {
    let state = try await awaitState(
      where: { isDone($0) && $0.isDone },
      after: {
        search.actions.send(action)
        search.actions.send(.submit)
      }
    )
    note(REPLText.sort(state.searchSort, state.order))
    if state.phase != .idle { try await show(state) }
  }

  /// Shows a result from its first row.
  private mutating func show(_ state: SearchState) async throws(REPLResult) {
    (shown, table) = ([], RowTable(table.style))
    warnOfToken(state)
    switch state.phase {
    case .invalid(let reason): throw .failed(REPLFailure(reason))
    case .failed, .unavailable: try showKnown(state)
    case .loaded: try await list(state, upTo: limit)
    case .idle, .awaitingEnter, .debouncing, .postponed, .searching: break
    }
  }

  /// Prints local matches when GitHub does not respond.
  private mutating func showKnown(_ state: SearchState) throws(REPLResult) {
    if state.rows.first?.origin == .local {
      try print(new: state, upTo: limit)
      note(REPLText.known)
    }
    throw .failed(failure(of: state, operation: "search"))
  }

  /// Prints once that GitHub rejected the token; the search went on without it.
  private func warnOfToken(_ state: SearchState) {
    guard let banner = state.banner, banner.failure.kind == .tokenRejected else { return }
    search.actions.send(.dismissBanner)
    note(REPLFailure(banner.failure, operation: "search").message.line)
  }
}

// MARK: - Pages

extension REPLSession {
  mutating func more() async throws(REPLResult) {
    let state = search.state
    guard state.phase == .loaded, !shown.isEmpty else {
      throw .failed(REPLFailure(.usage, ":more", "no results to continue", advice: "search first"))
    }
    guard shown.count < state.rows.count || state.paging != .end else {
      return note(REPLText.end(shown.count))
    }
    try await list(state, upTo: shown.count + limit)
  }

  /// Prints rows as their pages arrive.
  private mutating func list(_ state: SearchState, upTo target: Int) async throws(REPLResult) {
    var state = state
    try print(new: state, upTo: target)
    while shown.count < target, state.paging.hasMore {
      state = try await nextPage(after: state)
      try print(new: state, upTo: target)
    }
    note(REPLText.summary(state, shownCount: shown.count))
  }

  private func nextPage(after state: SearchState) async throws(REPLResult) -> SearchState {
    try await beginPage(state)
    let state = try await awaitState { !$0.paging.isLoading && !$0.isLoadingStars }
    guard state.paging.isFailed else { return state }
    throw .failed(failure(of: state, operation: "get the next rows"))
  }

  /// Asks for the next page, unless it is on its way; requests a failed one again.
  private func beginPage(_ state: SearchState) async throws(REPLResult) {
    guard !state.paging.isLoading else { return }
    if state.paging.isFailed, !state.canRetryPage {
      throw .failed(REPLFailure(.usage, ":more", "the last page failed", advice: "search again"))
    }
    let action = state.paging.isFailed ? SearchAction.retry : .loadMore
    let begun = await firstState(
      where: { $0.paging != state.paging },
      after: { search.actions.send(action) }
    )
    if begun == nil { throw .cancelled }
  }

  private mutating func print(new state: SearchState, upTo target: Int) throws(REPLResult) {
    let rows = state.rows.prefix(target).dropFirst(shown.count)
    let first = shown.count + 1
    shown += rows.map(\.repository)
    try print(table.lines(of: Array(rows), from: first, in: state, now: ports.now()))
  }

  func failure(of state: SearchState, operation: String) -> REPLFailure {
    if case .unavailable(let kind) = state.phase {
      return REPLFailure(SearchFailure(kind), operation: operation)
    }
    return REPLFailure(state.banner?.failure ?? SearchFailure(.badResponse), operation: operation)
  }
}

extension SearchState {
  /// Nothing about the current query is under way.
  fileprivate var isDone: Bool {
    switch phase {
    case .idle, .invalid, .failed, .unavailable: true
    case .loaded: !isLoadingStars
    case .awaitingEnter, .debouncing, .postponed, .searching: false
    }
  }

  fileprivate var canRetryPage: Bool {
    guard let banner, banner.canRetry, case .nextPage = banner.operation else { return false }
    return true
  }
}

extension PagingState {
  fileprivate var hasMore: Bool {
    switch self {
    case .more, .loading, .failed: true
    case .none, .end: false
    }
  }

  fileprivate var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  fileprivate var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}

package import Essentials
package import GitHubModel

/// Everything that a screen of the search shows, as one value.
@dynamicMemberLookup
package struct SearchState: Sendable, Equatable {
  /// The list that is shown.
  package internal(set) var source = RowsSource.search
  /// Its text, sort, rows and selection, also accessible as members of this state.
  var current = RowsState()
  /// The number of rows in the other tabs' lists.
  package internal(set) var counts = RowCounts()
  /// The user's star lists and their members.
  package internal(set) var lists = Loadable<[StarListMembers]>.absent
  /// The star list that Enter opens.
  package internal(set) var selectedList: StarList.ID?
  /// The progress of updating the copy of stars and lists; nil if it is not being updated.
  package internal(set) var sync: CopyProgress?
  /// The marked rows in the order of marking; they outlive the query that found them.
  package internal(set) var marked: [Repository] = []
  package internal(set) var stars = OptimisticStars()
  package internal(set) var favorites: Set<Repository.ID> = []
  /// Queued changes of favorites, star lists and notes, in order; may contain duplicates.
  var writes: [Write] = []
  /// Whether searches use the token.
  package internal(set) var access: SearchAccess
  /// The search rate limit, if known.
  package internal(set) var budget: BudgetReading?
  /// The seconds until the search resumes automatically; nil if it is not waiting.
  package internal(set) var secondsLeft: Int?
  /// Whether a response has taken two seconds.
  package internal(set) var isSlow = false
  /// The retry that the search is waiting for, if any.
  package internal(set) var retry: SearchRetry?
  /// The failure to show, if any.
  package internal(set) var banner: Banner?
  /// The user's notes about repositories.
  package internal(set) var notes: [Repository.ID: String] = [:]
  /// Whether a screen shows the selected row's details; they are fetched only then.
  package internal(set) var isDetailShown = false
  /// Whether the selected row stays selected and in the list, because its details are being read.
  package internal(set) var isSelectionHeld = false
  /// The selected row's details.
  package internal(set) var detail = DetailState()
  /// The repository being looked up for a visit.
  package internal(set) var visiting: RepositoryName?
  /// The repositories that led to the selected one, most recent last; empty unless it is visited.
  package internal(set) var visits: [Repository] = []
  /// Earlier queries, newest first.
  package internal(set) var history: [String] = []
  /// The repositories suggested before anything is typed, by stars gained, most first.
  package internal(set) var trending: [TrendingRepository] = []
  /// The changes that can be undone, newest last.
  package internal(set) var undoableChanges: [UserChange] = []
  /// The last change that the user made or undid.
  package internal(set) var lastChange: ChangeReport?
  /// The corrected query that the rows match; nil if the text itself has matches.
  package internal(set) var correction: SearchCorrection?
  /// The hints for a text without results, once they have been looked up.
  package internal(set) var hints = SearchHints()
  /// The calls and pauses that should be running; not shown on screens.
  package internal(set) var desired = DesiredCalls()

  package init(access: SearchAccess = .signedIn) {
    self.access = access
  }

  package internal(set) subscript<Value>(
    dynamicMember member: WritableKeyPath<RowsState, Value>
  ) -> Value {
    get { current[keyPath: member] }
    set { current[keyPath: member] = newValue }
  }
}

/// A list as a screen shows it.
package struct RowsState: Sendable, Equatable {
  /// The text in the query line, as typed.
  package var text = ""
  package var sort = ListSort.bestMatch
  package var order = SearchQuery.Order.descending
  package var phase = SearchPhase.idle
  /// The rows in rank order, without duplicates.
  package var rows: [SearchRow] = []
  /// GitHub's total; nil while the rows are not a response to the query.
  package var total: ResultTotal?
  package var paging = PagingState.none
  /// The selected row, which keys act on.
  var selection = Selection.first

  /// The query that the rows answer or preview; not shown, like the following members.
  var query: SearchQuery?
  /// The rows of the last response, from which previews are filtered.
  var responseRows: [SearchRow] = []
  /// The last index of the selection, still valid unless the rows have changed.
  var selectionHint = 0
  /// Whether the store's rows have changed since.
  var isOutdated = false
}

/// The selected row of a list.
enum Selection: Sendable, Equatable {
  /// The first row.
  case first
  /// The row that the user moved to; the first row while the list lacks it.
  case chosen(Repository.ID)
  /// The row at an index, while it is read from the store, and the row selected in the meantime.
  case awaited(index: Int, at: Repository.ID)

  var repository: Repository.ID? {
    switch self {
    case .first: nil
    case .chosen(let id), .awaited(_, let id): id
    }
  }

  var awaitedIndex: Int? {
    if case .awaited(let index, _) = self { index } else { nil }
  }

  /// Drops a row that has not been read.
  mutating func endWait() { if case .awaited(_, let id) = self { self = .chosen(id) } }
}

extension SearchState {
  /// The order of a search on GitHub.
  package var searchSort: SearchQuery.Sort {
    switch self.sort {
    case .search(let sort): sort
    // Only stars have this order.
    case .starred: .bestMatch
    }
  }

  /// Whether the rows are sorted by star date, which they then show.
  package var showsStarDates: Bool {
    source == .stars && (self.sort == .starred || self.sort == .bestMatch && !hasQuery)
  }

  /// The available sorts; without a query, stars are sorted by star date by default.
  package var sorts: [ListSort] {
    let same: ListSort = self.sort == .starred ? .bestMatch : .starred
    return source.sorts.filter { $0 != same || hasQuery }
  }

  /// Whether the order can be reversed: not for best matches or star lists.
  package var hasOrder: Bool { source != .lists && (self.sort != .bestMatch || showsStarDates) }

  package var hasQuery: Bool { !self.text.allSatisfy(\.isWhitespace) }

  /// The index of the selected repository in the rows.
  package var selectedIndex: Int? {
    self.rows.isEmpty ? nil : self.selection.repository.flatMap(index) ?? 0
  }

  /// The index of a repository in the rows, of which there may be thousands: a key searches them
  /// only if they have changed.
  package func index(of id: Repository.ID) -> Int? {
    let (rows, hint) = (self.rows, self.selectionHint)
    if rows.indices.contains(hint), rows[hint].id == id { return hint }
    return rows.firstIndex { $0.id == id }
  }

  package var selectedRow: SearchRow? { selectedIndex.map { self.rows[$0] } }

  package func isMarked(_ id: Repository.ID) -> Bool {
    marked.contains { $0.id == id }
  }

  /// The repositories that the list's keys act on: the marked ones, or the selected one if none is
  /// marked.
  package var targets: [Repository] {
    marked.isEmpty ? selectedRow.map { [$0.repository] } ?? [] : marked
  }

  /// The change that toggles repositories' stars: stars them, or unstars them if all are starred.
  package func starToggle(of repositories: [Repository]) -> SearchAction {
    .setStar(!repositories.allSatisfy { stars[$0.id].isStarred == true }, repositories)
  }

  /// The change that toggles favorites: adds the repositories, or removes them if all are
  /// favorites.
  package func favoriteToggle(of repositories: [Repository]) -> SearchAction {
    .setFavorite(!repositories.allSatisfy { favorites.contains($0.id) }, repositories)
  }

  /// The changes not yet made, which quitting now would lose.
  package var pendingWrites: [Write] { stars.pending.map(Write.star) + writes }

  /// The pending writes, with one entry for each affected repository and list.
  package var unfinishedChanges: [Write] {
    pendingWrites.flatMap { write -> [Write] in
      guard case .lists(var change) = write else { return [write] }
      let moves = change.moves.map { Write.lists(StarListWrite(moves: [$0])) }
      change.moves = []
      return moves + (change.edit == nil ? [] : [.lists(change)])
    }
  }

  /// The write of a kind that should be in progress.
  package subscript(next kind: Write.Kind) -> Write? {
    kind == .star ? stars.turn.map(Write.star) : writes.first { $0.kind == kind }
  }

  /// Whether a change, or its undo, has not been made yet.
  package func isPending(_ change: UserChange) -> Bool {
    change.writes.contains { write in
      switch write {
      case .star(let write): stars[write.repository.id].isPending
      // Favorites are stored locally, so nothing waits for them.
      case .favorite: false
      case .lists, .note: writes.contains(write) || writes.contains(write.undo)
      }
    }
  }
}

extension SearchState {
  /// The star lists whose names contain the text's words; empty while another list is shown.
  package var shownLists: [StarListMembers] {
    source == .lists ? lists.value?.matching(self.text) ?? [] : []
  }

  /// The star list with this ID, if known.
  package func list(_ id: StarList.ID) -> StarList? {
    lists.value?.first { $0.id == id }?.list
  }

  /// The number of rows, repositories or star lists.
  package var rowCount: Int { source == .lists ? shownLists.count : self.rows.count }

  /// The index of the row that keys act on.
  package var selectedRowIndex: Int? {
    guard source == .lists else { return selectedIndex }
    return shownLists.firstIndex { $0.id == selectedList }
  }

  /// The number of rows in a tab; nil if unknown or meaningless.
  package func count(of tab: Tab) -> Int? {
    switch tab {
    case .search: nil
    case .stars: counts.stars
    case .lists: counts.lists
    case .favorites: favorites.isEmpty ? nil : favorites.count
    }
  }
}

/// A repository in a list.
package struct SearchRow: Sendable, Hashable, Identifiable {
  package var repository: Repository
  /// Whether it is a local match known from before; false for a row of the response from GitHub or
  /// the list's store.
  package var isCached: Bool
  /// The match, if its name, topics and description do not show it.
  package var match: TextMatch?
  /// When the user starred it; nil outside the list of stars.
  package var starredAt: Date?

  package init(_ repository: Repository, isCached: Bool = false) {
    (self.repository, self.isCached) = (repository, isCached)
  }

  /// A row of a list in the local store.
  init(_ repository: Repository, of page: RepositoryPage) {
    self.init(repository)
    match = page.matches[repository.id]?.first
    starredAt = page.starredAt[repository.id]
  }

  package var id: Repository.ID { repository.id }
}

/// The progress of the search for the text in the query line.
package enum SearchPhase: Sendable, Hashable {
  /// The text is empty.
  case idle
  /// The text cannot be searched for, for this reason.
  case invalid(InvalidQuery)
  /// Enter is needed to search for the text, for this reason.
  case awaitingEnter(EnterReason)
  /// Waits for a pause in the typing.
  case debouncing
  /// Waits for the rate limit; ``SearchState/secondsLeft`` counts down.
  case postponed
  /// The request is running; it is late after 200 ms, when the spinner appears.
  case searching(isLate: Bool)
  /// The rows are GitHub's response.
  case loaded
  /// There is no usable response; the banner says why.
  case failed
  /// The list is not on this machine: the user is not signed in, or there is no copy yet.
  case unavailable(FailureKind)

  /// Whether Enter searches for the text: there is no response, and none is pending.
  package var startsOnEnter: Bool {
    switch self {
    case .awaitingEnter, .debouncing, .failed: true
    case .idle, .invalid, .postponed, .searching, .loaded, .unavailable: false
    }
  }
}

/// The reason why typed text waits for Enter.
package enum EnterReason: Sendable, Hashable {
  /// It is too short, or has an unfinished qualifier or quote.
  case unfinished
  /// It is probably misspelled.
  case mistaken(QueryMistake)
  /// One search is left for now, and is kept for Enter.
  case lastSearch
}

/// The number of matching repositories.
package struct ResultTotal: Sendable, Hashable {
  package var count: Int
  /// Whether GitHub ran out of time, so that some matches are missing.
  package var isIncomplete: Bool

  package init(count: Int, isIncomplete: Bool = false) {
    self.count = count
    self.isIncomplete = isIncomplete
  }

  /// Whether it exceeds GitHub's limit on the rows of a search.
  package var isCutOff: Bool { count > SearchRequest.maxReachable }
}

/// Whether the list has another page.
package enum PagingState: Sendable, Hashable {
  /// The rows are not a response with pages.
  case none
  /// This page comes next.
  case more(Int)
  case loading(Int)
  /// This page failed; the banner says why.
  case failed(Int)
  /// All matches are shown, or all within GitHub's limit.
  case end
}

/// A failure shown above the remaining rows.
package struct Banner: Sendable, Hashable {
  package enum Operation: Sendable, Hashable {
    case search
    case nextPage(Int)
    /// One or several stars that failed for the same reason.
    case writes([Write])
    case listFavorites
    case visit(RepositoryName)
    /// Updating the copy of stars and lists.
    case sync

    /// Whether it belongs to the current query; other failures disappear once read.
    package var concernsQuery: Bool {
      switch self {
      case .search, .nextPage: true
      case .writes, .listFavorites, .visit, .sync: false
      }
    }
  }

  package var operation: Operation
  package var failure: SearchFailure

  package init(_ operation: Operation, _ failure: SearchFailure) {
    (self.operation, self.failure) = (operation, failure)
  }

  /// Whether ``SearchAction/retry`` retries it; not if that would fail in the same way.
  package var canRetry: Bool { operation != .listFavorites && !failure.kind.isFinal }
}

package import Essentials
package import GitHubModel

/// Everything that a screen of the search shows, as one value.
@dynamicMemberLookup
package struct SearchState: Sendable, Equatable {
  /// The list that is shown.
  package internal(set) var source = RowsSource.search
  /// Its text, sort, rows and selection, which are also members of this state.
  var current = RowsState()
  /// How many rows the lists of the other tabs have.
  package internal(set) var counts = RowCounts()
  /// The user's star lists, and which repositories are in them.
  package internal(set) var lists = Loadable<[StarListMembers]>.absent
  /// The star list that Enter opens.
  package internal(set) var selectedList: StarList.ID?
  /// How far the copy of the stars and lists is updated; nil while it is not.
  package internal(set) var sync: CopyProgress?
  /// Marked rows in the order of marking; they outlive the query that found them.
  package internal(set) var marked: [Repository] = []
  package internal(set) var stars = OptimisticStars()
  package internal(set) var favorites: Set<Repository.ID> = []
  /// Queued changes of favorites, star lists and notes, in order; may contain duplicates.
  var writes: [Write] = []
  /// Whether searches use the token.
  package internal(set) var access: SearchAccess
  /// The search rate limit, as far as it is known.
  package internal(set) var budget: BudgetReading?
  /// Until the search resumes automatically; nil while it does not have to wait.
  package internal(set) var secondsLeft: Int?
  /// True once a response has taken two seconds.
  package internal(set) var isSlow = false
  /// The retry that the search waits for; nil while it does not.
  package internal(set) var retry: SearchRetry?
  /// The failure to show; nil for none.
  package internal(set) var banner: Banner?
  /// The user's notes about repositories.
  package internal(set) var notes: [Repository.ID: String] = [:]
  /// Whether a screen shows the detail of the selected row; it is fetched only then.
  package internal(set) var isDetailShown = false
  /// Whether the selected row stays selected and in the list, because its details are being read.
  package internal(set) var isSelectionHeld = false
  /// The detail of the selected row.
  package internal(set) var detail = DetailState()
  /// The repository that is being looked up, to be visited.
  package internal(set) var visiting: RepositoryName?
  /// The repositories that led to the selected one, the last one directly; empty unless that is visited.
  package internal(set) var visits: [Repository] = []
  /// Earlier queries, newest first.
  package internal(set) var history: [String] = []
  /// What to look at before anything is typed, the repository that gained the most stars first.
  package internal(set) var trending: [TrendingRepository] = []
  /// The changes that can be undone, the newest last.
  package internal(set) var undoableChanges: [UndoableChange] = []
  /// The last change that the user has made or undone.
  package internal(set) var lastChange: ChangeReport?
  /// The query that the rows match, if no star matches the text.
  package internal(set) var correction: SearchCorrection?
  /// For a text that has found nothing, once they have been looked up.
  package internal(set) var hints = SearchHints()
  /// The calls and pauses that should be under way; no screen reads them.
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
  /// In rank order, each repository once.
  package var rows: [RepositoryRow] = []
  /// How many GitHub has; nil while the rows are not a response to the query.
  package var total: ResultTotal?
  package var paging = PagingState.none
  /// The row that keys act on.
  var selection = Selection.first

  /// The query that the rows are a response to, or a preview of; no screen shows it, nor what follows.
  var query: SearchQuery?
  /// The rows of the last response, which previews are filtered from.
  var responseRows: [RepositoryRow] = []
  /// Where the selection was last; it is there still, unless the rows have changed.
  var selectionHint = 0
  /// Whether the rows of the store have changed since.
  var isOutdated = false
}

/// Which row of a list is selected.
enum Selection: Sendable, Equatable {
  /// The first one, whichever that is.
  case first
  /// The one that the user moved to; the first one while the rows lack it.
  case chosen(Repository.ID)
  /// The row of an index, while it is read from the store, and the one that is selected meanwhile.
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

  /// Gives up a row that has not been read.
  mutating func endWait() { if case .awaited(_, let id) = self { self = .chosen(id) } }
}

extension SearchState {
  /// The order of a search on GitHub.
  package var searchSort: SearchQuery.Sort {
    switch self.sort {
    case .search(let sort): sort
    // Only the list of stars has this order.
    case .starred: .bestMatch
    }
  }

  /// Whether the rows are in the order of starring, whose dates they show then.
  package var showsStarDates: Bool {
    source == .stars && (self.sort == .starred || self.sort == .bestMatch && !hasQuery)
  }

  /// The sort orders to choose from; without a query, the default order of stars is by starring.
  package var sorts: [ListSort] {
    let same: ListSort = self.sort == .starred ? .bestMatch : .starred
    return source.sorts.filter { $0 != same || hasQuery }
  }

  /// Whether the rows can be in the opposite order: best matches cannot, nor star lists.
  package var hasOrder: Bool { source != .lists && (self.sort != .bestMatch || showsStarDates) }

  package var hasQuery: Bool { !self.text.allSatisfy(\.isWhitespace) }

  /// The index of the selected repository in the rows.
  package var selectedIndex: Int? {
    self.rows.isEmpty ? nil : self.selection.repository.flatMap(index) ?? 0
  }

  /// The index of a repository in the rows, of which there may be thousands: a key looks through them only when
  /// they have changed.
  package func index(of id: Repository.ID) -> Int? {
    let (rows, hint) = (self.rows, self.selectionHint)
    if rows.indices.contains(hint), rows[hint].id == id { return hint }
    return rows.firstIndex { $0.id == id }
  }

  package var selectedRow: RepositoryRow? { selectedIndex.map { self.rows[$0] } }

  package func isMarked(_ id: Repository.ID) -> Bool {
    marked.contains { $0.id == id }
  }

  /// The repositories that keys of the list act on: the marked ones, or the selected one when none is marked.
  package var targets: [Repository] {
    marked.isEmpty ? selectedRow.map { [$0.repository] } ?? [] : marked
  }

  /// The change that toggles the stars of repositories: stars them, or unstars them when all are starred.
  package func starToggle(of repositories: [Repository]) -> SearchAction {
    .setStar(!repositories.allSatisfy { stars[$0.id].isStarred == true }, repositories)
  }

  /// The change that toggles favorites: adds the repositories, or removes them when all are favorites.
  package func favoriteToggle(of repositories: [Repository]) -> SearchAction {
    .setFavorite(!repositories.allSatisfy { favorites.contains($0.id) }, repositories)
  }

  /// The changes that are yet to be made: leaving now would lose them.
  package var pendingWrites: [Write] { stars.pending.map(Write.star) + writes }

  /// The pending writes, with one entry for each repository and each list that a change affects.
  package var unfinishedChanges: [Write] {
    pendingWrites.flatMap { write -> [Write] in
      guard case .lists(var change) = write else { return [write] }
      let moves = change.moves.map { Write.lists(StarListWrite(moves: [$0])) }
      change.moves = []
      return moves + (change.edit == nil ? [] : [.lists(change)])
    }
  }

  /// The write of a kind that should be under way.
  package subscript(next kind: Write.Kind) -> Write? {
    kind == .star ? stars.turn.map(Write.star) : writes.first { $0.kind == kind }
  }

  /// Whether a change, or its undo, is yet to be made.
  package func isPending(_ change: UndoableChange) -> Bool {
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
  /// The star lists whose names have the words of the text; none while another list is shown.
  package var shownLists: [StarListMembers] {
    source == .lists ? lists.value?.matching(self.text) ?? [] : []
  }

  /// The star list with the identifier, if it is known.
  package func list(_ id: StarList.ID) -> StarList? {
    lists.value?.first { $0.id == id }?.list
  }

  /// How many rows there are, repositories or star lists.
  package var rowCount: Int { source == .lists ? shownLists.count : self.rows.count }

  /// The index of the row that keys act on.
  package var selectedRowIndex: Int? {
    guard source == .lists else { return selectedIndex }
    return shownLists.firstIndex { $0.id == selectedList }
  }

  /// How many rows a tab has; nil if that is unknown or meaningless.
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
package struct RepositoryRow: Sendable, Hashable, Identifiable {
  package var repository: Repository
  /// Whether it is known from before, and matches as far as is known locally; false for a row of the response, by
  /// GitHub or by the store that has the list.
  package var isCached: Bool
  /// Why it matches, if its name, topics and description do not say so.
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

/// How far the search for the text in the query line has come.
package enum SearchPhase: Sendable, Hashable {
  /// The text is empty.
  case idle
  /// The text cannot be searched for, and why.
  case invalid(InvalidQuery)
  /// Enter is needed to search for the text, and why.
  case awaitingEnter(EnterReason)
  /// Waits for a pause in the typing.
  case debouncing
  /// Waits for the rate limit; ``SearchState/secondsLeft`` counts down.
  case postponed
  /// The request is under way; it is late after 200 ms, when the spinner appears.
  case searching(isLate: Bool)
  /// The rows are GitHub's response.
  case loaded
  /// No usable response; the banner says why.
  case failed
  /// The list is not on this machine: the user is not signed in, or there is no copy yet.
  case unavailable(FailureKind)

  /// Whether Enter searches for the text: there is no response, and none is on its way.
  package var startsOnEnter: Bool {
    switch self {
    case .awaitingEnter, .debouncing, .failed: true
    case .idle, .invalid, .postponed, .searching, .loaded, .unavailable: false
    }
  }
}

/// Why a typed text is not searched for until Enter.
package enum EnterReason: Sendable, Hashable {
  /// It is too short, or a qualifier or a quote is not finished.
  case unfinished
  /// It is probably mistyped.
  case mistaken(QueryMistake)
  /// One search is left for now, and kept for Enter.
  case lastSearch
}

/// How many repositories match.
package struct ResultTotal: Sendable, Hashable {
  package var count: Int
  /// GitHub ran out of time: some matches are missing.
  package var isIncomplete: Bool

  package init(count: Int, isIncomplete: Bool = false) {
    self.count = count
    self.isIncomplete = isIncomplete
  }

  /// True when there are more than GitHub's limit on the rows of a search.
  package var isCutOff: Bool { count > SearchRequest.maxReachable }
}

/// Whether the list has another page.
package enum PagingState: Sendable, Hashable {
  /// The rows are not a response that has pages.
  case none
  /// That page comes next.
  case more(Int)
  case loading(Int)
  /// That page failed; the banner says why.
  case failed(Int)
  /// All matches are shown, or all within GitHub's limit.
  case end
}

/// A failure, shown above rows that stay.
package struct Banner: Sendable, Hashable {
  package enum Operation: Sendable, Hashable {
    case search
    case nextPage(Int)
    /// One, or several stars that failed for the same reason.
    case writes([Write])
    case listFavorites
    case visit(RepositoryName)
    /// Updating the copy of the stars and lists.
    case sync

    /// Whether it belongs to the query that is shown; other failures are over once they have been read.
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

  /// Whether ``SearchAction/retry`` tries it again; not if that would fail the same way.
  package var canRetry: Bool { operation != .listFavorites && !failure.kind.isFinal }
}

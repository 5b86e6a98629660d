package import GitHubModel

/// All that a screen of the search shows: one value.
package struct SearchState: Sendable, Equatable {
  /// What stands in the query line, as typed.
  package internal(set) var text = ""
  package internal(set) var sort = SearchQuery.Sort.bestMatch
  package internal(set) var order = SearchQuery.Order.descending
  package internal(set) var phase = SearchPhase.idle
  /// In rank order, each repository once.
  package internal(set) var rows: [RepositoryRow] = []
  /// How many GitHub has; nil while the rows are no answer to the query.
  package internal(set) var total: ResultTotal?
  package internal(set) var paging = PagingState.none
  /// The repository that keys act on; nil only when there are no rows.
  package internal(set) var selection: Repository.ID?
  /// Marked rows in the order of marking; they outlive the query they were found by.
  package internal(set) var marked: [Repository] = []
  package internal(set) var stars = StarStates()
  package internal(set) var favourites: Set<Repository.ID> = []
  /// In whose name is searched: anonymous after all when GitHub refuses the token.
  package internal(set) var access: SearchAccess
  package internal(set) var budget = BudgetState()
  package internal(set) var banner: Banner?
  package internal(set) var detail = DetailState()
  /// Texts searched for before, newest first.
  package internal(set) var history: [String] = []

  /// What no screen needs.
  var memory = SearchMemory()

  package init(access: SearchAccess = .signedIn) {
    self.access = access
  }
}

extension SearchState {
  /// Where the selected repository stands in the rows.
  package var selectedIndex: Int? {
    selection.flatMap { id in rows.firstIndex { $0.id == id } }
  }

  package var selectedRow: RepositoryRow? { selectedIndex.map { rows[$0] } }

  package func isMarked(_ id: Repository.ID) -> Bool {
    marked.contains { $0.id == id }
  }

  /// What keys act on: the marked repositories, or the selected one when none is marked.
  package var targets: [Repository] {
    marked.isEmpty ? selectedRow.map { [$0.repository] } ?? [] : marked
  }

  /// True while a change of a star has not been acknowledged: leaving now would lose it.
  package var hasPendingStars: Bool { !memory.starQueue.isEmpty }

  /// Those changes, in order.
  package var pendingStars: [StarWrite] { memory.starQueue.pending }
}

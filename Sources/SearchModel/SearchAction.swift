package import GitHubModel

/// An action of the user.
package enum SearchAction: Sendable, Hashable {
  /// How a text got into the query line.
  package enum TextOrigin: Sendable, Hashable {
    /// Key by key: more may follow.
    case typed
    /// As a whole (pasted, recalled, given at the start): complete, and searched for at once.
    case whole
  }

  /// Opens a tab with another text, and searches at once.
  case begin(SearchStart)
  /// Replaces the text in the query line.
  case edit(String, TextOrigin)
  /// Searches now; does nothing if the rows are already the response.
  case submit
  /// Asks GitHub again, ignoring the cache, unless its response is on its way.
  case refresh
  case setSort(ListSort, SearchQuery.Order)
  case cycleSort
  case toggleOrder

  case openTab(Tab)
  case openList(StarList.ID)
  /// From the repositories of a star list back to the star lists.
  case closeList
  /// Reads the star lists, for their choice.
  case readLists
  /// Changes a star list, or the star lists that repositories are in.
  case changeLists(StarListWrite)
  /// Updates the copy of the stars and lists, until it is canceled.
  case sync
  case cancelSync

  case select(Repository.ID)
  case selectList(StarList.ID)
  /// That many rows down, or up when negative; stops at the ends.
  case move(Int)
  /// Asks for the next page, unless it is on its way.
  case loadMore

  case toggleMark
  case clearMarks
  /// Stars or unstars; a pending one is left alone.
  case setStar(Bool, [Repository])
  /// Adds to the favorites, or removes from them.
  case setFavorite(Bool, [Repository])
  /// Reads the notes again: other programs write them too.
  case readNotes
  case setNote(NoteChange)
  /// Undoes the last change that has not been undone.
  case undo

  /// Whether the detail of the selected row is on the screen; nothing is loaded while it is not.
  case showDetail(Bool)
  /// Whether the selected row stays selected, whatever responses come: its details are being read.
  case holdSelection(Bool)
  /// Reads the detail again, unless it is being read.
  case refreshDetail
  /// Shows the detail of a repository, whatever rows there are.
  case visit(RepositoryName)
  /// From a visited repository back to the one before it.
  case leaveVisit
  /// The row was used (opened, copied, chosen): its query is worth remembering.
  case use

  /// Retries the operation that the banner is about.
  case retry
  case dismissBanner
}

/// The beginning of a session, or of a search from another tab.
package struct SearchStart: Sendable, Hashable {
  package var tab: Tab
  package var text: String
  /// Nil for that of the tab.
  package var sort: ListSort?
  package var order: SearchQuery.Order?

  package init(
    _ tab: Tab = .search,
    text: String = "",
    sort: ListSort? = nil,
    order: SearchQuery.Order? = nil
  ) {
    (self.tab, self.text, self.sort, self.order) = (tab, text, sort, order)
  }
}

/// Everything that can change a ``SearchState``.
package enum SearchEvent: Sendable, Equatable {
  case action(SearchAction)

  /// The pause before a search is over: it begins.
  case began(DesiredSearch)
  /// The rate limit allows the request, which is on its way; carries the limit after it.
  case sent(BudgetReading)
  /// The rate limit does not allow the request.
  case postponed(BudgetReading)
  /// The search that is under way has failed and is retried after a wait; nil when the wait is over.
  case retrying(SearchRetry?)
  /// The answer, and the rate limit after it.
  case responded(SearchRequest, Result<RepositoryPage, SearchFailure>, BudgetReading)
  case budgetRead(BudgetReading)
  /// The countdown to the next search has a second less.
  case secondPassed
  /// The awaited answer is late, which is when a spinner may turn.
  case answerIsLate
  case answerIsSlow
  /// No key has followed the one that made this text for a while.
  case typingRested(String)
  /// The results of the query have been shown for long enough to store it in the history.
  case queryRested
  case remembered

  case localMatches(text: String, [Repository])
  case hintsRead(SearchHints)
  case starsRead([Repository.ID], Result<[Repository.ID: Bool], SearchFailure>)
  /// The pause after a write of a star is over.
  case starsRested
  case favoritesRead(Result<Set<Repository.ID>, SearchFailure>)
  case notesRead([Repository.ID: String])
  /// The write was made, or why it was not.
  case written(Write, SearchFailure?)
  /// The selection has stayed on a repository long enough: its detail is fetched now.
  case detailBegan(Repository.ID)
  /// The repository to visit was found, or not.
  case visited(RepositoryName, Result<Repository, SearchFailure>)
  case factsRead(Repository.ID, Result<Repository, SearchFailure>)
  case readmeRead(Repository.ID, Result<ReadmeSource?, SearchFailure>)
  case localReadmeRead(Repository.ID, LocalReadme?)
  case activityRead(Repository.ID, Activity.Facts?)
  case growthRead(Repository.ID, StarGrowth?)
  case historyRead([String])
  case trendingRead([TrendingRepository])
  case countsRead(RowCounts)
  case rowsRead(RowsRequest, Result<RepositoryPage, SearchFailure>)
  case listsRead(Result<[StarListMembers], SearchFailure>)
  case syncProgressed(CopyProgress)
  case synced(SearchFailure?)
}

// MARK: - Writes

/// A change on its way to GitHub or to the local store; those of one kind are made one after another.
package enum Write: Sendable, Hashable {
  case star(StarWrite)
  /// Adds to the favorites, or removes from them.
  case favorite(Repository, isFavorite: Bool)
  case lists(StarListWrite)
  case note(NoteChange)

  package enum Kind: Sendable, CaseIterable {
    case star, favorite, lists, note
  }

  var kind: Kind {
    switch self {
    case .star: .star
    case .favorite: .favorite
    case .lists: .lists
    case .note: .note
    }
  }

  /// The repositories that it is about.
  package var repositories: [Repository] {
    switch self {
    case .star(let write): [write.repository]
    case .favorite(let repository, _): [repository]
    case .lists(let change): change.moves.map(\.repository)
    case .note(let change): [change.repository]
    }
  }

  /// The write that undoes this one.
  package var undo: Self {
    switch self {
    case .star(let write): .star(StarWrite(write.repository, isStarred: !write.isStarred))
    case .favorite(let repository, let isFavorite): .favorite(repository, isFavorite: !isFavorite)
    case .lists(let change): .lists(change.undo)
    case .note(let change): .note(change.undo)
    }
  }
}

/// A change of a star.
package struct StarWrite: Sendable, Hashable {
  package var repository: Repository
  package var isStarred: Bool

  package init(_ repository: Repository, isStarred: Bool) {
    self.repository = repository
    self.isStarred = isStarred
  }
}

/// A change of the note about a repository.
package struct NoteChange: Sendable, Hashable {
  package let repository: Repository
  /// The note before; nil for none.
  package let old: String?
  /// Nil to remove the note.
  package let new: String?

  package init(_ repository: Repository, from old: String?, to new: String?) {
    (self.repository, self.old, self.new) = (repository, old, new)
  }

  /// The change that undoes this one.
  var undo: Self { Self(repository, from: new, to: old) }
}

// MARK: - Undo

/// A change by the user that can be undone: writes of one kind.
package struct UndoableChange: Sendable, Hashable {
  package var writes: [Write]
  /// Whether all stars were known to have the opposite state before; otherwise it cannot be undone.
  package var isKnown: Bool

  package var repositories: [Repository] { writes.flatMap(\.repositories) }
}

/// A change that the user has made or undone.
package struct ChangeReport: Sendable, Hashable {
  /// Reports with equal numbers describe the same change.
  package var number: Int
  package var change: UndoableChange
  package var isUndone: Bool
}

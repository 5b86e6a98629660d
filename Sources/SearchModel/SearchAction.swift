package import GitHubModel

/// A user's action.
package enum SearchAction: Sendable, Hashable {
  /// The way a text got into the query line.
  package enum TextOrigin: Sendable, Hashable {
    /// Key by key, so that more may follow.
    case typed
    /// Entered as a whole (pasted, recalled, given at the start), so that it is complete and
    /// searched for immediately.
    case whole
  }

  /// Opens a tab with another text, and searches immediately.
  case begin(SearchStart)
  /// Replaces the text in the query line.
  case edit(String, TextOrigin)
  /// Searches immediately; does nothing if the rows are already the response.
  case submit
  /// Requests the result from GitHub again, bypassing the cache, unless its response is pending.
  case refresh
  case setSort(ListSort, SearchQuery.Order)
  case cycleSort
  case toggleOrder

  case openTab(Tab)
  case openList(StarList.ID)
  /// Returns from a star list's repositories to the star lists.
  case closeList
  /// Reads the star lists for the picker.
  case readLists
  /// Changes a star list, or repositories' star lists.
  case changeLists(StarListWrite)
  /// Updates the copy of the stars and lists, until it is canceled.
  case sync
  case cancelSync

  case select(Repository.ID)
  case selectList(StarList.ID)
  /// Moves this many rows down, or up if negative; stops at the ends.
  case move(Int)
  /// Requests the next page, unless it is pending.
  case loadMore

  case toggleMark
  case clearMarks
  /// Stars or unstars; pending changes are kept.
  case setStar(Bool, [Repository])
  /// Adds to or removes from the favorites.
  case setFavorite(Bool, [Repository])
  /// Rereads the notes, since other programs may write them.
  case readNotes
  case setNote(NoteChange)
  /// Undoes the last change that has not been undone.
  case undo

  /// Sets whether the selected row's details are on the screen; nothing is loaded otherwise.
  case showDetail(Bool)
  /// Sets whether the selected row stays selected regardless of responses, because its details are
  /// being read.
  case holdSelection(Bool)
  /// Refreshes the details, unless they are being read.
  case refreshDetail
  /// Shows a repository's details regardless of the rows.
  case visit(RepositoryName)
  /// Returns from a visited repository to the previous one.
  case leaveVisit
  /// Records that the row was used (opened, copied, chosen), so that its query is worth
  /// remembering.
  case use

  /// Retries the operation named in the banner.
  case retry
  case dismissBanner
}

/// The start of a session, or of a search from another tab.
package struct SearchStart: Sendable, Hashable {
  package var tab: Tab
  package var text: String
  /// The sort; nil for the tab's own.
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

  /// The pause before a search has ended, and the search starts.
  case began(DesiredSearch)
  /// The rate limit allows the request, which has been sent; includes the limit after it.
  case sent(BudgetReading)
  /// The rate limit does not allow the request.
  case postponed(BudgetReading)
  /// The running search failed and will be retried after a wait; nil when the wait is over.
  case retrying(SearchRetry?)
  /// The response, and the rate limit after it.
  case responded(SearchRequest, Result<RepositoryPage, SearchFailure>, BudgetReading)
  case budgetRead(BudgetReading)
  /// The countdown to the next search has advanced by a second.
  case secondPassed
  /// The awaited response is late, so that the spinner appears.
  case answerIsLate
  case answerIsSlow
  /// No key has followed this text for a while.
  case typingRested(String)
  /// The query's results have been shown long enough for it to enter the history.
  case queryRested
  case remembered

  case localMatches(text: String, [Repository])
  case hintsRead(SearchHints)
  case starsRead([Repository.ID], Result<[Repository.ID: Bool], SearchFailure>)
  /// The pause after a write of a star is over.
  case starsRested
  case favoritesRead(Result<Set<Repository.ID>, SearchFailure>)
  case notesRead([Repository.ID: String])
  /// The write was made, or failed.
  case written(Write, SearchFailure?)
  /// The selection has rested on a repository long enough for its details to be fetched.
  case detailBegan(Repository.ID)
  /// The repository to visit was found or not.
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

/// A change being sent to GitHub or the local store; changes of one kind are made one at a time.
package enum Write: Sendable, Hashable {
  case star(StarWrite)
  /// Adds to or removes from the favorites.
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

  /// The repositories that it concerns.
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
  /// The previous note; nil for none.
  package let old: String?
  /// The new note; nil to remove it.
  package let new: String?

  package init(_ repository: Repository, from old: String?, to new: String?) {
    (self.repository, self.old, self.new) = (repository, old, new)
  }

  /// The change that undoes this one.
  var undo: Self { Self(repository, from: new, to: old) }
}

// MARK: - Undo

/// A user's change that can be undone, consisting of writes of one kind.
package struct UserChange: Sendable, Hashable {
  package var writes: [Write]
  /// Whether all previous star states are known to be the opposite; otherwise it cannot be undone.
  package var isKnown: Bool

  package var repositories: [Repository] { writes.flatMap(\.repositories) }
}

/// A change that the user has made or undone.
package struct ChangeReport: Sendable, Hashable {
  /// Reports with equal numbers describe the same change.
  package var number: Int
  package var change: UserChange
  package var isUndone: Bool
}

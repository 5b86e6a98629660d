package import GitHubModel

/// What the reducer wants done; the view model does it and answers with an event.
package enum SearchEffect: Sendable, Equatable {
  /// Replaces the search before: a plan still resting is dropped, a request under way is cancelled
  /// when the rest is over.
  case search(SearchPlan)
  case findLocally(String)
  case readBudget(SearchAccess)
  case readStars([Repository])
  /// One at a time: the next comes only after the answer to this one.
  case writeStar(StarWrite, after: Duration)
  case readFavourites
  case writeFavourite(FavouriteWrite)
  /// Shows the detail of a repository after a rest, or none.
  case look(Repository?)
  case retryDetail
  case readHistory
  case remember(String)
}

/// A request, and how long to wait for something newer before it is made.
package struct SearchPlan: Sendable, Hashable {
  /// Two plans with the same number are the same search.
  package var number: Int
  /// Nil to search for nothing, which cancels.
  package var request: SearchRequest?
  package var rest: Duration

  package init(number: Int, request: SearchRequest?, rest: Duration) {
    self.number = number
    self.request = request
    self.rest = rest
  }
}

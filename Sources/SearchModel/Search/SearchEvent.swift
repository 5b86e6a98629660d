package import GitHubModel

/// Everything that can change a ``SearchState``.
package enum SearchEvent: Sendable, Equatable {
  case started
  case edited(QueryInput)
  case action(SearchAction)
  /// Time has passed; see ``SearchState/nextWake``.
  case tick

  /// A plan had its rest and claims a search now.
  case rested(SearchPlan)
  /// The claim was granted and the request is on its way.
  case sent(BudgetReading)
  /// The claim was denied.
  case denied(BudgetReading)
  case answered(SearchRequest, SearchOutcome)
  case budgetRead(BudgetReading)

  case localMatches(text: String, [Repository])
  case starsRead([Repository.ID], StarLookup)
  case starWritten(StarWrite, SearchFailure?)
  case favouritesRead(FavouriteLookup)
  case favouriteWritten(FavouriteWrite, SearchFailure?)
  case detailChanged(DetailState)
  case historyRead([String])
}

/// What became of a request.
package struct SearchOutcome: Sendable, Equatable {
  package var result: Result<SearchAnswer, SearchFailure>
  /// What is left after it.
  package var budget: BudgetReading

  package init(_ result: Result<SearchAnswer, SearchFailure>, budget: BudgetReading) {
    self.result = result
    self.budget = budget
  }
}

/// The answer to a question for star states.
package typealias StarLookup = Result<[Repository.ID: Bool], SearchFailure>

/// The answer to the question for all favourites.
package typealias FavouriteLookup = Result<Set<Repository.ID>, SearchFailure>

/// A change of a star.
package struct StarWrite: Sendable, Hashable {
  package var repository: Repository
  package var isStarred: Bool

  package init(_ repository: Repository, isStarred: Bool) {
    self.repository = repository
    self.isStarred = isStarred
  }
}

/// A change of the list of favourites.
package struct FavouriteWrite: Sendable, Hashable {
  package var repository: Repository
  package var isFavourite: Bool

  package init(_ repository: Repository, isFavourite: Bool) {
    self.repository = repository
    self.isFavourite = isFavourite
  }
}

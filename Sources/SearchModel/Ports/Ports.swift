package import GitHubModel

/// Finds repositories on GitHub.
package protocol RepositorySearching: Sendable {
  /// One page of a search.
  ///
  /// Cancelling the task must give the request up.
  func page(_ request: SearchRequest) async throws(SearchFailure) -> SearchAnswer
}

/// Looks at one repository closely.
package protocol RepositoryDetailing: Sendable {
  /// The repository with all that GitHub says of it.
  func facts(of name: RepositoryName) async throws(SearchFailure) -> Repository

  /// Its README as Markdown, or nil when it has none.
  func readme(of name: RepositoryName) async throws(SearchFailure) -> String?
}

/// Knows and changes the stars of the signed-in user.
package protocol StarKeeping: Sendable {
  /// Which of these are starred, by id; what is not in the answer is not known.
  ///
  /// At most ``SearchReducer/mostStarLookups`` repositories are asked for at a time.
  func starred(
    among repositories: [Repository]
  ) async throws(SearchFailure) -> [Repository.ID: Bool]

  /// Stars it; nothing changes when it is starred already.
  func star(_ repository: Repository) async throws(SearchFailure)

  /// Takes the star away; nothing changes when there is none.
  func unstar(_ repository: Repository) async throws(SearchFailure)
}

/// Lists the stars of the signed-in user from the local copy.
package protocol StarListing: Sendable {
  /// All of them, in any order.
  func stars() async throws(SearchFailure) -> [StarredRepository]
}

/// Keeps the local list of favourites.
package protocol FavouriteKeeping: Sendable {
  /// Which repositories are favourites.
  func favourites() async throws(SearchFailure) -> Set<Repository.ID>

  /// Puts it on the list, or takes it off; nothing changes when that is so already.
  func keep(_ repository: Repository, asFavourite isFavourite: Bool) async throws(SearchFailure)
}

/// Finds repositories that were seen before, without the network.
package protocol LocalSearching: Sendable {
  /// The best matches, best first; none when there is no store or it cannot be read.
  func matches(_ text: String, limit: Int) async -> [Repository]
}

/// Hands out GitHub's budget of searches, which all processes of a user share.
package protocol RequestBudgeting: Sendable {
  /// What is left, without taking any.
  func reading(for access: SearchAccess) async -> BudgetReading

  /// Takes one search from the budget, or says when there will be one.
  ///
  /// Atomic: two claims never get the same search, whichever processes they come from.
  func claim(for access: SearchAccess) async -> BudgetClaim

  /// Takes in what an answer said of the budget, and says what is left now.
  func record(_ report: BudgetReport, for access: SearchAccess) async -> BudgetReading
}

/// Keeps the texts that were searched for.
package protocol QueryHistory: Sendable {
  /// The texts, newest first, each once.
  func texts() async -> [String]

  /// Puts a text first; ``HistoryRule`` was asked before.
  func add(_ text: String) async
}

package import GitHubModel
package import Reactive

/// The ports of the search as publishers: what the view model calls, and where asynchronous code ends.
///
/// Each publisher answers once and cannot fail. Cancelling its subscription cancels the task behind
/// it, and so the request.
package struct SearchServices: Sendable {
  package typealias Answer<Value> = AnyPublisher<Value, Never>

  package var claim: @Sendable (SearchAccess) -> Answer<BudgetClaim>
  package var readBudget: @Sendable (SearchAccess) -> Answer<BudgetReading>
  package var search: @Sendable (SearchRequest) -> Answer<SearchOutcome>
  package var findLocally: @Sendable (String) -> Answer<[Repository]>
  package var readStars: @Sendable ([Repository]) -> Answer<StarLookup>
  /// Answers what went wrong, or nil.
  package var writeStar: @Sendable (StarWrite) -> Answer<SearchFailure?>
  package var readFavourites: @Sendable () -> Answer<FavouriteLookup>
  /// Answers what went wrong, or nil.
  package var writeFavourite: @Sendable (FavouriteWrite) -> Answer<SearchFailure?>
  package var readHistory: @Sendable () -> Answer<[String]>
  /// Answers when it is written.
  package var remember: @Sendable (String) -> Answer<Void>

  package init(
    claim: @escaping @Sendable (SearchAccess) -> Answer<BudgetClaim>,
    readBudget: @escaping @Sendable (SearchAccess) -> Answer<BudgetReading>,
    search: @escaping @Sendable (SearchRequest) -> Answer<SearchOutcome>,
    findLocally: @escaping @Sendable (String) -> Answer<[Repository]>,
    readStars: @escaping @Sendable ([Repository]) -> Answer<StarLookup>,
    writeStar: @escaping @Sendable (StarWrite) -> Answer<SearchFailure?>,
    readFavourites: @escaping @Sendable () -> Answer<FavouriteLookup>,
    writeFavourite: @escaping @Sendable (FavouriteWrite) -> Answer<SearchFailure?>,
    readHistory: @escaping @Sendable () -> Answer<[String]>,
    remember: @escaping @Sendable (String) -> Answer<Void>
  ) {
    self.claim = claim
    self.readBudget = readBudget
    self.search = search
    self.findLocally = findLocally
    self.readStars = readStars
    self.writeStar = writeStar
    self.readFavourites = readFavourites
    self.writeFavourite = writeFavourite
    self.readHistory = readHistory
    self.remember = remember
  }
}

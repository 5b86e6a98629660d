package import GitHubModel

/// Something that went wrong, shown above rows that stay.
package struct Banner: Sendable, Hashable {
  /// What was attempted.
  package enum Attempt: Sendable, Hashable {
    case search
    case nextPage(Int)
    /// True for starring, false for unstarring.
    case star(RepositoryName, Bool)
    case favourite(RepositoryName, Bool)
    case listStars
    case listFavourites
  }

  package var attempt: Attempt
  package var failure: SearchFailure
  /// True when ``SearchAction/retry`` would attempt it again.
  package var canRetry: Bool

  package init(_ attempt: Attempt, _ failure: SearchFailure, canRetry: Bool) {
    self.attempt = attempt
    self.failure = failure
    self.canRetry = canRetry
  }
}

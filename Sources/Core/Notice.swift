package import Essentials
package import GitHubAPI
package import GitHubModel
package import TokenStore

/// A message from an operation that continues.
package enum Notice: Sendable {
  // MARK: Progress

  case progress(Progress)
  /// A request will be repeated; nil once it is sent.
  case retry(RetryNotice?)
  /// Requests wait for a rate limit; with `needsToken`, a token would allow more.
  case wait(WaitNotice, needsToken: Bool)
  /// A run waits until a date to leave the remaining requests of the hour for other commands.
  case waitForReserve(remaining: Int, until: Date)

  // MARK: Notes

  /// The lists were read from GitHub, because there was no copy.
  case listsFetched(count: Int)
  /// A star history takes this many requests.
  case longHistory(RepositoryName, requests: Int)
  /// A search of stars found matches for corrected words.
  case corrected(SearchCorrection)
  /// GitHub accepted a change, but does not show it yet.
  case changeNotShown
  /// Without a token, the last push replaces the newest commit.
  case pushesForCommits

  // MARK: Warnings

  /// The file `.env` cannot be used.
  case skippedEnvironmentFile(TokenError)
  case continuingWithoutToken(TokenError)
  case continuingWithoutLibrary(OperationFailure)
  /// Stars that are missing from GitHub's pages are kept, since GitHub did not confirm their
  /// removal.
  case starsKept(count: Int)
  /// A star was changed on GitHub, but not in the copy.
  case copyNotUpdated(OperationFailure)
  case commitsUnknown(OperationFailure)
  /// A repository's lists are not restored, since GitHub does not show the repository.
  case notRestored(RepositoryName, reason: String?)
  /// The change was made, but the lists could not be reread.
  case listsNotVerified(OperationFailure)
  /// GitHub omitted this many lists.
  case listsHidden(count: Int, reason: String?)
  /// GitHub omitted repositories of a list; their names are known if the copy has all of them.
  case membersHidden(list: String, count: Int, names: [RepositoryName], reason: String?)

  /// Values of rows are unknown.
  case valuesMissing(MissingValues, OperationFailure)

  // MARK: Failures

  /// The requested part of the README does not exist.
  case readmePartMissing(RepositoryName, OperationFailure)

  /// Part of an operation failed, and the operation continues.
  case failed(OperationFailure)
}

/// Values of rows that could not be read.
package enum MissingValues: Hashable, Sendable {
  case starStates
  /// The star states on GitHub; the copy's states are shown instead.
  case currentStarStates
  case growth, releases, activity
  case parts(readmes: Bool, languages: Bool)
}

/// The progress of an operation over many items.
package struct Progress: Sendable {
  /// The unit of the count.
  package enum Unit: Sendable {
    case items
    /// Stars listed in pages, so that their number is only approximate.
    case listedStars
  }

  package let done: Int
  package let total: Int
  package var unit = Unit.items
  /// The current item as GitHub names it; empty if there is none.
  package var item = ""
  /// When the operation began.
  package let start: Moment
  /// Whether the operation has ended, so that nothing is shown.
  package var hasEnded = false
}

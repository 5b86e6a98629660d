package import Essentials
package import GitHubAPI
package import GitHubModel
package import TokenStore

/// Something that an operation has to say on its way, and that does not end it.
package enum Notice: Sendable {
  // MARK: Progress

  case progress(Progress)
  /// A request is going to be repeated; nil when it is sent.
  case retry(RetryNotice?)
  /// Requests wait for a rate limit to end; a token would allow more if `isAnonymous`.
  case wait(WaitNotice, isAnonymous: Bool)
  /// A run waits until a date to leave so many requests of the hour for other commands.
  case waitForReserve(remaining: Int, until: Date)

  // MARK: Notes

  /// The lists were read from GitHub, since there was no copy of them.
  case listsFetched(count: Int)
  /// A star history takes so many requests.
  case longHistory(RepositoryName, requests: Int)
  /// A search of stars has found matches for other words than those typed.
  case corrected(SearchCorrection)
  /// GitHub has made a change, but does not show it yet.
  case changeNotShown
  /// Without a token, the last push stands for the newest commit.
  case pushesForCommits

  // MARK: Warnings

  /// The file `.env` cannot be used.
  case skippedEnvironmentFile(TokenError)
  case continuingWithoutToken(TokenError)
  case continuingWithoutLibrary(OperationFailure)
  /// So many stars are missing from the pages of GitHub, and kept since GitHub did not confirm that they are gone.
  case starsKept(count: Int)
  /// A star was changed on GitHub, and not in the copy.
  case copyNotUpdated(OperationFailure)
  case commitsUnknown(OperationFailure)
  /// A list is not restored as it was, since GitHub does not show the repository.
  case notRestored(RepositoryName, reason: String?)
  /// The change was made, but the lists could not be read back.
  case listsNotVerified(OperationFailure)
  /// GitHub left out so many lists.
  case listsHidden(count: Int, reason: String?)
  /// GitHub left out repositories of a list, whose names are known if the copy has all of them.
  case membersHidden(list: String, count: Int, names: [RepositoryName], reason: String?)

  /// Values of rows are not known.
  case valuesMissing(MissingValues, OperationFailure)

  // MARK: Failures

  /// The part of the README that is wanted is not there.
  case readmePartMissing(RepositoryName, OperationFailure)

  /// A part of an operation failed, which goes on.
  case failed(OperationFailure)
}

/// Values of rows that could not be read.
package enum MissingValues: Hashable, Sendable {
  case starStates
  /// The star states on GitHub; those of the copy are shown.
  case currentStarStates
  case growth, releases, activity
  case parts(readmes: Bool, languages: Bool)
}

/// How far an operation over many items has come.
package struct Progress: Sendable {
  /// Something that is counted.
  package enum Unit: Sendable {
    case items
    /// As stars are listed in pages, only about how many there are is known.
    case listedStars
  }

  package let done: Int
  package let total: Int
  package var unit = Unit.items
  /// The current item, as GitHub names it; empty for none.
  package var item = ""
  /// When it began.
  package let start: Moment
  /// Whether it has ended, so that there is nothing to show.
  package var hasEnded = false
}

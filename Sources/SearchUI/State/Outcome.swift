package import GitHubModel
package import SearchModel

/// How the user left.
package struct Outcome: Sendable, Equatable {
  package enum Ending: Sendable, Equatable {
    /// Esc.
    case left
    /// ^C.
    case interrupted
    /// A picker's answer, in the order of marking.
    case chose([RepositoryName])
    /// The terminal is gone, or someone asked for an end.
    case ended
  }

  package var ending: Ending
  /// Changes of stars that GitHub had not acknowledged when the user would wait no longer.
  package var unacknowledgedStars: [RepositoryName]
  /// A change that failed while leaving, which nobody could read on the screen.
  package var failure: Banner?

  package init(
    _ ending: Ending,
    unacknowledgedStars: [RepositoryName] = [],
    failure: Banner? = nil
  ) {
    self.ending = ending
    self.unacknowledgedStars = unacknowledgedStars
    self.failure = failure
  }
}

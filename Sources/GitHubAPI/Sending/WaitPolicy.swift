#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How long a call may wait for a limit to end, and who is told of it.
package struct WaitPolicy: Sendable {
  package enum Patience: Sendable, Equatable {
    /// Not at all.
    case none
    /// This long, all waits of one call together.
    case upTo(Duration)
    /// As long as GitHub asks for, but no single wait for more than an hour.
    case untilItEnds

    /// What a user who said nothing has.
    package static let usual = Self.upTo(.seconds(60))
  }

  package let patience: Patience
  /// Called once before each wait, on any thread.
  package let announce: @Sendable (WaitNotice) -> Void

  package init(
    _ patience: Patience,
    announce: @escaping @Sendable (WaitNotice) -> Void = { _ in }
  ) {
    self.patience = patience
    self.announce = announce
  }

  /// Whether a wait may begin after so much waiting and so many refusals.
  func allows(_ length: Duration, waited: Duration, refusals: Int) -> Bool {
    switch patience {
    case .none: length <= .zero
    case .upTo(let most): waited + length <= most
    case .untilItEnds: length <= Self.longestWait && refusals <= Self.mostRefusals
    }
  }

  /// GitHub's longest window, and a minute for clocks that differ.
  private static let longestWait = Duration.seconds(3660)
  /// Whoever is refused so often in one call will be refused again.
  private static let mostRefusals = 10
}

/// A wait that is about to begin.
package struct WaitNotice: Sendable, Equatable {
  /// By the user's own clock.
  package let until: Date
  package let cause: BudgetWait.Cause
}

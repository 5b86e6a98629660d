/// Whether a request may be sent.
package enum BudgetDecision: Sendable, Equatable {
  /// It counts as sent from now on.
  case go
  /// Ask again then.
  case wait(BudgetWait)
}

/// What a request must wait for.
package struct BudgetWait: Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    /// Nothing is left of a budget.
    case budget(RequestResource)
    /// As before, but by the documentation, and GitHub's own word is on its way.
    case unconfirmed
    /// GitHub asked for a pause (a secondary limit).
    case pause
    /// The second between two changes.
    case pace
  }

  package let until: Moment
  package let cause: Cause
}

/// What is known of a budget without asking, for those who show it.
package struct BudgetStatus: Sendable, Equatable {
  /// Nil while GitHub has not said, as are the two below.
  package var limit: Int?
  package var remaining: Int?
  package var resetsIn: Duration?
  /// How long until the next request may go; nil when it may go now.
  package var blockedFor: Duration?
}

/// Who asks, and for what.
package struct BudgetRequest: Sendable {
  let account: BudgetAccount
  let resource: RequestResource
  let isWrite: Bool
}

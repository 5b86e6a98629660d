package import GitHubModel

/// How far the search for the text in the query line has come.
package enum SearchPhase: Sendable, Hashable {
  /// There is no text.
  case idle
  /// Not worth a request, and why.
  case invalid(InvalidQuery)
  /// Waits for a pause in the typing.
  case resting
  /// Waits for the budget; ``SearchState/budget`` counts down.
  case postponed
  /// An answer is awaited; late after 200 ms, which is when a spinner may turn.
  case searching(isLate: Bool)
  /// The rows are GitHub's answer.
  case loaded
  /// No answer; the banner says why.
  case failed
}

/// How many repositories match.
package struct ResultTotal: Sendable, Hashable {
  package var count: Int
  /// GitHub ran out of time: some matches are missing.
  package var isIncomplete: Bool

  package init(count: Int, isIncomplete: Bool = false) {
    self.count = count
    self.isIncomplete = isIncomplete
  }

  /// True when GitHub will not show them all.
  package var isCutOff: Bool { count > SearchRequest.mostReachable }
}

/// Where the list goes on.
package enum PagingState: Sendable, Hashable {
  /// The rows are no answer that could go on.
  case none
  /// That page comes next.
  case more(Int)
  case loading(Int)
  /// That page did not come; the banner says why.
  case failed(Int)
  /// All matches are shown, or all that GitHub lets anyone reach.
  case end
}

/// What is known of the budget.
package struct BudgetState: Sendable, Hashable {
  package internal(set) var reading: BudgetReading?
  /// Until the search resumes by itself; nil while it need not wait.
  package internal(set) var secondsLeft: Int?

  package init() {}
}

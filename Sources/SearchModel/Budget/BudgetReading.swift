package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What is left of the search budget at a moment.
package struct BudgetReading: Sendable, Hashable {
  /// Searches in a minute.
  package var limit: Int
  package var remaining: Int
  /// When the next search may leave; nil while some are left.
  package var resumesAt: Date?
  /// When all of the budget is back; nil when it is.
  package var isFullAt: Date?

  package init(limit: Int, remaining: Int, resumesAt: Date? = nil, isFullAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.resumesAt = resumesAt
    self.isFullAt = isFullAt
  }
}

/// The answer to a claim of one search.
package enum BudgetClaim: Sendable, Hashable {
  /// One was taken; this is what is left.
  case granted(BudgetReading)
  /// None was left.
  case denied(BudgetReading)
}

/// What GitHub said of the budget.
package enum BudgetReport: Sendable, Hashable {
  /// The rate limit that an answer carried.
  case rateLimit(RateLimit)
  /// The search was refused; nil where GitHub did not say until when.
  case refused(until: Date?)
  /// An answer without a word on the budget, which ends a row of refusals.
  case silent
}

extension BudgetReport {
  /// What the outcome of a request says of the budget.
  package init(_ result: Result<SearchAnswer, SearchFailure>) {
    switch result {
    case .success(let answer): self = answer.rateLimit.map(Self.rateLimit) ?? .silent
    case .failure(.rateLimited(let until)): self = .refused(until: until)
    case .failure: self = .silent
    }
  }
}

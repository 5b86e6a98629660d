#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What is left of one of GitHub's request budgets.
package struct RateLimit: Sendable, Hashable {
  /// `search`, `core`, `graphql`, …: each has a budget of its own.
  package var resource: String
  /// Requests in a window: a minute for searches, an hour for the rest.
  package var limit: Int
  package var remaining: Int
  /// When the budget is full again, by GitHub's clock.
  package var reset: Date

  package init(resource: String, limit: Int, remaining: Int, reset: Date) {
    self.resource = resource
    self.limit = limit
    self.remaining = remaining
    self.reset = reset
  }
}

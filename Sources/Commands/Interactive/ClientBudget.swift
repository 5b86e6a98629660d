import GitHubAPI
import SearchModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads for a view model what the client knows of the budget of searches.
///
/// The client itself takes a search from the budget when it sends one, alone among all processes, and
/// hears what the answer says of it. So a claim only looks: where two look at the same last search,
/// the client refuses the second, which the view model takes as any refusal.
struct ClientBudget: RequestBudgeting {
  let clients: SearchClients
  let hasToken: Bool
  let now: @Sendable () -> Date

  func reading(for access: SearchAccess) async -> BudgetReading {
    let status = await clients[access].budget(of: .search)
    let now = now()
    let limit = status.limit ?? documentedLimit(for: access)
    return BudgetReading(
      limit: limit,
      remaining: status.blockedFor == nil ? status.remaining ?? limit : 0,
      resumesAt: status.blockedFor.map { now.addingTimeInterval($0.seconds) },
      isFullAt: status.resetsIn.map { now.addingTimeInterval($0.seconds) }
    )
  }

  func claim(for access: SearchAccess) async -> BudgetClaim {
    var reading = await reading(for: access)
    guard reading.remaining > 0 else { return .denied(reading) }
    reading.remaining -= 1
    return .granted(reading)
  }

  func record(_ report: BudgetReport, for access: SearchAccess) async -> BudgetReading {
    await reading(for: access)
  }

  /// As long as GitHub has not said it.
  private func documentedLimit(for access: SearchAccess) -> Int {
    RequestResource.search.documentedLimit(hasToken: access == .signedIn && hasToken)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

import Locking

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The budget of one process that shares it with no other.
package final class LocalRequestBudget: RequestBudgeting {
  private let budgets = Guarded<[SearchAccess: SearchBudget]>([:])
  private let now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  package func reading(for access: SearchAccess) async -> BudgetReading {
    change(access) { $0.reading(at: $1) }
  }

  package func claim(for access: SearchAccess) async -> BudgetClaim {
    change(access) { $0.claim(at: $1) }
  }

  package func record(_ report: BudgetReport, for access: SearchAccess) async -> BudgetReading {
    change(access) { budget, now in
      budget.record(report, at: now)
      return budget.reading(at: now)
    }
  }

  private func change<Result: Sendable>(
    _ access: SearchAccess,
    _ body: @Sendable (inout SearchBudget, Date) -> Result
  ) -> Result {
    let now = now()
    return budgets.withLock { body(&$0[access, default: SearchBudget(for: access)], now) }
  }
}

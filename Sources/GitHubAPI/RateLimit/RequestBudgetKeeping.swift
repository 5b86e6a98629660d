import Locking

/// Keeps the one ledger that every request goes by.
///
/// The client asks before it sends and tells what came back. A keeper may share the ledger with
/// other processes; it decides nothing itself.
package protocol RequestBudgetKeeping: Sendable {
  /// Reads and changes the ledger, alone among all who share it.
  ///
  /// `change` is short and does not wait. A keeper that cannot reach what it shares goes on with
  /// what it knows by itself: a request is never refused for that.
  func update<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result
  ) async -> Result
}

/// The ledger of one process alone.
package final class MemoryBudget: RequestBudgetKeeping {
  private let ledger: Guarded<BudgetLedger>

  package init(_ ledger: BudgetLedger = BudgetLedger()) {
    self.ledger = Guarded(ledger)
  }

  package func update<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result
  ) async -> Result {
    ledger.withLock { change(&$0) }
  }
}

package import GitHubAPI
import Locking
import TokenStore

/// The ledger that all processes of a user share, in a small file under a lock.
///
/// Where the file cannot be used (no home, a disk that is full or read-only, a lock that somebody
/// sits on), the process goes on with a ledger of its own, and says nothing: the file spares a
/// refusal and is worth no failure.
package final class FileBudget: RequestBudgetKeeping {
  private struct State {
    var isUsable: Bool
    /// What was last known; all there is once the file is not usable.
    var ledger: BudgetLedger
  }

  private let file: BudgetFile
  private let rest: @Sendable () async throws -> Void
  private let state: Guarded<State>

  /// - Parameters:
  ///   - folder: Where the file is; nil for nowhere.
  ///   - boot: Names this run of the machine.
  ///   - rest: Waits some milliseconds for somebody else to release the lock.
  package init(
    folder: String?,
    boot: String,
    rest: @escaping @Sendable () async throws -> Void
  ) {
    file = BudgetFile(folder: folder ?? "", boot: boot)
    self.rest = rest
    state = Guarded(State(isUsable: folder != nil, ledger: BudgetLedger()))
  }

  package func update<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result
  ) async -> Result {
    guard state.withLock({ $0.isUsable }) else { return updateOwn(change) }
    do throws(FileLock.Problem) {
      return updateShared(change, under: try await FileLock.take(file.lockPath, rest: rest))
    } catch {
      giveUp()
      return updateOwn(change)
    }
  }

  private func updateShared<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result,
    under lock: consuming FileLock
  ) -> Result {
    let content = file.read()
    let (before, isOurs) = state.withLock { state in
      switch content {
      case .ledger(let ledger): (ledger, true)
      case .nothing: (state.ledger, true)
      case .newer: (state.ledger, false)
      }
    }
    var ledger = before
    let result = change(&ledger)
    let isKept = isOurs && (ledger == before || file.write(ledger))
    // Held until here, whatever the optimizer thinks of a value that nobody reads.
    _ = consume lock
    let after = ledger
    state.withLock { $0 = State(isUsable: isKept, ledger: after) }
    return result
  }

  private func updateOwn<Result: Sendable>(
    _ change: @Sendable (inout BudgetLedger) -> Result
  ) -> Result {
    state.withLock { change(&$0.ledger) }
  }

  private func giveUp() {
    state.withLock { $0.isUsable = false }
  }
}

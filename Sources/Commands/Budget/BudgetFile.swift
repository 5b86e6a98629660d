import GitHubAPI
import TokenStore

/// The file that the budget is kept in: read whole, replaced whole.
struct BudgetFile: Sendable {
  let folder: String
  /// Names this run of the machine: the moments of another one mean nothing.
  let boot: String

  /// What the file has.
  enum Content {
    /// Nothing of use: no file, a broken one, or one from before the machine was started.
    case nothing
    case ledger(BudgetLedger)
    /// A later version's, which is left alone.
    case newer
  }

  private var path: String { "\(folder)/budget.json" }
  var lockPath: String { "\(folder)/budget.lock" }

  func read() -> Content {
    guard let text = try? GuardedFile.text(at: path, policy: .secret) else { return .nothing }
    switch LedgerRecord.read(Array(text.utf8)) {
    case .record(let record) where record.boot == boot: return .ledger(record.ledger)
    case .newer: return .newer
    case .record, nil: return .nothing
    }
  }

  /// False when it could not be written; the file is then as it was before.
  func write(_ ledger: BudgetLedger) -> Bool {
    let record = LedgerRecord(boot: boot, ledger: ledger)
    return AtomicFile.replace(path, with: Array(record.json.utf8))
  }
}

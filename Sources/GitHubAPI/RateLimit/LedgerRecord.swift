/// The budgets as they are kept between processes: JSON that names its version and the run of the
/// machine, since the moments of another run mean nothing.
///
/// Read and written twice by every search, so without `Codable`: see decision 0051.
package struct LedgerRecord: Sendable, Equatable {
  /// Names the run of the machine.
  package let boot: String
  package let ledger: BudgetLedger

  package init(boot: String, ledger: BudgetLedger) {
    (self.boot, self.ledger) = (boot, ledger)
  }

  private static let version = 1

  /// What a file has.
  package enum Content: Sendable, Equatable {
    case record(LedgerRecord)
    /// A later version's, which is to be left alone.
    case newer
  }

  /// Reads a file; nil for one that is broken.
  package static func read(_ json: [UInt8]) -> Content? {
    guard let text = try? JSONText(json, limits: .document) else { return nil }
    return try? read(JSONElement(text: text, node: 0))
  }

  private static func read(_ json: JSONElement) throws(JSONMismatch) -> Content? {
    var members = try json.members()
    let version = try members.value("version", as: Int.self)
    guard version == Self.version else { return version > Self.version ? .newer : nil }
    return .record(
      LedgerRecord(boot: try members.value("boot"), ledger: try members.value("ledger"))
    )
  }

  package var json: String {
    JSONWriter.object([
      ("version", "\(Self.version)"), ("boot", JSONWriter.quoted(boot)), ("ledger", ledger.json),
    ])
  }
}

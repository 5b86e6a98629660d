import GitHubAPI
import TokenStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// An object around the ledger, so that later versions can be told.
  private struct Envelope: Codable {
    let version: Int
    let boot: String
    let ledger: BudgetLedger
  }

  private struct Version: Decodable {
    let version: Int
  }

  private static let version = 1

  private var path: String { "\(folder)/budget.json" }
  var lockPath: String { "\(folder)/budget.lock" }

  func read() -> Content {
    guard let text = try? GuardedFile.text(at: path, policy: .secret) else { return .nothing }
    let data = Data(text.utf8)
    if let envelope = try? JSONReader.decode(Envelope.self, from: data),
      envelope.version == Self.version
    {
      return envelope.boot == boot ? .ledger(envelope.ledger) : .nothing
    }
    let version = try? JSONReader.decode(Version.self, from: data).version
    return version ?? 0 > Self.version ? .newer : .nothing
  }

  /// False when it could not be written; the file is then as it was before.
  func write(_ ledger: BudgetLedger) -> Bool {
    let envelope = Envelope(version: Self.version, boot: boot, ledger: ledger)
    guard let data = try? JSONEncoder().encode(envelope) else { return false }
    return AtomicFile.replace(path, with: Array(data))
  }
}

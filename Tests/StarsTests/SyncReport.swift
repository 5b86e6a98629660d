import Core
import GitHubAPI
import GitHubModel
import OperationTesting
import RepositoryStore
import Stars

/// The outcome of a sync, part by part.
struct SyncReport {
  var stars: SyncOutcome?
  var events: [StarEvent.Kind: Int] = [:]
  var readmes: ReadmeCounts?
  var removedReadmes: Int?
  /// The parts that are not up to date, with the reason.
  var failures: [CopySync.Part.Name: OperationFailure] = [:]
  /// The parts that only wait for the rate limit.
  var waiting: [CopySync.Part.Name] = []
  /// The first owner whose repositories the token cannot read.
  var refusingOwner: String?
  /// The failure that ended the sync.
  var failure: OperationFailure?

  /// Whether every part is up to date.
  var isComplete: Bool { failure == nil && failures.isEmpty }
}

/// The number of READMEs by outcome.
struct ReadmeCounts: Equatable {
  var total: Int
  var fetched = 0
  var unchanged = 0
  var missing = 0
  var failed = 0
  var left = 0
}

extension TestWorld {
  /// Updates the copy of the stars; `readmes` is whether READMEs are wanted from now on.
  func sync(
    readmes: Bool? = nil,
    waitLimit: WaitPolicy.WaitLimit = .default
  ) async throws -> SyncReport {
    var sync = CopySync(try session(waitLimit: waitLimit))
    sync.wantsReadmes = readmes
    var report = SyncReport()
    do throws(OperationFailure) {
      report.refusingOwner = try await sync.run { part in report.add(part) }.first?.owner
    } catch {
      report.failure = error
    }
    return report
  }
}

extension SyncReport {
  fileprivate mutating func add(_ part: CopySync.Part) {
    if case .waiting = part.state { waiting.append(part.name) }
    failures[part.name] = part.state.failure
    switch part.changes {
    case .stars(let outcome): stars = outcome
    case .events(let counts): events = counts
    case .readmes(let outcome):
      readmes = ReadmeCounts(
        total: outcome.total,
        fetched: outcome.fetched,
        unchanged: outcome.unchanged,
        missing: outcome.missing,
        failed: outcome.failed,
        left: outcome.left
      )
    case .readmesRemoved(let count): removedReadmes = count
    case .lists, nil: break
    }
  }
}

package import Core
import GitHubAPI
package import GitHubModel
package import RepositoryStore

/// An update of the copy for `stars sync` and the screen: which repositories are starred, their
/// facts, the star lists and, if wanted, the READMEs.
///
/// If the facts, lists or READMEs cannot be read, the other parts are still updated.
package struct CopySync {
  private let session: Session
  /// Whether all pages of stars are fetched, even if nothing seems to have changed.
  package var isFull = false
  /// Whether READMEs are wanted from now on; nil keeps the current choice.
  package var wantsReadmes: Bool?
  /// Called before each request.
  package var report: @Sendable (CopyProgress) -> Void = { _ in }

  package init(_ session: Session) { self.session = session }

  /// A part of the copy after its update.
  package struct Part {
    package enum Name: Sendable {
      case stars, facts, lists, readmes
    }

    /// The changes made by an update.
    package enum Changes {
      case stars(SyncOutcome)
      case events([StarEvent.Kind: Int])
      case lists(count: Int, repositories: Int)
      case readmes(ReadmeSync.Outcome)
      case readmesRemoved(Int)
    }

    /// Whether the part is up to date.
    package enum State {
      case done
      /// The remaining items only wait for the rate limit.
      case waiting(OperationFailure)
      /// Some repositories could not be read.
      case incomplete(OperationFailure)
      case failed(OperationFailure)

      package var failure: OperationFailure? {
        switch self {
        case .done: nil
        case .waiting(let failure), .incomplete(let failure), .failed(let failure): failure
        }
      }
    }

    package let name: Name
    /// The changes; nil if there are none to report.
    package var changes: Changes?
    package var state = State.done

    /// Delivers the part, and then throws if the user interrupted it.
    fileprivate func hand(to take: (Self) throws(OperationFailure) -> Void) throws(OperationFailure)
    {
      guard let failure = state.failure, failure.kind == .canceled else { return try take(self) }
      try take(Self(name: name, changes: changes))
      throw failure
    }
  }

  /// Passes on each part when it is done, and returns the owners whose repositories the token
  /// cannot read.
  ///
  /// - Throws: ``OperationFailure`` if the stars cannot be read, or if the user interrupts it.
  package func run(
    _ take: (Part) throws(OperationFailure) -> Void
  ) async throws(OperationFailure) -> OwnerRefusals {
    try await session.library.require()
    let account = try await session.account()
    let reserve = RequestReserve(of: .graphql, session)
    var facts = StarFactsSync(session, of: account, keeping: reserve)
    facts.report = { [report] in report(CopyProgress(.facts, done: $0, total: $1)) }
    let outcome = try await readStars(account, facts, take)
    try take(try await readLists(account))
    let refusals = try await readReadmes(account, outcome.refusals, take)
    try await facts.finish(outcome)
    return refusals
  }

  /// Reads which repositories are starred, and then the facts of all of them.
  private func readStars(
    _ account: AccountID,
    _ facts: StarFactsSync,
    _ take: (Part) throws(OperationFailure) -> Void
  ) async throws(OperationFailure) -> StarFactsSync.Outcome {
    var sync = StarSync(session)
    sync.isFull = isFull
    sync.report = { [report] in report(CopyProgress(done: $0, total: $1)) }
    let last = try await session.library.perform { try $0.lastStarEvent() }
    var (stars, unreadable, isOfAllPages) = try await sync.run()
    let outcome = try await facts.run()
    if !outcome.isAvailable, !isOfAllPages {
      // Only the pages contain the facts in this case.
      sync.checksAllPages = true
      (stars, unreadable, _) = try await sync.run()
    }
    let changes = try await session.library.perform {
      try $0.eventCounts(of: account, after: last)
    }
    stars.removed += outcome.removed
    stars.total -= outcome.removed
    let state =
      unreadable > 0
      ? Part.State.incomplete(OperationFailure(.unreadableStars(unreadable))) : .done
    try take(Part(name: .stars, changes: .stars(stars), state: state))
    var part = Part(name: .facts, changes: changes.isEmpty ? nil : .events(changes))
    if let failure = outcome.failure {
      part.state = outcome.isStopped ? .failed(failure) : .incomplete(failure)
    }
    try part.hand(to: take)
    return outcome
  }

  private func readLists(_ account: AccountID) async throws(OperationFailure) -> Part {
    do throws(OperationFailure) {
      let lists = try await StarListCopy(session).update(of: account).lists
      let count = lists.reduce(0) { $0 + $1.members.count }
      let changes = Part.Changes.lists(count: lists.count, repositories: count)
      return Part(name: .lists, changes: lists.isEmpty ? nil : changes)
    } catch {
      guard error.kind == .canceled else { return Part(name: .lists, state: .failed(error)) }
      throw error.resumable(.nextSyncOfLists)
    }
  }

  /// Fetches READMEs if this or an earlier sync requested them.
  private func readReadmes(
    _ account: AccountID,
    _ refusals: OwnerRefusals,
    _ take: (Part) throws(OperationFailure) -> Void
  ) async throws(OperationFailure) -> OwnerRefusals {
    var sync = ReadmeSync(session, of: account, refusals: refusals)
    sync.report = { [report] in report(CopyProgress(.readmes, done: $0, total: $1)) }
    if wantsReadmes == false {
      let count = try await sync.removeAll()
      try take(Part(name: .readmes, changes: .readmesRemoved(count)))
      return refusals
    }
    guard try await sync.isWanted(asked: wantsReadmes == true) else { return refusals }
    let outcome = try await sync.run()
    var part = Part(name: .readmes, changes: .readmes(outcome))
    if let failure = outcome.failure {
      part.state = outcome.onlyWaits ? .waiting(failure) : .failed(failure)
    }
    try part.hand(to: take)
    return outcome.refusals
  }
}

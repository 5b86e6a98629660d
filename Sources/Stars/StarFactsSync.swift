package import Core
import GitHubAPI
package import GitHubModel
package import RepositoryStore

/// Reads GitHub's current facts of the user's stars in batches.
///
/// Each response is stored before the next request is sent.
package struct StarFactsSync {
  private let session: Session
  private let account: AccountID
  /// The requests per hour reserved for other commands; nil for none.
  private let reserve: RequestReserve?
  /// Called before each request with the number of stars requested so far, and the total.
  package var report: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  package init(_ session: Session, of account: AccountID, keeping reserve: RequestReserve? = nil) {
    (self.session, self.account, self.reserve) = (session, account, reserve)
  }

  package struct Outcome {
    /// The repositories that GitHub has answered for, including those that are gone.
    package fileprivate(set) var answered: Set<Repository.ID> = []
    /// The number of stars that GitHub no longer has.
    package fileprivate(set) var removed = 0
    package fileprivate(set) var refusals = OwnerRefusals()
    package fileprivate(set) var failure: OperationFailure?
    /// Whether the run ended early; otherwise only individual stars could not be read.
    package fileprivate(set) var isStopped = false
    /// Whether the server supports these requests.
    package fileprivate(set) var isAvailable = true
  }

  /// Reads the facts of all stars, continuing where an earlier run ended.
  package func run() async throws(OperationFailure) -> Outcome {
    let due = try await session.library.perform { try $0.dueStars(of: account) }
    var outcome = try await read(due)
    // All facts read so far are stored.
    outcome.failure = outcome.failure?
      .resumable(.nextSyncOfRest)
    return outcome
  }

  /// Ends a sync that has read all facts, so that the next one rereads them.
  ///
  /// Otherwise, an interrupted sync is resumed for an hour instead of rereading them.
  package func finish(_ outcome: Outcome) async throws(OperationFailure) {
    if outcome.isStopped || !outcome.isAvailable { return }
    try await session.library.perform { try $0.finishFacts(of: account) }
  }

  package func read(_ stars: [StarList.Member]) async throws(OperationFailure) -> Outcome {
    var outcome = Outcome()
    let byNode = Dictionary(stars.map { ($0.nodeID, $0) }) { first, _ in first }
    var batches = NodeBatches(of: stars.map(\.nodeID), query: Endpoint.facts)
    let progress = BatchProgress(of: stars.count, in: session.world, report: report)
    defer { progress.end() }
    let end = try await session.read(&batches, keeping: reserve) { left in
      progress.show(stars.count - left, item: "facts")
    } take: { results in
      var answers: [(star: StarList.Member, answer: StarAnswer)] = []
      for (id, result) in results {
        guard let star = byNode[id] else { continue }
        answers.append((star, try await answer(result, for: star, &outcome)))
      }
      outcome.removed += try await session.library.perform { [answers] in
        try $0.record(answers, of: account)
      }
    }
    switch end {
    case .unavailable:
      outcome.isAvailable = false
      return outcome
    case .reserved(let failure): outcome.failure = failure
    case .failed(let error): outcome.failure = OperationFailure(error, in: session.world)
    case nil: return outcome
    }
    outcome.isStopped = true
    return outcome
  }
}

extension StarFactsSync {
  private func answer(
    _ result: NodeResult<RepositoryFacts>,
    for star: StarList.Member,
    _ outcome: inout Outcome
  ) async throws(GitHubError) -> StarAnswer {
    switch result {
    case .found(let facts):
      outcome.answered.insert(star.id)
      return .facts(facts)
    case .gone: break
    case .failed(let error):
      if outcome.refusals.contains(star.name) { return .failed }
      guard let error = try await refusal(of: star, error) else { break }
      if !outcome.refusals.add(star.name, error, in: session.world) {
        outcome.failure = outcome.failure ?? OperationFailure(error, in: session.world)
      }
      return .failed
    }
    outcome.answered.insert(star.id)
    return .gone
  }

  /// Why a repository is withheld from the token; nil if it is blocked or deleted, which REST
  /// distinguishes.
  private func refusal(
    of star: StarList.Member,
    _ failure: GitHubError
  ) async throws(GitHubError) -> GitHubError? {
    guard failure.kind == .forbidden else { return failure }
    do throws(GitHubError) {
      _ = try await session.client.send(.repository(star.name))
      return failure
    } catch {
      // REST also says where to authorize the token.
      if error.kind == .forbidden { return error }
      if error.kind == .notFound { return nil }
      if error.endsBatch { throw error }
      return failure
    }
  }
}

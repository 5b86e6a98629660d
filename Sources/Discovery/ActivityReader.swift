package import Core
import Essentials
import GitHubAPI
package import GitHubModel

/// Reads whether repositories are alive, many in a request.
package struct ActivityReader {
  private let session: Session
  private let quietBefore: Date
  private let countedSince: Date

  /// A repository without a commit for `quietAfter` is quiet.
  package init(_ session: Session, quietAfter: TimeSpan = .year) {
    let now = session.world.now()
    self.session = session
    quietBefore = quietAfter.before(now)
    countedSince = now.addingTimeInterval(-90 * 86_400)
  }

  /// The activity of a repository, with what was read of it.
  package struct Judgment: Sendable {
    package let activity: Activity
    /// Nil if it could not be read.
    package var judged: JudgedRepository?
    /// Why it could not be read.
    package var failure: CommandFailure?

    package init(_ activity: Activity, _ judged: JudgedRepository?) {
      (self.activity, self.judged) = (activity, judged)
    }

    /// The judgment where reading failed.
    package init(_ failure: CommandFailure) {
      let isGone = failure.kind == .notFound
      activity = Activity(isGone ? .gone : .unknown)
      self.failure = isGone ? nil : failure
    }
  }

  /// Judges repositories by their names; those that are left when GitHub refuses all are unknown.
  ///
  /// With a token, 100 are read in a request, and the commits of 50; without one each takes a request, and only the last
  /// push is known.
  package func judge(_ names: [RepositoryName]) async throws(CommandFailure) -> [RepositoryName:
    Judgment]
  {
    let progress = BatchProgress(of: names.count, in: session.world)
    defer { progress.end() }
    guard session.hasToken else {
      session.world.notify(.pushesForCommits)
      return await judgeOneByOne(names, progress)
    }
    var judgments: [RepositoryName: Judgment] = [:]
    // A repository may be named by its former name, too.
    var read: [String: [RepositoryName]] = [:]
    var batches = NodeBatches(of: names.map(\.fullName)) { fullNames in
      .judged(named: fullNames.compactMap(RepositoryName.init))
    }
    let end = try await session.read(
      &batches,
      keeping: nil,
      begin: { progress.show(names.count - $0) },
      take: { results in
        for (id, result) in results {
          guard let name = RepositoryName(id) else { continue }
          judgments[name] = judgment(result)
          guard let node = judgments[name]?.judged?.repository.nodeID else { continue }
          read[node, default: []].append(name)
        }
      }
    )
    switch end {
    case nil: break
    case .unavailable: return await judgeOneByOne(names, progress)
    case .reserved(let failure): fill(&judgments, names, with: failure)
    case .failed(let error):
      fill(&judgments, names, with: CommandFailure(error, in: session.world))
    }
    if !Task.isCancelled { try await addCommits(read, to: &judgments) }
    return judgments
  }

  private func judgment(_ result: NodeResult<JudgedRepository>) -> Judgment {
    switch result {
    case .found(let judged): judgment(judged)
    case .gone: Judgment(Activity(.gone), nil)
    case .failed(let error): Judgment(CommandFailure(error, in: session.world))
    }
  }

  private func judgment(_ judged: JudgedRepository) -> Judgment {
    let activity = Activity(of: judged.repository, judged.facts, quietBefore: quietBefore)
    return Judgment(activity, judged)
  }

  private func fill(
    _ judgments: inout [RepositoryName: Judgment],
    _ names: [RepositoryName],
    with failure: CommandFailure
  ) {
    for name in names where judgments[name] == nil { judgments[name] = Judgment(failure) }
  }

  /// Where the commits cannot be read, the last push counts.
  private func addCommits(
    _ read: [String: [RepositoryName]],
    to judgments: inout [RepositoryName: Judgment]
  ) async throws(CommandFailure) {
    let since = countedSince
    var batches = NodeBatches(
      of: read.keys.sorted(),
      maxSize: Endpoint<[NodeResult<CommitActivity>?]>.maxCommitNodes
    ) { .commits(nodeIDs: $0, since: since) }
    let end = try await session.read(
      &batches,
      keeping: nil,
      begin: { _ in },
      take: { results in
        for case (let id, .found(let commits)) in results {
          for name in read[id] ?? [] {
            guard var judged = judgments[name]?.judged else { continue }
            judged.facts.lastCommit = commits.last
            judged.facts.recentCommits = commits.recentCount
            judgments[name] = judgment(judged)
          }
        }
      }
    )
    if case .failed(let error) = end, error.kind != .cancelled {
      session.world.notify(.commitsUnknown(CommandFailure(error, in: session.world)))
    }
  }

  private func judgeOneByOne(
    _ names: [RepositoryName],
    _ progress: BatchProgress
  ) async -> [RepositoryName: Judgment] {
    let client = session.client
    let results = await ConcurrentCalls.results(
      names,
      ends: \.endsBatch,
      received: { count, _ in progress.show(count) },
      call: { name async throws(GitHubError) in try await client.send(.repository(name)).value }
    )
    var judgments: [RepositoryName: Judgment] = [:]
    var end: CommandFailure?
    for (name, result) in results {
      switch result {
      case .success(let repository): judgments[name] = judgment(JudgedRepository(repository))
      case .failure(let error):
        let failure = CommandFailure(error, in: session.world)
        judgments[name] = Judgment(failure)
        if error.endsBatch { end = failure }
      }
    }
    if let end { fill(&judgments, names, with: end) }
    return judgments
  }
}

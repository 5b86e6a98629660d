package import Core
import Essentials
package import GitHubAPI
package import GitHubModel

/// Determines whether repositories are active, many per request.
package struct ActivityReader {
  private let session: Session
  private let quietBefore: Date
  private let countedSince: Date

  /// Creates a reader that considers a repository quiet after `quietAfter` without a commit.
  package init(_ session: Session, quietAfter: TimeSpan = .year) {
    let now = session.world.now()
    self.session = session
    quietBefore = quietAfter.before(now)
    countedSince = now.addingTimeInterval(-90 * 86_400)
  }

  /// A repository's activity, or the reason why it is unknown.
  package struct Judgment: Sendable {
    package let activity: Activity
    /// The activity; nil if it could not be read.
    package private(set) var judged: JudgedRepository?
    /// Why it could not be read; nil if the repository is gone.
    package private(set) var failure: OperationFailure?

    fileprivate init(_ result: NodeResult<JudgedRepository>, _ reader: ActivityReader) {
      switch result {
      case .found(let judged):
        activity = Activity(of: judged, quietBefore: reader.quietBefore)
        self.judged = judged
      case .failed(let error) where error.kind != .notFound:
        activity = Activity(.unknown)
        failure = OperationFailure(error, in: reader.session.world)
      case .gone, .failed: activity = Activity(.gone)
      }
    }
  }

  /// Judges repositories by name; if GitHub refuses everything, the rest are unknown.
  ///
  /// With a token, reads 100 repositories per request, or the commits of 50. Without one, each
  /// repository not in `known` takes a request, and the last push replaces the newest commit, with
  /// a notice.
  package func judge(
    _ names: [RepositoryName],
    known: [Repository] = []
  ) async throws(OperationFailure) -> [RepositoryName: Judgment] {
    let progress = BatchProgress(of: names.count, in: session.world)
    defer { progress.end() }
    guard session.hasToken else {
      session.world.notify(.pushesForCommits)
      return await judgeOneByOne(names, known, progress)
    }
    var judgments: [RepositoryName: Judgment] = [:]
    let end = try await read(
      names,
      upTo: NodeBatches<JudgedRepository>.largest,
      begin: { progress.show(names.count - $0) },
      query: { .judged(named: $0) },
      take: { judgments[$0] = Judgment($1, self) }
    )
    if case .unavailable = end { return await judgeOneByOne(names, known, progress) }
    if case .failed(let error) = end { fill(&judgments, names, with: error) }
    if !Task.isCancelled { try await addCommits(to: &judgments) }
    return judgments
  }

  /// A repository's facts about its activity, read in one request.
  ///
  /// - Returns: Nil without a token, or if the server or token does not support the query.
  package func facts(
    of name: RepositoryName,
    from client: GitHubAPIClient
  ) async throws(GitHubError) -> Activity.Facts? {
    let query = Endpoint.judged(named: [name], commitsSince: countedSince)
    do throws(GitHubError) {
      let result = try await client.send(query).value.first
      if case .found(let judged)?? = result { return judged.facts }
    } catch {
      let isSignedOut = [.tokenMissing, .localFile].contains(error.kind)
      guard isSignedOut || error.endsGraphQL else { throw error }
    }
    return nil
  }

  private func read<Value>(
    _ names: [RepositoryName],
    upTo size: Int,
    begin: (_ left: Int) -> Void = { _ in },
    query: @escaping @Sendable ([RepositoryName]) -> Endpoint<[NodeResult<Value>?]>,
    take: (RepositoryName, NodeResult<Value>) -> Void
  ) async throws(OperationFailure) -> NodesEnd? {
    var batches = NodeBatches(of: names.map(\.fullName), maxSize: size) {
      query($0.compactMap(RepositoryName.init))
    }
    return try await session.read(&batches, keeping: nil, begin: begin) { results in
      for (id, result) in results { RepositoryName(id).map { take($0, result) } }
    }
  }

  private func fill(
    _ judgments: inout [RepositoryName: Judgment],
    _ names: [RepositoryName],
    with error: GitHubError
  ) {
    for name in names where judgments[name] == nil {
      judgments[name] = Judgment(.failed(error), self)
    }
  }

  /// Adds the newest commits; where they cannot be read, the last push counts.
  private func addCommits(
    to judgments: inout [RepositoryName: Judgment]
  ) async throws(OperationFailure) {
    let since = countedSince
    let end = try await read(
      judgments.filter { $1.judged != nil }.map(\.key),
      upTo: Endpoint<[NodeResult<Activity.Facts>?]>.maxCommits,
      query: { .commits(named: $0, since: since) },
      take: { name, result in
        guard case .found(let commits) = result, var judged = judgments[name]?.judged else {
          return
        }
        judged.facts.lastCommit = commits.lastCommit
        judged.facts.recentCommits = commits.recentCommits
        judgments[name] = Judgment(.found(judged), self)
      }
    )
    guard case .failed(let error) = end, error.kind != .canceled else { return }
    session.world.notify(.commitsUnknown(OperationFailure(error, in: session.world)))
  }

  private func judgeOneByOne(
    _ names: [RepositoryName],
    _ known: [Repository],
    _ progress: BatchProgress
  ) async -> [RepositoryName: Judgment] {
    var judgments: [RepositoryName: Judgment] = [:]
    for repository in known {
      judgments[repository.name] = Judgment(.found(JudgedRepository(repository)), self)
    }
    let client = session.client
    let results = await ConcurrentCalls.results(
      names.filter { judgments[$0] == nil },
      ends: \.endsBatch,
      received: { count, _ in progress.show(count) },
      call: { name async throws(GitHubError) in try await client.send(.repository(name)).value }
    )
    for (name, result) in results {
      let node: NodeResult<JudgedRepository> =
        switch result {
        case .success(let repository): .found(JudgedRepository(repository))
        case .failure(let error): .failed(error)
        }
      judgments[name] = Judgment(node, self)
      if case .failure(let error) = result, error.endsBatch {
        fill(&judgments, names, with: error)
      }
    }
    return judgments
  }
}

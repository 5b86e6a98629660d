package import Core
import GitHubAPI
import GitHubModel
import HTTPTransport
import Markdown
package import RepositoryStore

/// An update of the READMEs of the user's stars.
///
/// Most are fetched in batches, and the rest one by one, as GitHub requires. Each response is
/// stored before the next request is sent, so that a run that ends early loses nothing.
package struct ReadmeSync {
  private let session: Session
  private let account: AccountID
  private var due: [DueReadme] = []
  /// The indexes in `due` of those to request through REST.
  private var restQueue: [Int] = []
  private var progress: BatchProgress
  private var outcome = Outcome()
  /// Called before each request with the number of READMEs that are up to date, out of those that
  /// were due.
  package var report: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// `refusals` are the owners whose READMEs are not requested.
  package init(_ session: Session, of account: AccountID, refusals: OwnerRefusals) {
    (self.session, self.account) = (session, account)
    progress = BatchProgress(of: 0, in: session.world)
    outcome.refusals = refusals
  }

  package struct Outcome {
    /// The number of READMEs now stored.
    package fileprivate(set) var total = 0
    package fileprivate(set) var fetched = 0
    package fileprivate(set) var unchanged = 0
    /// The number of READMEs that do not exist, are blocked, or are too large.
    package fileprivate(set) var missing = 0
    /// The number of READMEs that GitHub failed to send; stored versions are kept.
    package fileprivate(set) var failed = 0
    /// The number of READMEs that were not requested.
    package fileprivate(set) var left = 0
    package fileprivate(set) var refusals = OwnerRefusals()
    package fileprivate(set) var failure: OperationFailure?
    fileprivate var isLimited = false

    /// Whether the rest only waits for the rate limit.
    package var onlyWaits: Bool { isLimited && failed == 0 }
  }

  /// Whether READMEs are wanted; `asked` enables them.
  package func isWanted(asked: Bool) async throws(OperationFailure) -> Bool {
    try await session.library.perform { store in
      if asked { try store.setSyncsReadmes(true, of: account) }
      return try store.syncState(of: account).syncsReadmes
    }
  }

  /// Removes all READMEs, which are no longer wanted; returns their number.
  package func removeAll() async throws(OperationFailure) -> Int {
    let count = try await session.library.perform { store in
      try store.setSyncsReadmes(false, of: account)
      return try store.readmeCount(of: account)
    }
    var areLeft = true
    while areLeft {
      areLeft = try await session.library.perform {
        try $0.removeSomeReadmes(of: account)
      }
    }
    return count
  }

  package mutating func run() async throws(OperationFailure) -> Outcome {
    let refusals = outcome.refusals
    due = try await session.library.perform { [account] in
      try $0.dueReadmes(of: account)
    }.filter { !refusals.contains($0.name) }
    outcome.left = due.count
    progress = BatchProgress(of: due.count, in: session.world, report: report)
    defer { progress.end() }
    if try await fetchByGraphQL() { try await fetchByREST() }
    outcome.total = try await session.library.perform { [account] in
      try $0.readmeCount(of: account)
    }
    return outcome
  }

  /// The number of READMEs that GitHub sends within a second or two.
  private static let maxBatch = 40

  private mutating func record(
    _ answers: [(due: DueReadme, answer: FetchedReadme)]
  ) async throws(OperationFailure) {
    try await session.library.perform { try $0.record(answers) }
    for answer in answers { outcome.count(answer.answer) }
  }

  private func show(_ item: String) { progress.show(due.count - outcome.left, item: item) }
}

// MARK: Many at a time

extension ReadmeSync {
  /// Reads everything GraphQL can send; returns false if the run must end.
  private mutating func fetchByGraphQL() async throws(OperationFailure) -> Bool {
    var places: [String: Int] = [:]
    for (place, readme) in due.enumerated() {
      if let id = readme.nodeID, readme.mayBeInUsualPlace, places[id] == nil {
        places[id] = place
      } else {
        restQueue.append(place)
      }
    }
    var batches = NodeBatches<ReadmeLookup>(
      of: places.sorted { $0.value < $1.value }.map(\.key),
      maxSize: Self.maxBatch,
      bytes: places.compactMapValues { due[$0].size }
    ) { .readmes(nodeIDs: $0) }
    let end = try await session.read(&batches, keeping: reserve(of: .graphql)) { _ in
      show("READMEs")
    } take: { results in
      var answers: [(due: DueReadme, answer: FetchedReadme)] = []
      for (id, result) in results {
        guard let place = places[id] else { continue }
        if case .found(.found(let file)) = result, let markdown = file.text {
          let text = MarkdownDocument.plainText(of: markdown)
          answers.append((due[place], .usual(text, version: file.version)))
          continue
        }
        if case .found(.absent) = result { answers.append((due[place], .elsewhere)) }
        // REST shows why: elsewhere, too large for GraphQL, gone, or hidden.
        restQueue.append(place)
      }
      try await record(answers)
    }
    switch end {
    case .unavailable: restQueue += batches.rest.compactMap { places[$0] }
    case .reserved(let failure): (outcome.failure, outcome.isLimited) = (failure, true)
    case .failed(let error):
      (outcome.failure, outcome.isLimited) = (partial(error), error.kind == .rateLimited)
      return false
    case nil: break
    }
    return true
  }
}

// MARK: One by one

extension ReadmeSync {
  /// Reads the rest through REST, which finds READMEs of any name and in any place.
  private mutating func fetchByREST() async throws(OperationFailure) {
    var failuresInARow = 0
    for due in restQueue.sorted().map({ due[$0] }) {
      var answer = FetchedReadme.failed
      if !outcome.refusals.contains(due.name) {
        do throws(GitHubError) {
          let reserve = reserve(of: .core)
          guard try await reserve.allowsRequest() else {
            (outcome.failure, outcome.isLimited) = (await reserve.failure(), true)
            return
          }
          show("README of \(due.name)")
          answer = try await ask(for: due)
          failuresInARow = 0
        } catch {
          if !outcome.refusals.add(due.name, error, in: session.world) {
            outcome.failure = partial(error)
            // A token that may not read this repository may be able to read the others.
            if error.endsBatch, error.kind != .forbidden {
              outcome.isLimited = error.kind == .rateLimited
              return
            }
            failuresInARow += 1
          }
        }
      }
      try await record([(due, answer)])
      if failuresInARow == Self.maxFailuresInARow { return }
    }
  }

  /// The maximum number of consecutive failures, each with its retries; another attempt would
  /// probably fail too.
  private static let maxFailuresInARow = 3

  private func ask(for due: DueReadme) async throws(GitHubError) -> FetchedReadme {
    let start = session.world.clock.now()
    do throws(GitHubError) {
      let response = try await session.client.send(.readmeFile(due.name, unlessIs: due.etag))
      try await pause(since: start)
      guard case .value(let file) = response.value else { return .unchanged }
      guard let file else { return try await absence(of: due) }
      let markdown: String?
      if let text = file.text {
        markdown = text
      } else {
        markdown = try await session.client.send(.readme(due.name)).value
      }
      guard let markdown else { return .missing }
      let text = MarkdownDocument.plainText(of: markdown)
      return .found(text, at: file.path, etag: response.entityTag)
    } catch {
      // Gone, blocked or too large to store; any other error keeps the stored version.
      if error.transport?.code == .responseTooLarge { return .missing }
      guard error.kind == .notFound else { throw error }
      return try await absence(of: due)
    }
  }

  /// The answer for a missing README, whose repository may be gone as well.
  private func absence(of due: DueReadme) async throws(GitHubError) -> FetchedReadme {
    guard due.isStored else { return .missing }
    do throws(GitHubError) {
      _ = try await session.client.send(.repository(due.name))
      return .missing
    } catch {
      guard error.kind == .notFound else { throw error }
      return .gone
    }
  }

  /// Waits until the next request is due.
  ///
  /// GitHub allows 900 requests a minute (GitHub's REST documentation, "Rate limits").
  private func pause(since start: Moment) async throws(GitHubError) {
    let rest = Self.minInterval - (session.world.clock.now() - start)
    if rest > .zero { try await session.world.clock.wait(rest) }
  }

  private static let minInterval = Duration.milliseconds(70)
}

// MARK: The rate limit

extension ReadmeSync {
  private func reserve(of resource: RequestResource) -> RequestReserve {
    RequestReserve(of: resource, session)
  }

  /// A partial failure: stored READMEs are kept, and the next run continues after them.
  private func partial(_ error: GitHubError) -> OperationFailure {
    OperationFailure(error, in: session.world)
      .resumable(.nextSync)
  }
}

extension ReadmeSync.Outcome {
  fileprivate mutating func count(_ answer: FetchedReadme) {
    left -= 1
    switch answer {
    case .usual, .found: fetched += 1
    case .unchanged: unchanged += 1
    case .missing, .gone: missing += 1
    case .failed: failed += 1
    case .elsewhere: left += 1
    }
  }
}

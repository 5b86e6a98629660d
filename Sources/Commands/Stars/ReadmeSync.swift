import GitHubAPI
import GitHubModel
import Markdown
import RepositoryStore
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An update of the READMEs of the user's stars.
///
/// Requests are sent one after another, as GitHub asks, and each README is stored before the next is
/// asked for, so that a run which ends early loses nothing.
struct ReadmeSync {
  private let session: Session
  private let account: AccountID
  /// Whether it waits for the rate limit to reset, instead of ending there.
  var waitsForReset = false

  init(_ session: Session, of account: AccountID) {
    (self.session, self.account) = (session, account)
  }

  /// What a run has done.
  struct Outcome {
    /// The READMEs that are stored now.
    fileprivate(set) var total = 0
    fileprivate(set) var fetched = 0
    fileprivate(set) var unchanged = 0
    /// Those that do not exist or cannot be read.
    fileprivate(set) var missing = 0
    /// Those that GitHub failed to send.
    fileprivate(set) var failed = 0
    /// Those that were not asked for.
    fileprivate(set) var left = 0
    /// Why the run is not complete.
    fileprivate(set) var failure: CommandFailure?
  }

  /// Whether READMEs are wanted; `asked` says that they are from now on.
  func isWanted(asked: Bool) async throws(CommandFailure) -> Bool {
    try await perform { (store) throws(StoreError) in
      if asked { try store.setSyncsReadmes(true, of: account) }
      return try store.syncsReadmes(of: account)
    }
  }

  /// Removes all READMEs, which are not wanted any more; returns how many there were.
  func removeAll() async throws(CommandFailure) -> Int {
    let count = try await perform { (store) throws(StoreError) in
      try store.setSyncsReadmes(false, of: account)
      return try store.readmeCount(of: account)
    }
    while try await perform({ (store) throws(StoreError) in
      try store.removeSomeReadmes(of: account)
    }) {}
    return count
  }

  /// Asks for the READMEs that are due, the newest star first.
  func run() async throws(CommandFailure) -> Outcome {
    let due = try await perform { (store) throws(StoreError) in try store.dueReadmes(of: account) }
    var outcome = try await fetch(due)
    outcome.total = try await perform { (store) throws(StoreError) in
      try store.readmeCount(of: account)
    }
    return outcome
  }

  private func fetch(_ due: [DueReadme]) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    var failuresInARow = 0
    let progress = BatchProgress(of: due.count, in: session)
    defer { progress.end() }
    for (index, readme) in due.enumerated() {
      progress.show(index, next: "README of \(readme.name)")
      outcome.left = due.count - index
      let answer: FetchedReadme
      do throws(GitHubError) {
        guard try await hasBudget() else {
          outcome.failure = await budgetIsUsedUp()
          return outcome
        }
        answer = try await ask(for: readme)
      } catch {
        failuresInARow += 1
        outcome.failure = partial(error)
        if error.endsBatch { return outcome }
        outcome.failed += 1
        outcome.left -= 1
        if failuresInARow == Self.maxFailuresInARow { return outcome }
        continue
      }
      failuresInARow = 0
      try await perform { (store) throws(StoreError) in try store.record(answer, for: readme) }
      outcome.count(answer)
    }
    return outcome
  }

  /// After so many server errors, each with its retries, the next README would hardly fare better.
  private static let maxFailuresInARow = 3

  private func perform<Value: Sendable>(
    _ body: @Sendable (LibraryStore) throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    try await session.library.perform(Self.operation, body)
  }

  private static let operation = "sync READMEs"
}

// MARK: Requests

extension ReadmeSync {
  private func ask(for readme: DueReadme) async throws(GitHubError) -> FetchedReadme {
    let start = session.context.clock.now()
    let response: APIResponse<Conditional<String?>>
    do throws(GitHubError) {
      response = try await session.client.send(.readme(readme.name, unlessIs: readme.etag))
    } catch {
      return try Self.answer(error)
    }
    try await pause(since: start)
    return switch response.value {
    case .unchanged: .unchanged
    case .value(nil): .missing
    case .value(let markdown?):
      .text(MarkdownDocument(markdown).plainText, etag: response.entityTag)
    }
  }

  /// What an error says of this one README; throws it if it may be over at the next attempt.
  private static func answer(_ error: GitHubError) throws(GitHubError) -> FetchedReadme {
    switch error.code {
    case .notFound, .forbidden: return .missing
    // Too large, or malformed.
    case .badResponse where error.status == nil: return .missing
    default: throw error
    }
  }

  /// Waits until the next request is due.
  ///
  /// GitHub allows 900 requests a minute (GitHub's REST documentation, "Rate limits").
  private func pause(since start: Moment) async throws(GitHubError) {
    let rest = Self.leastInterval - (session.context.clock.now() - start)
    if rest > .zero { try await session.context.clock.wait(rest, for: Self.operation) }
  }

  private static let leastInterval = Duration.milliseconds(70)
}

// MARK: The rate limit

extension ReadmeSync {
  /// Whether more requests are left than other commands should find; waits for the reset if wanted.
  private func hasBudget() async throws(GitHubError) -> Bool {
    let status = await session.client.rateLimit(of: .core)
    guard let remaining = status.remaining, remaining <= Self.reserve else { return true }
    guard waitsForReset, (status.limit ?? .max) > Self.reserve, let rest = status.resetsIn else {
      return false
    }
    let context = session.context
    let until = LocalTime.clock(
      context.now().addingTimeInterval(rest / .seconds(1)),
      now: context.now()
    )
    context.note(
      "ghsearch: keeping the last \(remaining) requests of this hour for other commands; waiting until "
        + "\(until) (Ctrl-C to stop)"
    )
    try await context.clock.wait(rest, for: Self.operation)
    return true
  }

  /// Requests of the hour that are left for other commands.
  private static let reserve = 500

  private func budgetIsUsedUp() async -> CommandFailure {
    let (status, now) = (await session.client.rateLimit(of: .core), session.context.now())
    let reset = status.resetsIn.map { now.addingTimeInterval($0 / .seconds(1)) }
    let time = reset.map { " after \(LocalTime.clock($0, now: now))" } ?? " later"
    return CommandFailure(
      .partial,
      Self.operation,
      "the last \(Self.reserve) requests of this hour are kept for other commands",
      advice: "run `ghsearch stars sync`\(time) to continue, or add --wait"
    )
  }

  /// What is stored stays, and the next run continues after it.
  private func partial(_ error: GitHubError) -> CommandFailure {
    let failure = CommandFailure(error, in: session.context)
    if failure.status == .interrupted { return failure }
    let advice = [failure.advice, "the next `ghsearch stars sync` resumes from there"]
    return CommandFailure(
      .partial,
      failure.what,
      failure.why,
      advice: advice.filter { !$0.isEmpty }.joined(separator: "; ")
    )
  }
}

extension ReadmeSync.Outcome {
  fileprivate mutating func count(_ answer: FetchedReadme) {
    left -= 1
    switch answer {
    case .text: fetched += 1
    case .unchanged: unchanged += 1
    case .missing: missing += 1
    }
  }

  /// As in `1,234 READMEs: 12 fetched, 3 missing`.
  var sentence: String {
    let parts = [
      (fetched, "fetched"), (unchanged, "unchanged"), (missing, "missing"), (failed, "failed"),
      (left, "left"),
    ]
    let done = parts.filter { $0.0 > 0 }.map { "\(CompactNumber.grouped($0.0)) \($0.1)" }
    return Counted.text(total, "README") + ": "
      + (done.isEmpty ? "nothing changed" : done.joined(separator: ", "))
  }
}

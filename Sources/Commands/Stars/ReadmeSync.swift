import GitHubAPI
import GitHubModel
import HTTPTransport
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

  /// The counts of a run.
  struct Outcome {
    /// The READMEs that are stored now.
    fileprivate(set) var total = 0
    fileprivate(set) var fetched = 0
    fileprivate(set) var unchanged = 0
    /// The READMEs that do not exist, are blocked, or are too large.
    fileprivate(set) var missing = 0
    /// The READMEs that GitHub failed to send; stored versions stay.
    fileprivate(set) var failed = 0
    /// The READMEs that were not requested.
    fileprivate(set) var left = 0
    /// Why the run is not complete.
    fileprivate(set) var failure: CommandFailure?
    fileprivate var isLimited = false

    /// Whether nothing is wrong but that the rest has to wait for the rate limit.
    var onlyWaits: Bool { isLimited && failed == 0 }
  }

  /// Whether READMEs are wanted; `asked` says that they are from now on.
  func isWanted(asked: Bool) async throws(CommandFailure) -> Bool {
    try await session.library.perform(Self.operation) { store in
      if asked { try store.setSyncsReadmes(true, of: account) }
      return try store.syncsReadmes(of: account)
    }
  }

  /// Removes all READMEs, which are not wanted any more; returns how many there were.
  func removeAll() async throws(CommandFailure) -> Int {
    let count = try await session.library.perform(Self.operation) { store in
      try store.setSyncsReadmes(false, of: account)
      return try store.readmeCount(of: account)
    }
    while try await session.library.perform(
      Self.operation,
      {
        try $0.removeSomeReadmes(of: account)
      }
    ) {}
    return count
  }

  /// Asks for the READMEs that are due.
  func run() async throws(CommandFailure) -> Outcome {
    let due = try await session.library.perform(Self.operation) { try $0.dueReadmes(of: account) }
    var outcome = try await fetch(due)
    outcome.total = try await session.library.perform(Self.operation) {
      try $0.readmeCount(of: account)
    }
    return outcome
  }

  private func fetch(_ due: [DueReadme]) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    var failuresInARow = 0
    let progress = BatchProgress(of: due.count, in: session)
    defer { progress.end() }
    await announceShare(of: due.count)
    for (index, readme) in due.enumerated() {
      outcome.left = due.count - index
      let answer: FetchedReadme
      do throws(GitHubError) {
        guard let share = try await share() else {
          (outcome.failure, outcome.isLimited) = (await budgetIsUsedUp(), true)
          return outcome
        }
        progress.show(
          index,
          of: index + min(share, outcome.left),
          next: "README of \(readme.name)"
        )
        answer = try await ask(for: readme)
      } catch {
        outcome.failure = partial(error)
        // A token that may not read this repository may well read the others.
        if error.endsBatch, error.code != .forbidden {
          outcome.isLimited = error.code == .rateLimited
          return outcome
        }
        try await session.library.perform(Self.operation) { try $0.record(nil, for: readme) }
        failuresInARow += 1
        outcome.failed += 1
        outcome.left -= 1
        if failuresInARow == Self.maxFailuresInARow { return outcome }
        continue
      }
      failuresInARow = 0
      try await session.library.perform(Self.operation) { try $0.record(answer, for: readme) }
      outcome.count(answer)
    }
    return outcome
  }

  /// After this many failures, each with its retries, the next README would hardly fare better.
  private static let maxFailuresInARow = 3

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

  /// Translates an error about this one README: it is gone, blocked, or too large to be kept.
  ///
  /// Throws all other errors: what is stored is not given up because of one.
  private static func answer(_ error: GitHubError) throws(GitHubError) -> FetchedReadme {
    let isTooLarge = (error.cause as? TransportError)?.code == .responseTooLarge
    guard error.code == .notFound || isTooLarge else { throw error }
    return .missing
  }

  /// Waits until the next request is due.
  ///
  /// GitHub allows 900 requests a minute (GitHub's REST documentation, "Rate limits").
  private func pause(since start: Moment) async throws(GitHubError) {
    let rest = Self.minInterval - (session.context.clock.now() - start)
    if rest > .zero { try await session.context.clock.wait(rest, for: Self.operation) }
  }

  private static let minInterval = Duration.milliseconds(70)
}

// MARK: The rate limit

extension ReadmeSync {
  /// How many requests are left beyond those that other commands should find; nil if there are none.
  ///
  /// Waits for the reset if wanted.
  private func share() async throws(GitHubError) -> Int? {
    let status = await session.client.rateLimit(of: .core)
    guard let remaining = status.remaining else { return .max }
    if remaining > Self.reserve { return remaining - Self.reserve }
    guard waitsForReset, (status.limit ?? .max) > Self.reserve, let rest = status.resetsIn else {
      return nil
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
    return .max
  }

  /// Says before the first request how many of the READMEs the rate limit allows, if someone watches.
  private func announceShare(of count: Int) async {
    guard session.statusLine != nil, !waitsForReset,
      let remaining = await session.client.rateLimit(of: .core).remaining
    else { return }
    let share = remaining - Self.reserve
    guard share > 0, share < count else { return }
    let (part, whole) = (CompactNumber.grouped(share), Counted.text(count, "README"))
    session.context.note("ghsearch: this hour's rate limit allows \(part) of \(whole)")
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

  /// The stored READMEs stay, and the next run continues after them.
  private func partial(_ error: GitHubError) -> CommandFailure {
    let failure = CommandFailure(error, in: session.context)
    let kind = failure.kind == .cancelled ? failure.kind : .partial
    return failure.with(
      kind,
      advice: [failure.advice, "the next `ghsearch stars sync` resumes from there"]
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

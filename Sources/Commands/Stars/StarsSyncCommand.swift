import ArgumentParser
import Essentials
import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

/// `ghsearch stars sync`.
struct StarsSyncCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Update the local copy of your stars.",
    usage: "ghsearch stars sync [flags]",
    discussion: """
      Asks for new stars, and for the facts of all of them, 100 in a request. All pages of stars are read \
      if the first one has changed, once a day, and with --full; those that have not changed do not \
      count toward the rate limit. An interrupted sync is resumed. Your star lists are read as well, if \
      the token can read them. Repositories whose owner does not show them to the token, for single \
      sign-on for example, are left as they were, which does not fail the sync.

      With --readmes, the READMEs of your stars are fetched for `ghsearch stars search`: up to 40 in a \
      request, the newest stars first. Later syncs fetch only those of new stars and those that have \
      changed. At least 500 requests per hour are kept for other commands: if \
      READMEs are left, the exit status is 10 with --readmes, and 0 without it.

      EXAMPLES:
        ghsearch stars sync
        ghsearch stars sync --readmes --wait
      """
  )

  @Flag(help: "Fetch all pages of stars, even those that have not changed.")
  var full = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: """
      Also fetch READMEs, in this sync and later ones, or remove them. (default: same as last time)
      """
  )
  var readmes: Bool?

  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context, waitLimit: wait.waitLimit)
    do throws(CommandFailure) {
      return try await sync(session)
    } catch {
      // Users know why it ends, but not what was done and that nothing is lost.
      if error.kind == .cancelled { session.context.report(error) }
      throw error
    }
  }

  private func sync(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    try await session.library.require(for: StarSync.operation)
    var refusals = OwnerRefusals()
    defer { refusals.warn(in: session.context) }
    var facts = StarFactsSync(session, of: try await StarSync(session).account())
    facts.waitsForReset = wait.waitLimit == .untilItEnds
    let (outcome, status) = try await syncStars(session, facts)
    refusals = outcome.refusals
    let statuses = [
      status, try await syncLists(session), try await syncReadmes(session, &refusals),
    ]
    try await facts.finish(outcome)
    return statuses.first { $0 != .success } ?? .success
  }
}

extension StarsSyncCommand {
  /// Reads which repositories are starred, and then the facts of all of them.
  private func syncStars(
    _ session: Session,
    _ facts: StarFactsSync
  ) async throws(CommandFailure) -> (facts: StarFactsSync.Outcome, status: ExitStatus) {
    let operation = StarSync.operation
    var status = ExitStatus.success
    var sync = StarSync(session)
    sync.isFull = full
    let account = try await sync.account()
    let last = try await session.library.perform(operation) { try $0.lastStarEvent() }
    let stars = try await sync.run()
    let outcome = try await facts.run()
    let changes = try await session.library.perform(operation) {
      try $0.eventCounts(of: account, after: last)
    }
    try session.context.print(stars.removing(outcome.removed).sentence + "\n")
    if case .changed(_, let count) = stars, count > 0 {
      let why = "\(Counted.text(count, "star")) could not be read"
      let advice = "the next `ghsearch stars sync` tries again"
      session.context.report(CommandFailure(.partial, operation, why, advice: advice))
      status = .partial
    }
    if !changes.isEmpty { try session.context.print(StarEvent.sentence(changes) + "\n") }
    if let failure = outcome.failure {
      if failure.kind == .cancelled { throw failure }
      session.context.report(failure)
      status = failure.status
    }
    return (outcome, status)
  }

  /// Reads the star lists, unless the token may not: the stars are up to date without them.
  private func syncLists(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    let copy = StarListCopy(for: "sync your star lists", session)
    let account = try await copy.account()
    do throws(CommandFailure) {
      let lists = try await copy.update(of: account).lists
      if lists.isEmpty { return .success }
      let count = lists.reduce(0) { $0 + $1.members.count }
      let repositories = Counted.text(count, "repository", plural: "repositories")
      try session.context.print("\(Counted.text(lists.count, "list")): \(repositories)\n")
    } catch {
      switch error.kind {
      case .notFound where error.call?.status == 404:
        session.context.warn("star lists were not synced", "the server has no GraphQL")
      case .forbidden:
        session.context.warn("star lists were not synced", error.why, advice: error.advice)
      case .cancelled:
        throw error.with(advice: [error.advice, "the next `ghsearch stars sync` reads them"])
      case .output: throw error
      default:
        session.context.report(error.with(what: "sync your star lists"))
        return .partial
      }
    }
    return .success
  }

  /// Fetches READMEs if this or an earlier sync asked for them.
  private func syncReadmes(
    _ session: Session,
    _ refusals: inout OwnerRefusals
  ) async throws(CommandFailure) -> ExitStatus {
    let account = try await StarSync(session).account()
    var sync = ReadmeSync(session, of: account)
    sync.waitsForReset = wait.waitLimit == .untilItEnds
    sync.refusals = refusals
    if readmes == false {
      let count = try await sync.removeAll()
      try session.context.print("\(Counted.text(count, "README")) removed\n")
      return .success
    }
    guard try await sync.isWanted(asked: readmes == true) else { return .success }
    let outcome = try await sync.run()
    refusals = outcome.refusals
    try session.context.print(outcome.sentence + "\n")
    guard let failure = outcome.failure else { return .success }
    if failure.kind == .cancelled { throw failure }
    session.context.report(failure)
    // The stars and the lists are up to date, and later syncs fetch the rest.
    return readmes == nil && outcome.onlyWaits ? .success : failure.status
  }
}

extension StarSync.Outcome {
  /// The result after more stars were found to be removed.
  fileprivate func removing(_ count: Int) -> Self {
    switch self {
    case .unchanged(let total) where count > 0:
      .changed(SyncOutcome(added: 0, removed: count, total: total - count), unreadable: 0)
    case .unchanged: self
    case .changed(let outcome, let unreadable):
      .changed(outcome.removing(count, total: outcome.total - count), unreadable: unreadable)
    }
  }

  /// As in `1,234 stars: 12 added, 3 removed`.
  var sentence: String {
    switch self {
    case .unchanged(let count): "\(Counted.text(count, "star")): nothing changed"
    case .changed(let outcome, _):
      "\(Counted.text(outcome.total, "star")): \(outcome.added) added, \(outcome.removed) removed"
    }
  }
}

extension StarEvent {
  /// As in `12 new releases · 3 archived · 1 renamed · 2 gone`.
  fileprivate static func sentence(_ counts: [Kind: Int]) -> String {
    Kind.allCases.compactMap { kind in
      counts[kind].map { count in
        switch kind {
        case .release: Counted.text(count, "new release")
        case .license: Counted.text(count, "new license")
        case .archived, .unarchived, .renamed, .gone, .returned:
          "\(CompactNumber.grouped(count)) \(kind.rawValue)"
        }
      }
    }.joined(separator: " · ")
  }
}

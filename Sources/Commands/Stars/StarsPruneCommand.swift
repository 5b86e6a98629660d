import ArgumentParser
import Essentials
import GitHubModel
import RepositoryStore
import System
import Terminal

/// `ghsearch stars prune`.
struct StarsPruneCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Unstar repositories that match filters, after confirmation.",
    usage: "ghsearch stars prune [flags]",
    discussion: """
      Lists the stars that match all of the filters and asks before unstarring them. At least one \
      filter is required. What GitHub says now decides: a star that no longer matches is spared, and \
      for --list and --unlisted, your lists are read first. \
      `ghsearch stars undo` restores the stars. With an output format such as --json, standard output \
      has only the rows that were unstarred, or with --dry-run those that would be.

      EXAMPLES:
        ghsearch stars prune --archived --dry-run
        ghsearch stars prune --not-pushed-for 2y --stars '<100'

      \(HelpText.fields)
      """
  )

  @OptionGroup var qualifiers: LocalQualifierOptions
  @OptionGroup var lists: StarListFilter

  @Option(
    help: ArgumentHelp(
      "No push for this long, such as 90d, 26w, 24mo or 2y.",
      valueName: "duration"
    ),
    transform: TimeSpan.readingDays
  )
  var notPushedFor: TimeSpan?

  @Flag(help: "Only repositories that were deleted, blocked or made private.")
  var gone = false

  @Flag(help: "List the matching stars, without unstarring them.")
  var dryRun = false

  @Flag(help: "With --dry-run: judge by the local copy, without asking GitHub.")
  var offline = false

  @Flag(name: [.long, .short], help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if offline, !dryRun { throw ValidationError("--offline is only for --dry-run") }
  }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "stars prune"
    if output.asksForSchema {
      try await write([], in: context)
      return .success
    }
    let session = try Session(context, waitLimit: wait.waitLimit)
    let own = StarCopy(for: operation, session)
    let selection = StarSelection(qualifiers: qualifiers, session: session)
    if notPushedFor == nil, !gone, lists.isEmpty, try selection.isEmpty() {
      throw CommandFailure(
        .usage,
        operation,
        "no filter given",
        advice: "add one such as --archived or --not-pushed-for 2y"
      )
    }
    let matching = try await current(own) { stars throws(CommandFailure) in
      selected(from: try selection.selected(stars), now: context.now())
    }
    var stars = try await inLists(matching, own)
    if dryRun || stars.isEmpty {
      try await write(stars, in: context)
      guard dryRun, !stars.isEmpty else { return .success }
      context.note("ghsearch: dry run: would unstar \(Self.count(stars))")
      return .success
    }
    if !yes {
      try await show(stars, in: context)
      let question = "Unstar \(Self.count(stars))?"
      let confirmation = Confirmation(question: question, operation: operation, context: context)
      guard try await confirmation.isGiven() else {
        context.note("ghsearch: canceled; nothing was unstarred")
        return .negative
      }
      // An answer may take its time.
      let rest = try await inLists(stars, own)
      if rest.count < stars.count {
        context.note("ghsearch: \(stars.count - rest.count) spared: the lists have changed")
      }
      stars = rest
    }
    return try await prune(stars, own, in: context)
  }

  /// The stars that match now: the facts of those that match in the local copy are read first.
  private func current(
    _ own: StarCopy,
    _ matching: ([Star]) throws(CommandFailure) -> [Star]
  ) async throws(CommandFailure) -> [Star] {
    let candidates = try matching(try await own.all())
    if candidates.isEmpty || offline { return candidates }
    let account = try await own.account()
    let facts = StarFactsSync(own.session, of: account, keepsReserve: false)
    let outcome = try await facts.read(candidates.compactMap(DueStar.init))
    outcome.refusals.warn(in: own.session.context)
    if let failure = outcome.failure {
      if outcome.isStopped { throw failure }
      own.session.context.report(failure)
    }
    if !outcome.isAvailable {
      var sync = StarSync(own.session)
      sync.isFull = true
      _ = try await sync.run()
    }
    let asked = Set(candidates.compactMap(\.repository?.id))
    let known = outcome.isAvailable ? outcome.answered : asked
    let stars = try matching(try await own.all()).filter { star in
      star.repository.map { asked.contains($0.id) && known.contains($0.id) } ?? false
    }
    if stars.count < candidates.count {
      let count = CompactNumber.grouped(candidates.count - stars.count)
      own.session.context.note("ghsearch: \(count) spared: GitHub does not say that they match now")
    }
    return stars
  }

  /// Those of the stars that the flags for lists select, judging by the lists as GitHub has them now.
  private func inLists(_ stars: [Star], _ own: StarCopy) async throws(CommandFailure) -> [Star] {
    if lists.isEmpty { return stars }
    var editor = try await StarListEditor(for: own.operation, own.session)
    let current = try await editor.current(showing: stars.compactMap(\.repository?.id))
    return try await lists.selected(stars, from: current, for: own.operation, own.session)
  }

  private static func count(_ stars: [Star]) -> String {
    Counted.text(stars.count, "repository", plural: "repositories")
  }

  /// Shows what is about to be unstarred; where standard output is for the results, on standard error.
  private func show(_ stars: [Star], in context: Context) async throws(CommandFailure) {
    if context.messageFormat == .json {
      for star in stars { context.note("\(star.name)") }
      return
    }
    var shown = context
    if output.isGiven || context.terminal == nil {
      (shown.output, shown.terminal) = (context.errors, context.errorTerminal)
      shown.usesPager = false
    }
    try await write(stars, .rows(output.color, in: shown), shown)
  }

  /// Writes the stars in the format that was asked for.
  private func write(_ stars: [Star], in context: Context) async throws(CommandFailure) {
    _ = try await output.deliver(in: context) { context, format throws(CommandFailure) in
      try await write(stars, format, context)
      return .success
    }
  }

  private func write(
    _ stars: [Star],
    _ format: OutputFormat,
    _ context: Context
  ) async throws(CommandFailure) {
    try await context.printList(
      stars.compactMap(\.repository).map(\.starred).rows(),
      as: format,
      summary: ListSummary(shown: stars.count, of: stars.count),
      footer: stars.count == 1 ? "1 star matches" : "\(stars.count) stars match",
      ifEmpty: "no stars match"
    )
  }

  /// Those of the stars that the other flags select.
  ///
  /// Of a repository that is gone, nothing else can be said.
  private func selected(from stars: [Star], now: Date) -> [Star] {
    let stars = stars.filter { ($0.goneAt != nil) == gone }
    guard let cutoff = notPushedFor?.before(now) else { return stars }
    // An unknown date is not an old one.
    return stars.filter { star in
      star.repository?.dates.pushed.map { $0 < cutoff } ?? false
    }
  }

  private func prune(
    _ stars: [Star],
    _ own: StarCopy,
    in context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let session = own.session
    if lists.isEmpty { await StarListCopy(for: own.operation, session).refresh() }
    let changes = StarChanges(session)
    var unstarred: Set<RepositoryName> = []
    let lines: BatchLines = output.isGiven ? .none : .changes
    let outcome = try await session.each(stars.map(\.name), showing: lines) { name in
      try await changes.prune(name, isGone: gone)
      unstarred.insert(name)
      return BatchResult("unstarred")
    }
    if output.isGiven {
      try await write(stars.filter { unstarred.contains($0.name) }.map(\.unstarred), in: context)
    }
    return outcome.status
  }
}

extension Star {
  /// The same repository without the star.
  fileprivate var unstarred: Self {
    var repository = repository
    repository?.isStarred = false
    return Self(name: name, repository: repository, starredAt: starredAt)
  }
}

import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

struct StarsPruneCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Unstar repositories that match filters, after confirmation.",
    usage: "ghsearch stars prune [flags]",
    discussion: """
      Lists the stars that match all of the filters and asks before unstarring them. At least one \
      filter is required. Matches are checked against GitHub first; stars that no longer match are \
      skipped. For --list and --unlisted, your lists are read first. `ghsearch stars undo` \
      restores the stars. With an output format such as --json, standard output contains only the \
      rows that were unstarred, or would be with --dry-run.

      EXAMPLES:
        ghsearch stars prune --archived --dry-run
        ghsearch stars prune --not-pushed-for 2y --stars '<100'

      \(CommandHelp.fields)
      """
  )

  @OptionGroup var filter: StarFilter

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

  @Flag(help: "With --dry-run: use only the local copy.")
  var offline = false

  @Flag(name: [.long, .short], help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if offline, !dryRun { throw ValidationError("--offline is only for --dry-run") }
  }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    let copy = StarCopy(session)
    if notPushedFor == nil, !gone, try filter.isEmpty(in: session) {
      throw OperationFailure(
        .usage,
        "no filter given",
        advice: "add one such as --archived or --not-pushed-for 2y"
      )
    }
    var stars = try await inLists(try await current(copy, context), copy, context)
    if dryRun || stars.isEmpty {
      let status = try await print(stars, session, context, as: format)
      guard dryRun, !stars.isEmpty else { return status }
      context.note("ghsearch: dry run: would unstar \(Self.count(stars))")
      return status
    }
    if !yes {
      try await show(stars, session, context)
      guard try await context.isConfirmed("Unstar \(Self.count(stars))?") else {
        context.note("ghsearch: canceled; nothing was unstarred")
        return .negative
      }
      // The user may take some time to answer.
      let rest = try await inLists(stars, copy, context)
      if rest.count < stars.count {
        let skipped = stars.count - rest.count
        context.note(
          "ghsearch: skipped \(skipped): \(skipped == 1 ? "its" : "their") lists have changed"
        )
      }
      stars = rest
    }
    return try await prune(stars, session, context, as: format)
  }

  /// The stars that match now, after rereading the facts of those that match in the local copy.
  private func current(_ copy: StarCopy, _ context: Context) async throws(OperationFailure)
    -> [Star]
  {
    let isWanted = try accepts(in: copy.session)
    if offline { return try await copy.all(where: isWanted) }
    let current = try await copy.current(where: isWanted)
    context.warn(of: current.refusals)
    if let failure = current.failure { context.report(failure) }
    if current.skippedCount > 0 {
      let skipped = CompactNumber.grouped(current.skippedCount)
      context.note(
        "ghsearch: skipped \(skipped): no longer matching, or could not be checked"
      )
    }
    return current.stars
  }

  /// Whether all flags except list flags select a star.
  ///
  /// Nothing else is known about a deleted repository.
  private func accepts(
    in session: Session
  ) throws(OperationFailure) -> @Sendable (Star) -> Bool {
    let matches = try filter.accepts(in: session)
    let cutoff = notPushedFor?.before(session.world.now())
    return { [gone] star in
      guard (star.goneAt != nil) == gone, matches(star) else { return false }
      guard let cutoff else { return true }
      // An unknown date does not count as old.
      return star.repository.dates.pushed.map { $0 < cutoff } ?? false
    }
  }

  /// The stars selected by the list flags, according to the current lists on GitHub.
  private func inLists(
    _ stars: [Star],
    _ copy: StarCopy,
    _ context: Context
  ) async throws(OperationFailure) -> [Star] {
    guard filter.namesLists else { return stars }
    let editor = try await StarListEditor(copy.session)
    let current = try await editor.current(showing: stars.map(\.repository.id)).lists
    return try filter.inLists(stars, among: current, context)
  }

  private static func count(_ stars: [Star]) -> String {
    Counted.text(stars.count, "repository")
  }

  /// Shows what is about to be unstarred, on standard error if standard output is for the
  /// results.
  private func show(
    _ stars: [Star],
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) {
    if context.messageFormat == .json {
      for star in stars { context.note("\(star.name)") }
      return
    }
    var shown = context
    if output.isGiven || context.terminal == nil { shown = context.printingOnErrors() }
    _ = try await print(stars, session, shown, as: .rows(output.color, in: shown))
  }

  private func print(
    _ stars: [Star],
    _ session: Session,
    _ context: Context,
    as format: OutputFormat
  ) async throws(OperationFailure) -> ExitStatus {
    let (rows, status) = await session.complete(stars.rows(), with: format.needsOfCopy)
    try await context.printList(
      rows,
      as: format,
      name: \.repository.name,
      footer: stars.count == 1 ? "1 star matches" : "\(stars.count) stars match",
      ifEmpty: "no stars match"
    )
    return status
  }

  private func prune(
    _ stars: [Star],
    _ session: Session,
    _ context: Context,
    as format: OutputFormat
  ) async throws(OperationFailure) -> ExitStatus {
    if !filter.namesLists { await StarListCopy(session).refresh() }
    let changes = StarChanges(session)
    var unstarred: Set<RepositoryName> = []
    let lines: BatchLines = output.isGiven ? .none : .changes
    var outcome = try await context.each(stars.map(\.name), showing: lines) { name in
      try await changes.prune(name, isGone: gone)
      unstarred.insert(name)
      return BatchResult("unstarred")
    }
    if output.isGiven {
      let done = stars.filter { unstarred.contains($0.name) }.map(\.repository)
      outcome.add(try await print(done.map(Star.init(unstarred:)), session, context, as: format))
    }
    return outcome.status
  }
}

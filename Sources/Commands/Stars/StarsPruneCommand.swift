import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore
import SearchUI
import System

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghsearch stars prune`.
struct StarsPruneCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Unstar repositories that match filters, after confirmation.",
    usage: "ghsearch stars prune [flags]",
    discussion: """
      Lists the stars that match all of the filters and asks before unstarring them. At least one \
      filter is required. For --list and --unlisted, your lists are read from GitHub first. \
      `ghsearch stars undo` restores the stars. With an output format such as --json, standard output \
      has only the rows that were unstarred, or with --dry-run those that would be.

      EXAMPLES:
        ghsearch stars prune --archived --dry-run
        ghsearch stars prune --not-pushed-for 2y --stars '<100'

      \(HelpText.fields)
      """
  )

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup var lists: StarListFilter

  @Option(
    help: ArgumentHelp(
      "No push for this long, such as 90d, 26w, 24mo or 2y.",
      valueName: "duration"
    ),
    transform: { try TimeSpan(days: $0) }
  )
  var notPushedFor: TimeSpan?

  @Flag(help: "List the matching stars, without unstarring them.")
  var dryRun = false

  @Flag(name: [.long, .short], help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "stars prune"
    let session = try Session(context, waitLimit: wait.waitLimit)
    let own = OwnStars(for: operation, session)
    let selection = StarSelection(qualifiers: qualifiers, base: session.base)
    if notPushedFor == nil, lists.isEmpty, try selection.isEmpty() {
      throw CommandFailure(
        .usage,
        operation,
        "no filter given",
        advice: "add one such as --archived or --not-pushed-for 2y"
      )
    }
    let matching = selected(
      from: try selection.selected(try await own.all(), for: operation),
      now: context.now()
    )
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
        return .no
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

  /// Those of the stars that the flags for lists select, judging by the lists as GitHub has them now.
  private func inLists(_ stars: [Star], _ own: OwnStars) async throws(CommandFailure) -> [Star] {
    if lists.isEmpty { return stars }
    let copy = StarListCopy(for: own.operation, own.session)
    var editor = StarListEditor(copy, of: try await copy.account())
    let current = try await editor.current(showing: stars.compactMap(\.repository?.id))
    return try lists.selected(stars, from: current, for: own.operation, own.session)
  }

  private static func count(_ stars: [Star]) -> String {
    Counted.text(stars.count, "repository", plural: "repositories")
  }

  /// Shows what is about to be unstarred; where standard output is for the results, on standard error.
  private func show(_ stars: [Star], in context: Context) async throws(CommandFailure) {
    var shown = context
    if output.isGiven || context.terminal == nil {
      (shown.output, shown.terminal) = (context.errors, context.errorTerminal)
    }
    try write(stars, .rows(output.color, in: shown), shown)
  }

  /// Writes the stars in the format that was asked for.
  private func write(_ stars: [Star], in context: Context) async throws(CommandFailure) {
    _ = try await output.deliver(in: context) { context, format throws(CommandFailure) in
      try write(stars, format, context)
      return .success
    }
  }

  private func write(
    _ stars: [Star],
    _ format: OutputFormat,
    _ context: Context
  ) throws(CommandFailure) {
    try ListOutput(format: format, context: context)
      .write(
        stars.compactMap(\.repository).map(\.starred),
        footer: stars.count == 1 ? "1 star matches" : "\(stars.count) stars match",
        ifEmpty: "no stars match"
      )
  }

  private func selected(from stars: [Star], now: Date) -> [Star] {
    guard let cutoff = notPushedFor?.before(now) else { return stars }
    // An unknown date is not an old one.
    return stars.filter { star in
      star.repository?.dates.pushed.map { $0 < cutoff } ?? false
    }
  }

  private func prune(
    _ stars: [Star],
    _ own: OwnStars,
    in context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let session = own.session
    if lists.isEmpty { await StarListCopy(for: own.operation, session).refresh() }
    let (journal, unstarred) = (UnstarJournal(), Guarded<Set<RepositoryName>>([]))
    var batch = Batch(verb: "unstar", selecting: stars.map(\.name), session)
    batch.printsLines = !output.isGiven
    let status = try await batch.run(
      preparing: { name throws(CommandFailure) in try await journal.record(name, session) },
      { name throws(GitHubError) in
        try await journal.unstarRecorded(name, session)
        unstarred.withLock { _ = $0.insert(name) }
        return Batch.Result(word: "unstarred")
      }
    )
    if output.isGiven {
      let names = unstarred.withLock { $0 }
      try await write(stars.filter { names.contains($0.name) }.map(\.unstarred), in: context)
    }
    return status
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

/// Remembers what one command unstars, so that `stars undo` can restore it.
///
/// Only what is starred is remembered: an undo must not give a star that was never there. If the local copy
/// lacks a star, GitHub is asked; otherwise an undo would take the command for one that changed nothing,
/// and would take back the one before it.
actor UnstarJournal {
  private var run: PruneID?

  /// Unstars a repository that the user has named.
  ///
  /// A journal that cannot be written is not worth failing for, unlike that of a prune, whose repositories
  /// nobody has named.
  func unstar(_ name: RepositoryName, _ session: Session) async throws(GitHubError) {
    guard try await isStarred(name, session), (try? await record(name, session)) != nil else {
      return try await StarChanges(session).unstar(name)
    }
    try await unstarRecorded(name, session)
  }

  /// Unstars a repository after ``record(_:_:)``.
  func unstarRecorded(_ name: RepositoryName, _ session: Session) async throws(GitHubError) {
    do throws(GitHubError) {
      try await StarChanges(session).unstar(name)
    } catch {
      if let run, error.isRefusal {
        await session.library.ifPresent { (store) throws(StoreError) in
          try store.unjournal(name, of: run)
        }
      }
      throw error
    }
  }

  /// Records that the repository is about to be unstarred.
  func record(_ name: RepositoryName, _ session: Session) async throws(CommandFailure) {
    let (begun, operation) = (run, "unstar \(name)")
    let token = try session.token(for: operation)
    run = try await session.library.perform(operation) { (store) throws(StoreError) in
      let account = try store.account(for: token)
      let run = if let begun { begun } else { try store.beginPrune(of: account) }
      try store.journal(name, of: run, by: account)
      return run
    }
  }

  private func isStarred(
    _ name: RepositoryName,
    _ session: Session
  ) async throws(GitHubError) -> Bool {
    let stars = LocalStars(session)
    if let path = session.library.places.library, FileStatus(of: path).exists {
      let isKnown = try? await session.library.perform("unstar \(name)") {
        (store) throws(StoreError) in
        guard let account = try stars.account(in: store) else { return false }
        return try store.isStarred(name, by: account)
      }
      if isKnown == true { return true }
    }
    do throws(GitHubError) {
      return try await session.client.isStarred(name)
    } catch {
      var failure = error
      failure.operation = "unstar \(name)"
      throw failure
    }
  }
}

extension GitHubError {
  /// Whether GitHub refused the change of this repository, so that its star is certainly unchanged.
  fileprivate var isRefusal: Bool {
    [.notFound, .forbidden, .invalidRequest, .tokenMissing, .tokenUnreadable, .tokenRejected]
      .contains(code)
  }
}

/// `ghsearch stars undo`.
struct StarsUndoCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Restore the stars and lists that the last unstar or prune removed.",
    usage: "ghsearch stars undo [flags]",
    discussion: """
      The restored stars get today's date on GitHub. They are restored oldest first, which keeps \
      their order. Only stars that the local copy had are restored.

      EXAMPLES:
        ghsearch stars undo
        ghsearch stars undo --wait
      """
  )

  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context, waitLimit: wait.waitLimit)
    let own = OwnStars(for: "undo the last unstar", session)
    let account = try await own.account()
    let last = try await own.perform { (store) throws(StoreError) in
      try store.lastPrune(of: account)
    }
    guard let prune = last, !prune.names.isEmpty else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    return try await Batch(verb: "star", selecting: prune.names, session)
      .run { name throws(GitHubError) in
        try await StarChanges(session).star(name)
        guard try await restoreLists(prune.lists[name] ?? [], of: name, account, session) else {
          return Batch.Result(word: "starred", status: .partial)
        }
        await session.library.ifPresent { (store) throws(StoreError) in
          try store.markRestored(name, of: prune.id)
        }
        return Batch.Result(word: "starred")
      }
  }
}

extension StarsUndoCommand {
  /// Puts the repository back into the lists that it was in; false, with a message, if that fails.
  private func restoreLists(
    _ lists: Set<StarList.ID>,
    of name: RepositoryName,
    _ account: AccountID,
    _ session: Session
  ) async throws(GitHubError) -> Bool {
    if lists.isEmpty { return true }
    let copy = StarListCopy(for: "restore the lists of \(name)", session)
    var editor = StarListEditor(copy, of: account)
    editor.isJournaled = false
    do throws(CommandFailure) {
      _ = try await editor.restore([(name, nil)], adding: lists)
      return true
    } catch {
      if error.status == .interrupted {
        throw GitHubError(.cancelled, operation: copy.operation)
      }
      session.context.report(error)
      return false
    }
  }
}

/// A question that the user answers at the terminal before a change, also when names are read from a pipe.
struct Confirmation {
  let question: String
  /// What is done after a yes, as in `prune your stars`.
  let operation: String
  let context: Context

  /// Only `y` and `yes` count; an empty line and the end of the input mean no.
  ///
  /// - Throws: ``CommandFailure`` if there is no terminal.
  func isGiven() async throws(CommandFailure) -> Bool {
    guard case .line(let answer) = try await answer() else { return false }
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }

  private func answer() async throws(CommandFailure) -> LineRead {
    let prompt = "\(question) [y/N] "
    if context.hasInputTerminal {
      try? context.errors.write(prompt)
      return await context.lines().next()
    }
    if let answer = await context.ask(prompt) { return answer }
    throw CommandFailure(
      .usage,
      operation,
      "no terminal to ask on: \(question)",
      advice: "add --yes"
    )
  }
}

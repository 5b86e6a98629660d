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
      filter is required. `ghsearch stars undo` restores the stars.

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
    let stars = try await lists.selected(matching, for: operation, session)
    if dryRun || !yes {
      let footer = stars.count == 1 ? "1 star matches" : "\(stars.count) stars match"
      _ = try await output.deliver(in: context) { context, format throws(CommandFailure) in
        try ListOutput(format: format, context: context)
          .write(
            stars.compactMap(\.repository).map(\.starred),
            footer: footer,
            ifEmpty: "no stars match"
          )
        return .success
      }
    }
    if stars.isEmpty { return .success }
    if dryRun {
      let count = Counted.text(stars.count, "repository", plural: "repositories")
      context.note("ghsearch: dry run: would unstar \(count)")
      return .success
    }
    if !yes {
      let question = "Unstar \(Counted.text(stars.count, "repository", plural: "repositories"))?"
      let confirmation = Confirmation(question: question, operation: operation, context: context)
      guard try await confirmation.isGiven() else {
        context.note("ghsearch: canceled; nothing was unstarred")
        return .no
      }
    }
    return try await prune(stars, own)
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
    _ own: OwnStars
  ) async throws(CommandFailure) -> ExitStatus {
    let account = try await own.account()
    let session = own.session
    await StarListCopy(for: own.operation, session).refresh()
    let prune = try await own.perform { (store) throws(StoreError) in
      try store.beginPrune(of: account)
    }
    return try await Batch(verb: "unstar", selecting: stars.map(\.name), session).run(
      preparing: { name throws(CommandFailure) in
        try await session.library.perform("prune \(name)") { (store) throws(StoreError) in
          try store.journal(name, of: prune, by: account)
        }
      },
      { name throws(GitHubError) in
        do throws(GitHubError) {
          try await StarChanges(session).unstar(name)
        } catch {
          if error.isRefusal {
            await session.library.ifPresent { (store) throws(StoreError) in
              try store.unjournal(name, of: prune)
            }
          }
          throw error
        }
        return Batch.Result(word: "unstarred")
      }
    )
  }
}

/// Remembers what one `unstar` removes, so that `stars undo` can restore it.
///
/// Only stars that the local copy has are remembered: an undo must not give a star that was never there. A
/// journal that cannot be written is not worth failing for, unlike that of a prune, whose repositories
/// nobody has named.
actor UnstarJournal {
  private var run: PruneID?

  func unstar(_ name: RepositoryName, _ session: Session) async throws(GitHubError) {
    let isJournaled = await record(name, session)
    do throws(GitHubError) {
      try await StarChanges(session).unstar(name)
    } catch {
      if isJournaled, let run, error.isRefusal {
        await session.library.ifPresent { (store) throws(StoreError) in
          try store.unjournal(name, of: run)
        }
      }
      throw error
    }
  }

  private func record(_ name: RepositoryName, _ session: Session) async -> Bool {
    guard let path = session.library.places.library, FileStatus(of: path).exists else {
      return false
    }
    let (stars, begun) = (LocalStars(session), run)
    let recorded = try? await session.library.perform("unstar \(name)") {
      (store) throws(StoreError) -> PruneID? in
      guard let account = try stars.account(in: store), try store.isStarred(name, by: account)
      else { return nil }
      let run = if let begun { begun } else { try store.beginPrune(of: account) }
      try store.journal(name, of: run, by: account)
      return run
    }
    guard let recorded else { return false }
    run = recorded
    return true
  }
}

extension GitHubError {
  /// Whether GitHub refused the change of this repository, so that its star is certainly unchanged.
  fileprivate var isRefusal: Bool { code == .notFound || code == .forbidden }
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

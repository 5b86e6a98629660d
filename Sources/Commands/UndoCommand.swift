import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

struct UndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.undo.rawValue,
    abstract: "Undo the last command that changed something.",
    usage: "ghsearch undo [flags]",
    discussion: """
      Undoes what `star`, `unstar`, `stars prune`, `stars import`, `lists`, `favorites` and `note` have \
      changed on this machine: all that the last such command changed, and nothing that was changed \
      since. Run it again to undo the command before that; `ghsearch log` lists them. Restored stars get \
      today's date on GitHub, in their old order.

      `ghsearch stars undo` and `ghsearch lists undo` undo the last command that changed stars or lists.

      EXAMPLES:
        ghsearch undo --dry-run
        ghsearch undo
        ghsearch undo --repo vapor/vapor
      """
  )

  @OptionGroup var options: UndoOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await options.run(nil, session, context)
  }
}

struct StarsUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last command that changed stars.",
    usage: "ghsearch stars undo [flags]",
    discussion: """
      Stars that were removed are restored with their lists. See `ghsearch undo --help`.

      EXAMPLES:
        ghsearch stars undo
        ghsearch stars undo --repo vapor/vapor
      """
  )

  @OptionGroup var options: UndoOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await options.run(.stars, session, context)
  }
}

struct ListsUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last command that changed star lists.",
    usage: "ghsearch lists undo [flags]",
    discussion: """
      Stars that `--star` added are removed too. See `ghsearch undo --help`.

      EXAMPLES:
        ghsearch lists undo --dry-run
        ghsearch lists undo
      """
  )

  @OptionGroup var options: UndoOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await options.run(.lists, session, context)
  }
}

/// The options and the implementation of the commands that undo.
struct UndoOptions: ParsableArguments {
  @Option(
    name: .customLong("repo"),
    help: ArgumentHelp(
      "Only this repository, from the last command that changed it; repeat for more.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var repositories: [String] = []

  @OptionGroup var change: ListChangeOptions

  /// Undoes the last command that made a change of this kind.
  func run(
    _ kind: ReversibleChange.Kind?,
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(repositories, session, context)
    let steps = try await Journal(session).undoable(kind, about: names)
    guard !steps.isEmpty else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    if change.dryRun {
      return try await context.each(steps) { _ in BatchResult("would undo") }.status
    }
    let undo = try await Undo(steps, session)
    guard try await isConfirmed(undo, context) else { return .negative }
    if steps.contains(where: \.change.lacksLists) {
      context.warn("star lists are not restored", "there was no local copy of them")
    }
    let lists = await session.listNames()
    return try await context.each(steps) { step in
      switch try await undo.undo(step) {
      case .done: return BatchResult(step.change.undoneWords(lists))
      case .unchanged: return BatchResult("unchanged")
      case .withoutLists(let failure):
        context.report(failure)
        return BatchResult(step.change.undoneWords(lists), .partial)
      }
    }.status
  }

  /// Asks before deleting lists that others have filled, and before changing the lists of many
  /// repositories.
  private func isConfirmed(
    _ undo: Undo,
    _ context: Context
  ) async throws(OperationFailure) -> Bool {
    for contents in try await undo.filledLists() {
      if !change.yes { contents.show(in: context) }
      let question = "Delete \"\(contents.list.name)\" and its contents?"
      guard try await change.isConfirmed(question, in: context) else { return false }
    }
    let count = undo.steps.reduce(0) { count, step in
      switch step.change {
      case .deletedList(let contents): count + contents.members.count
      case .changedLists: count + 1
      default: count
      }
    }
    guard count > ListPlanRun.maxUnconfirmed else { return true }
    let question = "Restore the previous lists of \(CompactNumber.grouped(count)) repositories?"
    return try await change.isConfirmed(question, in: context)
  }
}

extension ReversibleChange {
  /// Whether this is a star that was removed while there was no copy of the lists.
  fileprivate var lacksLists: Bool {
    if case .unstarred(let star) = self { star.lists == nil } else { false }
  }
}

extension Session {
  /// The names of the star lists in the copy.
  fileprivate func listNames() async -> ListNames {
    let lists = await readCopyIfPresent { try $0.starLists(of: $1) } ?? []
    return Dictionary(lists.map { ($0.list.id, $0.list.name) }) { first, _ in first }
  }
}

struct LogCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.log.rawValue,
    abstract: "List the commands that changed something, newest first.",
    usage: "ghsearch log [flags]",
    discussion: """
      Shows when each command ran on this machine, its words, what it changed, and whether that has \
      been undone. `ghsearch undo` undoes the first one that has not. The last \
      \(LibraryStore.maxEntries) commands are kept.

      EXAMPLES:
        ghsearch log
        ghsearch log --limit 5 --json date,command,changes
      """
  )

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<LogRow>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<LogRow>
  ) async throws(OperationFailure) -> ExitStatus {
    let entries = try await Journal(session).entries()
    let lists = await session.listNames()
    try await context.printList(
      entries.map { LogRow($0, lists) },
      as: format,
      limit: limit.limit,
      name: nil,
      ifEmpty: "no changes yet"
    )
    return .success
  }
}

extension Context {
  /// Tells a person who reads the output how to undo the command.
  func noteUndo() {
    guard world.run.hasSteps, terminal != nil, errorTerminal != nil else { return }
    note("Undo: \(shownRows == nil ? "ghsearch undo" : ":undo")")
  }
}

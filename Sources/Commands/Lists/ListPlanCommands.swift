import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import JSON
import Output
import RepositoryStore
import Stars
import Terminal

struct ListsExportCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the star lists of each repository, for `lists apply`.",
    usage: "ghsearch lists export [flags]",
    discussion: """
      Reads the lists from GitHub, and prints one JSON object per line for each repository in a \
      list, starred or not, such as {"repo":"vapor/vapor","lists":["Web"]}.

      EXAMPLES:
        ghsearch lists export > lists.jsonl
        ghsearch lists export | jq -c 'select(.lists | length > 1)'
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let editor = try await StarListEditor(session)
    var text = ""
    for (name, lists) in try await editor.memberships() {
      let row: [(String, JSONValue)] = [
        ("repo", .string(name.fullName)), ("lists", .array(lists.map { .string($0) })),
      ]
      JSONValue.object(row).write(to: &text)
      text += "\n"
    }
    try context.print(text)
    return .success
  }
}

struct ListsApplyCommand: SessionCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Change the star lists of many repositories according to a plan.",
    usage: "ghsearch lists apply <plan> [flags]",
    discussion: """
      Each line of the plan is a JSON object about one repository: \
      {"repo":"vapor/vapor","add":["Web"],"remove":["Later"]}, or \
      {"repo":"vapor/vapor","lists":["Web"]} for exactly these lists, which is what `ghsearch \
      lists export` prints. Lists are given by name or slug. Repositories not in the plan keep \
      their lists.

      Nothing is changed if any line has a mistake. Otherwise prints what each repository is added \
      to and removed from, and asks before it changes more than ten repositories, and before a \
      "lists" line removes a repository from a list. Run an interrupted plan again to finish it. \
      `ghsearch lists undo` undoes a run, with the lists that it created.

      EXAMPLES:
        ghsearch lists apply plan.jsonl --dry-run
        ghsearch lists apply plan.jsonl --create-lists
        my-classifier | ghsearch lists apply - --yes
      """
  )

  static var schema: JSONValue { ListDifference.schema }

  @Argument(
    help: ArgumentHelp(
      "The file with the plan; - for standard input, which requires --yes for confirmations.",
      valueName: "plan"
    )
  )
  var file: String

  @Flag(help: "Create public lists for names that no list has.")
  var createLists = false

  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<ListDifference>

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    if output.asksForSchema { return try await print([], context) }
    let text = try await JSONLines.text(of: file, in: context)
    let editor = try await StarListEditor(session)
    var plan = ListPlanRun(change, in: context, stars: star.star)
    plan.isOnInput = file == "-"
    var planFile = ListPlanFile(text, at: session.base)
    planFile.createsLists = createLists
    let items = try await planFile.items(stars: star.star, editor).filter(\.isChange)
    guard planFile.mistakes.isEmpty else {
      return Self.report(planFile.mistakes, context)
    }
    var rows = items.map { ListDifference($0, among: planFile.lists) }
    if !output.isGiven || rows.isEmpty {
      let status = try await print(rows, context)
      if status != .success || rows.isEmpty { return status }
    } else if !change.yes, !change.dryRun {
      try await show(rows, onErrorsOf: context)
    }
    if !planFile.newLists.isEmpty {
      let names = planFile.newLists.map { SafeText($0.name).description }.joined(separator: ", ")
      context.note("ghsearch: lists to create: \(names)")
    }
    let unstarred = items.count(where: \.needsStar)
    if unstarred > 0 { context.note("ghsearch: repositories to star: \(unstarred)") }
    let outcome = try await plan.run(items, creating: planFile.newLists, editor)
    guard output.isGiven else { return outcome.status }
    for index in rows.indices {
      rows[index].status = outcome.results[rows[index].name] ?? .notAttempted
    }
    let printed = try await print(rows, context)
    return outcome.status == .success ? printed : outcome.status
  }

  private static func report(_ mistakes: [ListPlanFile.Mistake], _ context: Context) -> ExitStatus {
    for mistake in mistakes.prefix(maxShownMistakes) { context.report(mistake.failure) }
    if mistakes.count > maxShownMistakes {
      let count = Counted.text(mistakes.count - maxShownMistakes, "more mistake")
      context.report(OperationFailure(.usage, count))
    }
    return .usage
  }

  private static let maxShownMistakes = 20

  /// Prints the changes in the requested format.
  private func print(
    _ rows: [ListDifference],
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(OperationFailure) in
      try await context.printList(rows, as: format, name: \.name, ifEmpty: "nothing to change")
      return .success
    }
  }

  /// Shows the planned changes; standard output is for the changes made.
  private func show(
    _ rows: [ListDifference],
    onErrorsOf context: Context
  ) async throws(OperationFailure) {
    if context.messageFormat == .json { return }
    let shown = context.printingOnErrors()
    try await RowPrinter.print(rows, as: .rows(output.color, in: shown), in: shown)
  }
}

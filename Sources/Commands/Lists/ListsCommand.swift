import ArgumentParser
import Core
import Essentials
import GitHubAPI
import GitHubModel
import Output
import RepositoryStore
import Stars

struct ListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.lists.rawValue,
    abstract: "Manage your star lists on GitHub.",
    usage: "ghsearch lists [<command>] [flags]",
    discussion: """
      A LIST is its name, its slug, or N (or '#N') for row N of the last `ghsearch lists` shown on \
      this terminal. Reading lists requires the scope read:user; changing them requires the scope \
      user.

      EXAMPLES:
        ghsearch lists create 'To read' --private
        ghsearch swift --topic cli --limit 5 | ghsearch lists add 'To read' -
        ghsearch lists show 'to read' --json fullName,lists
      """,
    subcommands: [
      ListsListCommand.self, ListsShowCommand.self, ListsCreateCommand.self,
      ListsEditCommand.self, ListsRenameCommand.self, ListsDeleteCommand.self,
      ListsAddCommand.self, ListsRemoveCommand.self, ListsMoveCommand.self, ListsExportCommand.self,
      ListsApplyCommand.self, ListsUndoCommand.self,
    ],
    defaultSubcommand: ListsListCommand.self
  )
}

struct ListsListCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your star lists from the local copy.",
    usage: "ghsearch lists [list] [flags]",
    discussion: """
      Reads the lists from GitHub if there is no copy yet; `ghsearch stars sync` updates it.

      EXAMPLES:
        ghsearch lists
        ghsearch lists --json name,repositoryCount
      """
  )

  @OptionGroup var limit: RowLimit

  @OptionGroup(title: "Output") var output: RowOptions<StarList>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<StarList>
  ) async throws(OperationFailure) -> ExitStatus {
    let lists = try await StarListCopy(session).contents()
    let shown = limit.first(lists)
    try await context.printList(
      lists.map(\.list),
      as: format,
      limit: limit.limit,
      name: nil,
      footer: ListSummary.footer(shown.count, of: lists.count, "list"),
      ifEmpty: "no star lists yet; create one with `ghsearch lists create NAME`"
    )
    shown.number(in: context)
    return .success
  }
}

struct ListsShowCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the repositories in a star list from the local copy.",
    usage: "ghsearch lists show <list> [flags]",
    discussion: """
      Looks up repositories on GitHub only if they are not in the local cache.

      EXAMPLES:
        ghsearch lists show 'To read'
        ghsearch lists show 2 --language go --jsonl fullName,starredAt
      """
  )

  @OptionGroup var target: StarListTarget

  @Option(help: "Sort order: list order, latest or largest first, names from A to Z.")
  var sort: StarOrder = .relevance

  @OptionGroup var range: RowRange

  @OptionGroup var filter: StarFilter
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    let copy = StarCopy(session)
    let lists = try await StarListCopy(session).contents()
    let shown = try lists.named(target.list, in: context)
    let (stars, failure) = await copy.members(shown.members)
    if let failure { context.warn(failure) }
    let listing = StarListing(sort, range, filter, session, context)
    return try await listing.print(
      stars,
      of: copy,
      as: format,
      counting: "repository",
      ifNone: "the list is empty"
    )
  }
}

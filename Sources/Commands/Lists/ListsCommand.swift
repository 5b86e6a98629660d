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
      A LIST is its name, its slug, or N (or '#N') for row N of the last `ghsearch lists` shown on this \
      terminal. Reading lists needs the scope read:user; changing them needs the scope user.

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

struct ListsShowCommand: StarListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the repositories in a star list from the local copy.",
    usage: "ghsearch lists show <list> [flags]",
    discussion: """
      Looks up only repositories on GitHub that are not in the local cache.

      EXAMPLES:
        ghsearch lists show 'To read'
        ghsearch lists show 2 --language go --jsonl fullName,starredAt
      """
  )

  @OptionGroup var target: StarListTarget

  @Option(help: "Sort order: that of the list, latest or largest first, names from A to Z.")
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
    return try await print(
      await copy.members(shown.members, context),
      session,
      context,
      of: copy,
      as: format,
      counting: "repository",
      ifNone: "the list is empty"
    )
  }
}

extension StarCopy {
  /// The members of a list as stars: those that are not starred have no time.
  ///
  /// Asks GitHub for the facts of those never seen here, as far as possible.
  fileprivate func members(_ members: [StarList.Member], _ context: Context) async -> [Star] {
    let starred = await session.readCopyIfPresent { try $0.stars(of: $1) } ?? []
    let stars = Dictionary(starred.map { ($0.repository.id, $0) }) { first, _ in first }
    var others: [Repository.ID: Repository] = [:]
    var unknown: [StarList.Member] = []
    for member in members where stars[member.id] == nil {
      others[member.id] = await session.library.knownRepository(member.name)
      if others[member.id] == nil { unknown.append(member) }
    }
    do throws(GitHubError) {
      let found = try await session.client.lookUp(unknown.map(\.name)).found
      for (member, lookup) in zip(unknown, found) {
        others[member.id] = lookup.repository?.facts
      }
      await session.library.record(found.compactMap(\.repository?.facts))
    } catch {
      context.warn(OperationFailure(error, in: context.world))
    }
    return members.map { member in
      stars[member.id]
        ?? Star(unstarred: others[member.id] ?? Repository(member, at: session.base))
    }
  }
}

extension Repository {
  /// A repository of which only the name is known.
  fileprivate init(_ member: StarList.Member, at base: APIBase) {
    self.init(
      id: member.id,
      name: member.name,
      owner: Owner(login: member.name.owner),
      url: WebPage.repository(member.name, on: base) ?? ""
    )
    nodeID = member.nodeID
  }
}

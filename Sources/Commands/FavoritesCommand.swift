import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore

struct FavoritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.favorites.rawValue,
    abstract: "Manage a local list of favorite repositories.",
    usage: "ghsearch favorites [<command>] [flags]",
    discussion: """
      Favorites are stored on this machine and require no token.

      EXAMPLES:
        ghsearch favorites add vapor/vapor
        ghsearch favorites
      """,
    subcommands: [
      FavoritesListCommand.self, FavoritesAddCommand.self, FavoritesRemoveCommand.self,
    ],
    defaultSubcommand: FavoritesListCommand.self
  )
}

struct FavoritesListCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the favorites in the order they were added.",
    usage: "ghsearch favorites [list] [flags]",
    discussion: """
      Works offline.

      EXAMPLES:
        ghsearch favorites --limit 10
        ghsearch favorites --json fullName,url

      \(CommandHelp.fields)
      """
  )

  @OptionGroup var limit: RowLimit

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    let favorites = try await session.library.perform { try $0.favorites().map(\.repository) }
    let shown = await session.withCopiedStates(limit.first(favorites))
    let (rows, status) = await session.complete(shown.rows(), with: format.needsOfCopy)
    try await context.printList(
      rows,
      as: format,
      name: \.repository.name,
      summary: ListSummary(shown: shown.count, of: favorites.count),
      footer: ListSummary.footer(shown.count, of: favorites.count, "favorite"),
      ifEmpty: "no favorites yet; add one with `ghsearch favorites add OWNER/NAME`"
    )
    return status
  }
}

struct FavoritesAddCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add repositories to the favorites.",
    usage: "ghsearch favorites add <repo> ... [flags]",
    discussion: """
      Favorites that are already in the list keep their place. Only repositories that \
      are not in the local cache are looked up on GitHub.

      EXAMPLES:
        ghsearch favorites add vapor/vapor apple/swift-nio
        ghsearch swift --topic ios | ghsearch favorites add -
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    try await session.library.require()
    let run = session.world.run
    return try await context.each(names) { name in
      let repository = try await session.repository(name)
      let isAdded = try await session.library.perform { try $0.addFavorite(repository, in: run) }
      return BatchResult(isAdded ? "added" : "unchanged")
    }.status
  }
}

struct FavoritesRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove repositories from the favorites.",
    usage: "ghsearch favorites remove <repo> ... [flags]",
    discussion: """
      EXAMPLES:
        ghsearch favorites remove vapor/vapor
        ghsearch favorites remove 2
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    let run = session.world.run
    return try await context.each(names) { name in
      let isRemoved = try await session.library.perform { store in
        try store.favorite(named: name).map { try store.removeFavorite($0.repository, in: run) }
          ?? false
      }
      return BatchResult(isRemoved ? "removed" : "not a favorite")
    }.status
  }
}

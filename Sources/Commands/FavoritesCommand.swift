import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore

/// `ghsearch favorites`: the user's own list of repositories, on this machine.
struct FavoritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.favorites.rawValue,
    abstract: "Manage a local list of favorite repositories.",
    usage: "ghsearch favorites [<command>] [flags]",
    discussion: """
      The favorites are stored on this machine and need no token.

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

/// `ghsearch favorites list`.
struct FavoritesListCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the favorites in the order they were added.",
    usage: "ghsearch favorites [list] [flags]",
    discussion: """
      Works offline.

      EXAMPLES:
        ghsearch favorites --limit 10
        ghsearch favorites --json fullName,url

      \(HelpText.fields)
      """
  )

  @OptionGroup var limit: RowLimit

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let session = try Session(context)
      let favorites = try await session.library.perform("list the favorites") {
        try $0.favorites().map(\.repository)
      }
      let rows = limit.first(favorites)
      let shown = await LocalStars(session).annotated(rows)
      let total = Counted.text(favorites.count, "favorite")
      let footer = shown.count == favorites.count ? total : "\(shown.count) of \(total)"
      let nothing = "no favorites yet; add one with `ghsearch favorites add OWNER/NAME`"
      try await context.printList(
        await session.complete(shown.rows(), for: format, showsOwn: true).rows,
        as: format,
        summary: ListSummary(shown: shown.count, of: favorites.count),
        footer: footer,
        ifEmpty: nothing
      )
      return .success
    }
  }
}

/// `ghsearch favorites add`.
struct FavoritesAddCommand: ConnectingCommand {
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

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context)
    let operation = "add to the favorites"
    let names = try RepositoryArgument.names(repositories.names, for: operation, session)
    try await session.library.require(for: operation)
    return try await session.each(names) { name in
      let repository: Repository
      do throws(GitHubError) {
        repository = try await session.repository(name)
      } catch {
        throw CommandFailure(error, in: context).with(what: "add \(name) to the favorites")
      }
      let isAdded = try await session.library.perform(operation) { try $0.addFavorite(repository) }
      return BatchResult(isAdded ? "added" : "unchanged")
    }.status
  }
}

/// `ghsearch favorites remove`.
struct FavoritesRemoveCommand: ConnectingCommand {
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

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context)
    let operation = "remove from the favorites"
    let names = try RepositoryArgument.names(repositories.names, for: operation, session)
    return try await session.each(names) { name in
      let isRemoved = try await session.library.perform(operation) { store in
        try store.favorite(named: name).map { try store.removeFavorite(id: $0.repository.id) }
          ?? false
      }
      return BatchResult(isRemoved ? "removed" : "not a favorite")
    }.status
  }
}

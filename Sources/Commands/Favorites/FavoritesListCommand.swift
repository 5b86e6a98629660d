import ArgumentParser
import RepositoryStore

/// `ghsearch favorites list`.
struct FavoritesListCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the favorites in the order they were added, without the network."
  )

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.choice.deliver(in: context) { context, format throws(CommandFailure) in
      let services = try Services(context)
      let favourites = try services.library.perform("list the favorites") {
        (store) throws(StoreError) in try store.favourites().map(\.repository)
      }
      let shown = LocalStars(services).marked(favourites)
      let footer =
        shown.isEmpty
        ? "No favorites yet: add one with `ghsearch favorites add OWNER/NAME`."
        : Counted.text(shown.count, "favorite")
      try ListOutput(format: format, context: context).write(shown, footer: footer)
      return .success
    }
  }
}

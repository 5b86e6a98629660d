import ArgumentParser
import GitHubModel

/// `ghsearch open`: a repository's page in the browser.
struct OpenCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a repository's page in $BROWSER, or print its address."
  )

  @Argument(
    help: ArgumentHelp("OWNER/NAME or its address.", valueName: "repo"),
    completion: .repositories
  )
  var repository: String

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let base = try Services(context).base
    let name = try RepositoryArgument.name(
      repository,
      attempted: "open",
      base: base,
      context: context
    )
    return try Browser.open("https://\(base.webHost ?? "github.com")/\(name)", context)
  }
}

import ArgumentParser
import GitHubAPI
import GitHubModel

/// `ghsearch view`: what there is to know of one repository.
struct ViewCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Show a repository: owner, stars, watchers, forks, issues, languages, its README.",
    discussion: """
      What is longer than the screen goes through $GHSEARCH_PAGER, $PAGER or less.

      Elsewhere than on a terminal: one line a fact, its name, a tab and its value. With --readme, a \
      line of two dashes and the README as it is written follow.
      """
  )

  @Argument(
    help: ArgumentHelp("OWNER/NAME or its address.", valueName: "repo"),
    completion: .repositories
  )
  var repository: String

  @Flag(inversion: .prefixedNo, help: "Show the README, which is usual on a terminal alone.")
  var readme: Bool?

  @Flag(help: "Open its page in the browser instead.")
  var web = false

  @Option(
    help: ArgumentHelp("One JSON object with these fields, or 'all'.", valueName: "fields"),
    completion: .fields
  )
  var json: String?

  @OptionGroup var wait: WaitOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  @Option(help: "Colour the facts.")
  var color: ColorChoice = .auto

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: wait.patience)
    let name = try RepositoryArgument.name(
      repository,
      attempted: "view",
      base: services.base,
      context: context
    )
    if web {
      return try Browser.open("https://\(services.base.webHost ?? "github.com")/\(name)", context)
    }
    let view = RepositoryView(
      services: services,
      client: cache.revalidatingClient(services),
      context: context,
      color: color
    )
    if let json {
      return try await view.printJSON(of: name, try OutputChoice.fields(json, flag: "--json"))
    }
    guard let terminal = context.terminal else {
      return try await view.printTabSeparated(name, withReadme: readme ?? false)
    }
    return try await view.show(name, on: terminal, withReadme: readme ?? true)
  }
}

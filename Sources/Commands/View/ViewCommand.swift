import ArgumentParser
import GitHubAPI
import GitHubModel

/// `ghsearch view`: what there is to know of one repository.
struct ViewCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Show a repository: owner, stars, watchers, forks, issues, and whether you starred it.",
    discussion: "Elsewhere than on a terminal: one line a fact, its name, a tab and its value."
  )

  @Argument(
    help: ArgumentHelp("OWNER/NAME or its address.", valueName: "repo"),
    completion: .repositories
  )
  var repository: String

  @OptionGroup var wait: WaitOptions
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
    let details = try await details(of: name, services, context)
    let isColored = color.isColored(context)
    guard let terminal = context.terminal else {
      var stream = PieceStream(to: context.print)
      DetailText.writeTabSeparated(details, isColored: isColored, to: &stream)
      try stream.flush()
      return .success
    }
    try context.print(
      DetailText.screen(details, width: terminal.columns, isColored: isColored, now: context.now())
    )
    return .success
  }

  private func details(
    of name: RepositoryName,
    _ services: Services,
    _ context: Context
  ) async throws(CommandFailure) -> Repository {
    do throws(GitHubError) {
      var repository = try await services.client.send(.repository(name)).value
      repository.isStarred = await starState(of: repository.name, services, context)
      return repository
    } catch {
      throw CommandFailure(error, in: context)
    }
  }

  /// Nil without a token, and when it cannot be found out: the facts are worth showing all the same.
  private func starState(
    of name: RepositoryName,
    _ services: Services,
    _ context: Context
  ) async -> Bool? {
    do throws(GitHubError) {
      return try await services.client.send(.starred(name)).value
    } catch {
      if ![.tokenMissing, .tokenUnreadable, .cancelled].contains(error.code) {
        context.note(CommandFailure(error, in: context).line)
      }
      return nil
    }
  }
}

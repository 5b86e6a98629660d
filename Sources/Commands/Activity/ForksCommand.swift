import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output
import Terminal

struct ForksCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.forks.rawValue,
    abstract: "List the forks of a repository that are ahead of it.",
    usage: "ghsearch forks <repo> [flags]",
    discussion: """
      Compares the default branches of up to 200 forks, those with the most stars and the latest \
      pushes, with the repository's. Requires a token.

      When piped: \(Fork.columnNames).

      EXAMPLES:
        ghsearch forks flameshot-org/flameshot
        ghsearch forks 3 --all --json fullName,aheadBy,pushedAt
      """
  )

  @OptionGroup var repository: SingleRepository

  @Flag(help: "Show the forks that are not ahead, too.")
  var all = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<Fork>

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<Fork>
  ) async throws(OperationFailure) -> ExitStatus {
    let name = try RepositoryArgument.name(repository.text, session, context)
    _ = try session.token()
    let comparison = try await ForkComparison(of: name, session)
    try await context.printList(
      comparison.forks.filter { all || $0.aheadBy > 0 },
      as: format,
      name: \.repository.name,
      footer: comparison.summary,
      ifEmpty: comparison.total == 0 ? "\(name) has no forks" : nil
    )
    return .success
  }
}

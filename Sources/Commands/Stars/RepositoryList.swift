import ArgumentParser
import GitHubModel

/// The repositories that a command is for.
struct RepositoryList: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "OWNER/NAME or its address; - reads them from standard input, one a line.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var names: [String]

  /// What they name; see ``RepositoryArgument/names(_:attempted:base:context:)``.
  func resolved(
    for attempted: String,
    _ services: Services,
    _ context: Context
  ) throws(CommandFailure) -> [RepositoryName] {
    try RepositoryArgument.names(
      names,
      attempted: attempted,
      base: services.base,
      context: context
    )
  }
}

import ArgumentParser

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
}

import ArgumentParser

/// The flags for changes of many repositories.
struct ChangeOptions: ParsableArguments {
  @Flag(help: "Tell what would be changed, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Begin behind this one of the repositories: to go on where a run ended.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var after: String?
}

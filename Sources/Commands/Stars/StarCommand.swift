import ArgumentParser
import GitHubAPI
import GitHubModel

/// `ghsearch star`.
struct StarCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.star.rawValue,
    abstract: "Star one or more repositories.",
    usage: "ghsearch star <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and starred, or unchanged for a repository that is starred already. \
      One change is sent per second, as GitHub asks; a run that stops early says how to continue.

      EXAMPLES:
        ghsearch star vapor/vapor
        ghsearch star 1 3
        ghsearch swift --topic ios | ghsearch star - --dry-run
      """
  )

  @OptionGroup var options: StarChangeOptions
  var connection: ConnectionOptions { options.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await options.run("star", isStarred: true, in: context) { changes, name, _ in
      try await changes.star(name)
      return Batch.Result(word: "starred")
    }
  }
}

/// `ghsearch unstar`.
struct UnstarCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.unstar.rawValue,
    abstract: "Remove your star from one or more repositories.",
    usage: "ghsearch unstar <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and unstarred, or unchanged for a repository that is not starred. \
      One change is sent per second, as GitHub asks; a run that stops early says how to continue.

      EXAMPLES:
        ghsearch unstar vapor/vapor
        ghsearch unstar 2 --dry-run
      """
  )

  @OptionGroup var options: StarChangeOptions
  var connection: ConnectionOptions { options.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await options.run("unstar", isStarred: false, in: context) { changes, name, state in
      try await changes.unstar(name, isKnown: state == .otherwise)
      return Batch.Result(word: "unstarred")
    }
  }
}

/// The options of `star` and `unstar`, and how both run.
struct StarChangeOptions: ParsableArguments {
  @OptionGroup var repositories: RepositoryList
  @OptionGroup var change: ChangeOptions
  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// `verb` is what is done to each of the repositories, as in `star`.
  func run(
    _ verb: String,
    isStarred: Bool,
    in context: Context,
    _ change: @Sendable (StarChanges, RepositoryName, StarWish.State) async throws -> Batch.Result
  ) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context, waitLimit: wait.waitLimit)
    let changes = StarChanges(session)
    let kind = Batch.Kind.changes(self.change, isStarred: isStarred)
    return try await Batch(verb: verb, repositories.names, kind, session)
      .run { try await change(changes, $0, $1) }
  }
}

/// `ghsearch starred`.
struct StarredCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.starred.rawValue,
    abstract: "Check whether you have starred repositories.",
    usage: "ghsearch starred <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and yes or no.

      EXAMPLES:
        ghsearch starred vapor/vapor apple/swift-nio
        ghsearch starred vapor/vapor && echo "I like it"

      EXIT STATUS:
        0   all of them are starred
        1   at least one is not starred
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context, waitLimit: wait.waitLimit)
    return try await Batch(verb: "check", repositories.names, .questions, session)
      .run { name, _ in
        let isStarred = try await session.client.isStarred(name)
        return isStarred ? Batch.Result(word: "yes") : Batch.Result(word: "no", status: .negative)
      }
  }
}

/// The flags for changes of many repositories.
struct ChangeOptions: ParsableArguments {
  @Flag(help: "Show what would change, without changing it.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Resume after this repository.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var after: String?

  @Flag(help: "Print one JSON object per line, with fullName and status.")
  var jsonl = false
}

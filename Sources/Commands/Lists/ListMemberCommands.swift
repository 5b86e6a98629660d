import ArgumentParser
import Core
import Output
import Stars

struct ListsAddCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add repositories to a star list.",
    usage: "ghsearch lists add <list> <repo> ... [flags]",
    discussion: """
      Repositories stay in their other lists, and need not be starred. One change is sent per \
      second, as GitHub asks.

      EXAMPLES:
        ghsearch lists add Later vapor/vapor apple/container --star
        ghsearch stars list --language go --limit 10 | ghsearch lists add Go -
      """
  )

  @OptionGroup var target: StarListTarget
  @OptionGroup var repositories: RepositoryList
  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let plan = ListPlanRun(change, in: context, stars: star.star, words: ("would add", "added"))
    return try await plan.run(repositories.names, to: target.list, StarListEditor(session))
  }
}

struct ListsRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove repositories from a star list.",
    usage: "ghsearch lists remove <list> <repo> ... [flags]",
    discussion: """
      Repositories stay in their other lists, and stay starred.

      EXAMPLES:
        ghsearch lists remove Later vapor/vapor
        ghsearch lists show Later --archived | ghsearch lists remove Later -
      """
  )

  @OptionGroup var target: StarListTarget
  @OptionGroup var repositories: RepositoryList
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let plan = ListPlanRun(change, in: context, words: ("would remove", "removed"))
    return try await plan.run(repositories.names, from: target.list, StarListEditor(session))
  }
}

struct ListsMoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move repositories from one star list to another.",
    usage: "ghsearch lists move --from <list> --to <list> <repo> ... [flags]",
    discussion: """
      EXAMPLES:
        ghsearch lists move --from Later --to Done vapor/vapor
        ghsearch lists show Later -L 5 | ghsearch lists move --from Later --to Now -
      """
  )

  @Option(
    help: ArgumentHelp("List to remove the repositories from.", valueName: "list"),
    completion: .starLists
  )
  var from: String

  @Option(
    help: ArgumentHelp("List to add the repositories to.", valueName: "list"),
    completion: .starLists
  )
  var to: String

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let plan = ListPlanRun(change, in: context, stars: star.star, words: ("would move", "moved"))
    return try await plan.run(repositories.names, from: from, to: to, StarListEditor(session))
  }
}

struct ListStarOption: ParsableArguments {
  @Flag(help: "Star any repositories that you have not starred yet.")
  var star = false
}

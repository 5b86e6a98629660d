import ArgumentParser
import Core
import GitHubModel
import JSON
import Output
import Stars

struct StarsStatsCommand: SessionCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count your stars by language and by year.",
    usage: "ghsearch stars stats [flags]",
    discussion: """
      EXAMPLES:
        ghsearch stars stats
        ghsearch stars stats --json
      """
  )

  static var schema: JSONValue { StarCounts.schema }

  @Flag(help: "Print a JSON object instead of charts.")
  var json = false

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let stars = try await StarCopy(session).all()
    let counts = StarCounts(stars)
    if json {
      try context.print(counts.json.text + "\n")
      return .success
    }
    let display = Display(
      width: context.terminal?.columns ?? 80,
      hasColor: color.isColored(context),
      now: context.world.now()
    )
    try context.print(counts.charts(on: display))
    return .success
  }
}

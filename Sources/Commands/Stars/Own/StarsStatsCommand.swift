import ArgumentParser
import GitHubModel
import RepositoryStore
import Terminal

/// `ghsearch stars stats`.
struct StarsStatsCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count your stars by language and by the year they were given."
  )

  @Flag(help: "One JSON object instead of charts.")
  var json = false

  @Option(help: "Colour the charts.")
  var color: ColorChoice = .auto
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let stars = try await OwnStars(for: "count your stars", in: context).all()
    let counts = StarCounts(stars)
    if json {
      try context.print(counts.json.text + "\n")
      return .success
    }
    let chart = StarChart(
      width: context.terminal?.columns ?? 80,
      hasColor: color.isColored(context)
    )
    try context.print(chart.text(counts))
    return .success
  }
}

import ArgumentParser
import GitHubModel
import RepositoryStore

/// `ghsearch stars list`, and `ghsearch stars`.
struct StarsListCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your stars from the local copy, without the network.",
    discussion: "Where there is no copy yet and a token is there, it is made first."
  )

  @Option(help: "Sort by this; the latest or largest come first.")
  var sort: StarOrder = .starred

  @Option(name: [.long, .customShort("L")], help: "How many at most. (default: all)")
  var limit: Int?

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws { try StarRows.validate(limit: limit) }

  private var selection: StarSelection { StarSelection(qualifiers: qualifiers) }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let attempted = "list your stars"
      let own = try OwnStars(for: attempted, in: context)
      let all = try await own.all()
      let stars = sort.sorted(try selection.selected(all, for: attempted))
      try StarRows(limit: limit, format: format, context: context).write(stars, among: all.count)
      return .success
    }
  }
}

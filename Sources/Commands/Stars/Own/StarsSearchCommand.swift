import ArgumentParser
import GitHubModel
import RepositoryStore

/// `ghsearch stars search`.
struct StarsSearchCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search your stars in the local copy, without the network.",
    discussion: """
      Every word must begin a word of the name, the description, a topic or the language. Names \
      come first, then the most stars.
      """
  )

  @Argument(help: "What to look for.")
  var words: [String]

  @Option(name: [.long, .customShort("L")], help: "How many at most. (default: all)")
  var limit: Int?

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws { try StarRows.validate(limit: limit) }

  private var selection: StarSelection { StarSelection(qualifiers: qualifiers) }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let attempted = "search your stars"
      let own = try OwnStars(for: attempted, in: context)
      let found = try await own.matching(words.joined(separator: " "))
      let stars = try selection.selected(found, for: attempted)
      try StarRows(limit: limit, format: format, context: context).write(stars, among: stars.count)
      return .success
    }
  }
}

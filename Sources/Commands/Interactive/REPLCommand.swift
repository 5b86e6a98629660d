import ArgumentParser
import SearchModel

/// `ghsearch repl`: the search line by line.
struct REPLCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Search line by line.",
    discussion: """
      A line is a query; `:help` lists the commands. Lines that are piped in are answered in order.
      """
  )

  @Option(help: "How many rows an answer shows: 1 to 1000.")
  var limit = ListChoice.usualLimit

  @Option(help: ArgumentHelp("auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @OptionGroup var wait: WaitOptions
  @OptionGroup var options: InteractiveOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard (1...SearchRequest.mostReachable).contains(limit) else {
      throw ValidationError("The value '\(limit)' is invalid for '--limit <limit>': 1 to 1000")
    }
  }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    var search = LineSearch(options: options, context: context)
    search.limit = limit
    search.color = color
    search.wait = wait.wait
    return try await search.run()
  }
}

import ArgumentParser

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

  @OptionGroup var list: StarListOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await list.show("search your stars", in: context) { stars throws(CommandFailure) in
      try await stars.matching(words.joined(separator: " "))
    }
  }
}

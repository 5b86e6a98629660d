import ArgumentParser

/// `ghsearch stars list`, and `ghsearch stars`.
struct StarsListCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your stars from the local copy, without the network.",
    discussion: "Where there is no copy yet and a token is there, it is made first."
  )

  @Option(help: "Sort by this; the latest or largest come first.")
  var sort: StarOrder = .starred

  @OptionGroup var list: StarListOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await list.show("list your stars", in: context, by: sort) {
      stars throws(CommandFailure) in
      try await stars.all()
    }
  }
}

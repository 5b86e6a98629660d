import ArgumentParser

/// `ghsearch-sandbox`: a stateful GitHub on a loopback port, for demonstrations and tests.
struct GHSearchSandbox: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghsearch-sandbox",
    abstract: "A stateful GitHub on a loopback port.",
    discussion: "Searching, starring and limits work as GitHub documents them; nothing is real.",
    subcommands: [Serve.self, Run.self]
  )
}

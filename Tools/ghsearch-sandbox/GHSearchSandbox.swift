import ArgumentParser

/// `ghsearch-sandbox`: a stateful GitHub on a loopback port, for demonstrations and tests.
struct GHSearchSandbox: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghsearch-sandbox",
    abstract: "Run a local GitHub for tests and demos.",
    discussion:
      "Searching, starring and rate limits work as GitHub documents them; the data is made up.",
    subcommands: [Serve.self, Run.self]
  )
}

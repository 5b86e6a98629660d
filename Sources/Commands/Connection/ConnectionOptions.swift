import ArgumentParser

/// The flags for which GitHub is talked to, and who hears of it.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Talk to this GitHub Enterprise host, whatever GHSEARCH_API_URL and GH_HOST say.",
      valueName: "host"
    )
  )
  var hostname: String?

  @Flag(
    help: """
      Tell each request and wait on standard error: method, address, status, HTTP version, time, \
      bytes, and what is left of the limit; never the token.
      """
  )
  var verbose = false

  var choice: ConnectionChoice { ConnectionChoice(hostname: hostname, isVerbose: verbose) }
}

/// A command that sends requests.
protocol ConnectingCommand: RunnableCommand {
  var connection: ConnectionOptions { get }
}

import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import Output

/// The options for the GitHub server, waiting and tracing.
struct ConnectionOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: """
      Wait for rate limits to reset, up to an hour each, or never wait. (default: wait for up to a \
      minute in total)
      """
  )
  var wait: Bool?

  @Option(
    help: ArgumentHelp(
      "Use this GitHub Enterprise host instead of GHSEARCH_API_URL or GH_HOST.",
      valueName: "host"
    )
  )
  var hostname: String?

  @Flag(
    help: """
      Log each request and wait to standard error, with status, time, size and rate limit; never \
      the token.
      """
  )
  var verbose = false

  /// How long the command waits for rate limits; nil without a flag.
  var waitLimit: WaitPolicy.WaitLimit? { wait.map { $0 ? .untilItEnds : .none } }
}

extension Context {
  /// A copy of the context with the connection described by the options.
  func connected(_ options: ConnectionOptions) -> Self {
    var context = self
    context.world.hostname = options.hostname ?? world.hostname
    context.world.waitLimit = options.waitLimit ?? world.waitLimit
    return options.verbose ? context.traced() : context
  }
}

struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use a cached response up to this old, such as 30s, 10m, 1h or 7d.",
      valueName: "duration"
    ),
    transform: TimeSpan.reading
  )
  var cache: TimeSpan?
}

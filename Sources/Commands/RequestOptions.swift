import ArgumentParser
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import RepositoryStore
import Terminal

/// The options for which GitHub server is used, and whether requests are traced.
struct ConnectionOptions: ParsableArguments {
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
}

/// A command that sends requests.
protocol ConnectingCommand: RunnableCommand {
  var connection: ConnectionOptions { get }
}

extension Context {
  /// A copy of the context with the connection that the options describe.
  func connected(_ options: ConnectionOptions) -> Self {
    var context = self
    context.hostname = options.hostname ?? hostname
    return options.verbose ? context.traced() : context
  }
}

// MARK: Tracing

extension Context {
  /// A copy of the context that reports each request and each wait on standard error.
  fileprivate func traced() -> Self {
    var context = self
    // A status line would be mixed up with the trace.
    context.errorTerminal = nil
    let (plain, clock, now) = (self, clock, now)
    context.transport = TracingTransport(transport, now: clock.now) { trace in
      plain.note("ghsearch: \(SafeText(trace.line(now: now())))")
    }
    context.clock = RequestClock(
      now: clock.now,
      sleep: { length in
        plain.note("ghsearch: wait \(length.inSeconds) s")
        try await clock.sleep(length)
      },
      timer: clock.timer,
      date: clock.date
    )
    return context
  }
}

extension RequestTrace {
  /// As in `GET https://api.github.com/user 200 HTTP/2 0.123 s 1432 bytes core 4999/5000 until
  /// 14:05:09`.
  fileprivate func line(now: Date) -> String {
    var parts = ["\(method) \(url)"]
    switch result {
    case .failure(let error):
      parts += ["failed (\(error.code): \(error.reason))", "\(duration.inSeconds) s"]
    case .success(let response):
      parts.append("\(response.status)")
      if let version = response.version { parts.append(version) }
      if let location = response.location { parts.append("to \(location)") }
      parts.append("\(duration.inSeconds) s")
      if let bytes = response.receivedBytes { parts.append("\(bytes) bytes") }
      if let limit = response.rateLimit {
        let until = LocalTime.clock(limit.reset, now: now)
        parts.append("\(limit.resource) \(limit.remaining)/\(limit.limit) until \(until)")
      }
    }
    return parts.joined(separator: " ")
  }
}

extension Duration {
  /// With three digits after the decimal point, as in `0.123`.
  var inSeconds: String {
    let (whole, attoseconds) = components
    let digits = String(attoseconds / 1_000_000_000_000_000)
    return "\(whole).\(String(repeating: "0", count: max(3 - digits.count, 0)))\(digits)"
  }
}

/// The flags for whether to wait for rate limits.
struct WaitOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: """
      Wait for rate limits to reset, up to an hour each, or never wait. (default: wait for up to a \
      minute in all)
      """
  )
  var wait: Bool?

  /// Nil without a flag.
  var waitLimit: WaitPolicy.WaitLimit? { wait.map { $0 ? .untilItEnds : .none } }
}

/// The option for how old a cached response may be.
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

extension Session {
  /// A client that uses cached responses up to that age without asking GitHub.
  func client(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    age.map { caching(for: $0.seconds) } ?? client
  }

  /// A client that also revalidates older cached responses, which does not count against rate limits.
  func revalidatingClient(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    caching(for: age?.seconds ?? 0)
  }

  /// A client that uses cached responses of that age in seconds, and revalidates older ones.
  func caching(for seconds: TimeInterval) -> GitHubAPIClient {
    client.caching(ResponseCache(StoredResponses(library: library), maxAge: seconds))
  }
}

/// The responses in the cache file, for the client.
private struct StoredResponses: ResponseStorage {
  let library: Library

  func response(for key: String) async -> (payload: Data, storedAt: Date)? {
    await library.cachedResponse(key).map { ($0.payload, $0.storedAt) }
  }

  func store(_ payload: Data, for key: String) async {
    await library.cache(payload, as: key)
  }
}

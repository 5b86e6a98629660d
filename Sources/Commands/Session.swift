import GitHubAPI
import GitHubModel
import HTTPTransport
import System
import TokenStore

/// The services of a command: the configured API, the clients for it, the token's sources and the
/// local library.
///
/// ``SessionCommand`` makes one session when the command starts. ``Context`` is the world outside the program, which tests
/// replace; a session is built from it for one API.
struct Session: Sendable {
  /// The context of the command, whose output to the terminal clears the ``statusLine`` first.
  private(set) var context: Context
  /// Shows progress; nil if standard error is neither a terminal nor for programs.
  let statusLine: StatusLine?
  let base: APIBase
  let tokens: TokenStore
  private(set) var client: GitHubAPIClient
  /// Sends no token, for requests that need none.
  private(set) var anonymous: GitHubAPIClient
  private(set) var library: Library
  private let makeClient: @Sendable (any TokenProviding) -> GitHubAPIClient

  /// Makes a session in a context that has the command's connection flags; `waitLimit` is how long the
  /// clients wait for a rate limit to end, if not as long as the context says.
  init(
    _ context: Context,
    waitLimit: WaitPolicy.WaitLimit? = nil,
    showsProgress: Bool = true
  ) throws(CommandFailure) {
    let isJSON = context.messageFormat == .json
    // A dumb terminal cannot move back within a line.
    let hasLine = context.errorTerminal != nil && context.environment["TERM"] != "dumb"
    statusLine =
      showsProgress && (hasLine || isJSON)
      ? StatusLine(context.messages, now: context.clock.now) : nil
    // A pager that reads the output has the terminal to itself.
    let activityLine = context.terminal == nil && !isJSON ? nil : statusLine
    let context = isJSON ? context : context.writing(around: statusLine)
    let base = try APIBase(configuredIn: context)
    let hasWarned = Guarded(false)
    let tokens = TokenStore(
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      base: base,
      skip: { error in
        guard hasWarned.claim() else { return }
        context.warn(CommandFailure(error, operation: "skipping .env"))
      }
    )
    let options = ClientOptions(
      rateLimits: context.rateLimits,
      clock: context.clock,
      waiting: WaitPolicy(waitLimit ?? context.waitLimit, in: context) {
        (try? tokens.load()) == nil
      },
      retries: context.retries,
      announceRetry: { activityLine?.showRetry($0?.sentence ?? "") }
    )
    let transport: any HTTPTransport =
      if let activityLine {
        WatchedTransport(transport: context.transport, line: activityLine, clock: context.clock)
      } else {
        context.transport
      }
    makeClient = { tokens in
      GitHubAPIClient(
        base: base,
        transport: transport,
        tokens: tokens,
        options: options,
        userAgent: "ghsearch/\(Version.current)"
      )
    }
    (self.context, self.base, self.tokens) = (context, base, tokens)
    library = Library(base, in: context)
    client = makeClient(StoredToken(tokens, context: context))
    anonymous = makeClient(FixedToken(token: nil))
  }

  /// Whether there is a token that can be read.
  var hasToken: Bool { (try? tokens.load()) != nil }

  /// The repository of that name: from the local data, else from GitHub.
  func repository(_ name: RepositoryName) async throws(GitHubError) -> Repository {
    if let known = await library.knownRepository(name) { return known }
    return try await client.send(.repository(name)).value
  }

  /// The token, for a command that is impossible without one.
  func token() throws(CommandFailure) -> AccessToken {
    do throws(TokenError) {
      if let token = try tokens.load()?.token { return token }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure.notSignedIn
  }

  /// A client that sends a token which is not stored yet.
  func client(with token: AccessToken) -> GitHubAPIClient {
    makeClient(FixedToken(token: token))
  }

  func printing(in context: Context) -> Self {
    var session = self
    session.context = context
    return session
  }

  /// A copy whose clients fail at the first error, for a screen that retries by itself.
  func withoutRetries() -> Self {
    var session = self
    (session.client, session.anonymous) = (client.withoutRetries(), anonymous.withoutRetries())
    return session
  }

  /// A copy whose library is the file with another user's stars.
  func withStars(of login: String) -> Self {
    var session = self
    session.library = Library(base, in: context, starsOf: login)
    return session
  }

  func ask<Value>(_ endpoint: Endpoint<Value>) async throws(CommandFailure) -> APIResponse<Value> {
    try await client.ask(endpoint, context)
  }
}

extension Context {
  /// The same context, whose output to the terminal appears above the status line.
  fileprivate func writing(around line: StatusLine?) -> Self {
    guard let line else { return self }
    var context = self
    context.errors = line.around(errors)
    if terminal != nil { context.output = line.around(output) }
    return context
  }
}

extension GitHubAPIClient {
  /// Makes a call, and throws its failure as the command's.
  func ask<Value>(
    _ endpoint: Endpoint<Value>,
    _ context: Context
  ) async throws(CommandFailure) -> APIResponse<Value> {
    do throws(GitHubError) {
      return try await send(endpoint)
    } catch {
      throw CommandFailure(error, in: context)
    }
  }
}

/// Provides a token that the user has just entered, or none, so that requests are anonymous.
private struct FixedToken: TokenProviding {
  let token: AccessToken?

  func token(isRequired: Bool) -> AccessToken? { token }
}

/// Provides the token of the first source that has one, read anew for each request.
///
/// A request that works without a token is sent without one when the token cannot be read; one
/// warning says so.
private struct StoredToken: TokenProviding {
  private let tokens: TokenStore
  private let warn: @Sendable (TokenError) -> Void

  init(_ tokens: TokenStore, context: Context) {
    self.tokens = tokens
    let hasWarned = Guarded(false)
    warn = { error in
      guard hasWarned.claim() else { return }
      context.warn(CommandFailure(error, operation: "continuing without a token"))
    }
  }

  func token(isRequired: Bool) throws -> AccessToken? {
    do throws(TokenError) {
      return try tokens.load()?.token
    } catch {
      if isRequired { throw error }
      warn(error)
      return nil
    }
  }
}

// MARK: The API

extension APIBase {
  /// The API of `--hostname`, else `GHSEARCH_API_URL`, else the API of `GH_HOST`, else GitHub's own.
  init(configuredIn context: Context) throws(CommandFailure) {
    if let host = context.hostname {
      self = try Self.named(host, by: "--hostname")
    } else if let url = context.environment["GHSEARCH_API_URL"], !url.isEmpty {
      self = try Self.at(url)
    } else if let host = context.environment["GH_HOST"], !host.isEmpty {
      self = try Self.named(host, by: "GH_HOST")
    } else {
      self = .github
    }
  }

  private static func at(_ url: String) throws(CommandFailure) -> APIBase {
    guard let base = APIBase(url) else {
      throw CommandFailure(
        .usage,
        "GHSEARCH_API_URL",
        "not an API base URL",
        advice: "use https://HOST[/PATH]; http is allowed only on loopback"
      )
    }
    return base
  }

  private static func named(_ host: String, by setting: String) throws(CommandFailure) -> APIBase {
    guard let base = APIBase(enterpriseHost: host) else {
      throw CommandFailure(.usage, setting, "not a host name", advice: "use HOST or HOST:PORT")
    }
    return base
  }
}

// MARK: Waits

extension WaitPolicy {
  /// Reports each wait on standard error, and that a token allows more.
  init(_ waitLimit: WaitLimit, in context: Context, isAnonymous: @escaping @Sendable () -> Bool) {
    self.init(waitLimit) { notice in
      let until = LocalTime.clock(notice.until, now: context.now())
      let isSearch = notice.cause == .limit(.search)
      let hint = isSearch && isAnonymous() ? "; sign in for 30 searches a minute" : ""
      let text = "\(notice.cause.sentence); waiting until \(until)"
      context.announceWait(text, until: notice.until, hint: hint)
    }
  }
}

extension RateLimiter.Wait.Cause {
  fileprivate var sentence: String {
    switch self {
    case .limit(.search), .unconfirmed: "search limit reached"
    case .limit(.core), .limit(.graphql): "rate limit reached"
    case .pause: "GitHub asked us to slow down"
    case .turn: "another request is running"
    }
  }
}

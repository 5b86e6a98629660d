package import GitHubAPI
package import GitHubModel
import HTTPTransport
import System
package import TokenStore

/// The services that operations use: the configured API, its clients, the token's sources and the
/// local library.
package struct Session: Sendable {
  package let world: World
  package let base: APIBase
  /// The program's name in requests.
  package let userAgent: String
  package let tokens: TokenStore
  package private(set) var client: GitHubAPIClient
  /// A client without a token, for requests that need none.
  package private(set) var anonymous: GitHubAPIClient
  package private(set) var library: Library
  private let makeClient: @Sendable (any TokenProviding) -> GitHubAPIClient

  /// Creates the services for the API that the world names.
  package init(_ world: World, userAgent: String) throws(OperationFailure) {
    let base = try APIBase(configuredIn: world)
    let hasWarned = Guarded(false)
    let tokens = TokenStore(
      environment: world.environment,
      workingDirectory: world.workingDirectory,
      base: base,
      skip: { error in
        if hasWarned.claim() { world.notify(.skippedEnvironmentFile(error)) }
      }
    )
    let options = ClientOptions(
      rateLimits: world.rateLimits,
      clock: world.clock,
      waiting: WaitPolicy(world.waitLimit) { notice in
        let isSearch = notice.cause == .limit(.search)
        world.notify(.wait(notice, needsToken: isSearch && (try? tokens.load()) == nil))
      },
      retries: world.retries,
      announceRetry: { world.notify(.retry($0)) }
    )
    makeClient = { tokens in
      GitHubAPIClient(
        base: base,
        transport: world.transport,
        tokens: tokens,
        options: options,
        userAgent: userAgent
      )
    }
    (self.world, self.base, self.tokens) = (world, base, tokens)
    self.userAgent = userAgent
    library = Library(base, in: world)
    client = makeClient(StoredToken(tokens, notify: world.notify))
    anonymous = makeClient(FixedToken(token: nil))
  }

  /// Whether there is a readable token.
  package var hasToken: Bool { (try? tokens.load()) != nil }

  /// The repository with this name, from local data or else from GitHub.
  package func repository(_ name: RepositoryName) async throws(GitHubError) -> Repository {
    if let known = await library.knownRepository(name) { return known }
    return try await client.send(.repository(name)).value
  }

  /// The token, for a command that requires one.
  package func token() throws(OperationFailure) -> AccessToken {
    do throws(TokenError) {
      if let token = try tokens.load()?.token { return token }
    } catch {
      throw OperationFailure(error)
    }
    throw OperationFailure(.notSignedIn)
  }

  /// A client that sends a token not yet stored.
  package func client(with token: AccessToken) -> GitHubAPIClient {
    makeClient(FixedToken(token: token))
  }

  /// A copy whose clients do not retry, for a screen that retries by itself.
  package func withoutRetries() -> Self {
    var session = self
    (session.client, session.anonymous) = (client.withoutRetries(), anonymous.withoutRetries())
    return session
  }

  /// A copy whose library contains another user's stars.
  package func withStars(of login: String) -> Self {
    var session = self
    session.library = Library(base, in: world, starsOf: login)
    return session
  }

  package func ask<Value>(_ endpoint: Endpoint<Value>) async throws(OperationFailure)
    -> APIResponse<
      Value
    >
  {
    try await client.ask(endpoint, in: world)
  }
}

extension GitHubAPIClient {
  /// Makes a call, and throws its failure as the operation's.
  package func ask<Value>(
    _ endpoint: Endpoint<Value>,
    in world: World
  ) async throws(OperationFailure) -> APIResponse<Value> {
    do throws(GitHubError) {
      return try await send(endpoint)
    } catch {
      throw OperationFailure(error, in: world)
    }
  }
}

/// Provides a token just entered by the user, or none for anonymous requests.
private struct FixedToken: TokenProviding {
  let token: AccessToken?

  func token(isRequired: Bool) -> AccessToken? { token }
}

/// Provides the first token found, which is read again for each request.
///
/// If the token cannot be read, a request that works without one is sent anonymously, with one
/// warning.
private struct StoredToken: TokenProviding {
  private let tokens: TokenStore
  private let notify: @Sendable (Notice) -> Void
  private let hasWarned = Guarded(false)

  init(_ tokens: TokenStore, notify: @escaping @Sendable (Notice) -> Void) {
    (self.tokens, self.notify) = (tokens, notify)
  }

  func token(isRequired: Bool) throws -> AccessToken? {
    do throws(TokenError) {
      return try tokens.load()?.token
    } catch {
      if isRequired { throw error }
      if hasWarned.claim() { notify(.continuingWithoutToken(error)) }
      return nil
    }
  }
}

// MARK: The API

extension APIBase {
  /// The API of the host named by the user, or else `GHSEARCH_API_URL`, the API of `GH_HOST`, or
  /// GitHub's own.
  package init(configuredIn world: World) throws(OperationFailure) {
    if let host = world.hostname {
      self = try Self.named(host, isTyped: true)
    } else if let url = world.environment["GHSEARCH_API_URL"], !url.isEmpty {
      guard let base = APIBase(url) else { throw OperationFailure(.invalidAPIURL) }
      self = base
    } else if let host = world.environment["GH_HOST"], !host.isEmpty {
      self = try Self.named(host, isTyped: false)
    } else {
      self = .github
    }
  }

  private static func named(_ host: String, isTyped: Bool) throws(OperationFailure) -> APIBase {
    guard let base = APIBase(enterpriseHost: host) else {
      throw OperationFailure(.invalidHost(isTyped: isTyped))
    }
    return base
  }
}

import GitHubAPI
import GitHubModel
import TokenStore

/// What commands work with, made when a command that needs it starts.
struct Services: Sendable {
  let base: APIBase
  let tokens: TokenStore
  let client: GitHubAPIClient
  /// The same without the token, for what needs none.
  let anonymous: GitHubAPIClient
  /// What is kept on this machine.
  let library: Library
  private let makeClient: @Sendable (any TokenProviding) -> GitHubAPIClient

  init(
    _ context: Context,
    patience: WaitPolicy.Patience = .usual
  ) throws(CommandFailure) {
    let base = try APIBase(configuredIn: context)
    let tokens = TokenStore(
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      base: base
    )
    library = Library(base, in: context)
    let conduct = RequestConduct(
      budget: context.budget,
      clock: context.clock,
      waiting: WaitPolicy(patience, in: context),
      retries: context.retries
    )
    makeClient = { [transport = context.transport] tokens in
      GitHubAPIClient(
        base: base,
        transport: transport,
        tokens: tokens,
        conduct: conduct,
        userAgent: "ghsearch/\(Version.current)"
      )
    }
    self.base = base
    self.tokens = tokens
    client = makeClient(TokenSupply(tokens, context: context))
    anonymous = makeClient(NoTokens())
  }

  /// Whether there is a token that can be read.
  var hasToken: Bool { (try? tokens.load()) != nil }

  /// The token, for what nobody can do without one.
  func token(for attempted: String) throws(CommandFailure) -> AccessToken {
    do throws(TokenError) {
      if let token = try tokens.load()?.token { return token }
    } catch {
      throw CommandFailure(error, attempted: attempted)
    }
    throw CommandFailure.tokenMissing(attempted)
  }

  /// The same with a token that is stored nowhere yet.
  func presenting(_ token: AccessToken) -> GitHubAPIClient {
    makeClient(OneToken(token: token))
  }

  /// Makes a call with the token that was found.
  func ask<Value>(
    _ endpoint: Endpoint<Value>,
    _ context: Context
  ) async throws(CommandFailure) -> Answer<Value> {
    try await client.ask(endpoint, context)
  }
}

extension GitHubAPIClient {
  /// Makes a call, and says what its failure means to the user.
  func ask<Value>(
    _ endpoint: Endpoint<Value>,
    _ context: Context
  ) async throws(CommandFailure) -> Answer<Value> {
    do throws(GitHubError) {
      return try await send(endpoint)
    } catch {
      throw CommandFailure(error, in: context)
    }
  }
}

/// For calls with a token that the user has just given.
private struct OneToken: TokenProviding {
  let token: AccessToken

  func token(isRequired: Bool) -> AccessToken? { token }
}

/// For calls in nobody's name.
private struct NoTokens: TokenProviding {
  func token(isRequired: Bool) -> AccessToken? { nil }
}

/// Hands the client a token each time it needs one.
///
/// A call that works without a token does so when the token cannot be read, and says it once.
private struct TokenSupply: TokenProviding {
  private let tokens: TokenStore
  private let warn: @Sendable (TokenError) -> Void

  init(_ tokens: TokenStore, context: Context) {
    self.tokens = tokens
    let once = OnceFlag()
    warn = { error in
      guard once.claim() else { return }
      context.note(CommandFailure(error, attempted: "going on without a token").line)
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

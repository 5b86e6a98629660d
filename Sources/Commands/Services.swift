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

  init(
    _ context: Context,
    patience: WaitPolicy.Patience = .usual
  ) throws(CommandFailure) {
    let base = try Self.base(context.environment)
    let tokens = TokenStore(
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      base: base
    )
    self.base = base
    self.tokens = tokens
    library = Library(base, in: context)
    let conduct = RequestConduct(
      budget: context.budget,
      clock: context.clock,
      waiting: WaitPolicy(patience, in: context),
      retries: context.retries
    )
    func makeClient(_ tokens: any TokenProviding) -> GitHubAPIClient {
      GitHubAPIClient(
        base: base,
        transport: context.transport,
        tokens: tokens,
        conduct: conduct,
        userAgent: "ghsearch/\(Version.current)"
      )
    }
    client = makeClient(TokenSupply(tokens, context: context))
    anonymous = makeClient(NoTokens())
  }

  /// The token, for what nobody can do without one.
  func token(for attempted: String) throws(CommandFailure) -> AccessToken {
    do throws(TokenError) {
      if let token = try tokens.load()?.token { return token }
    } catch {
      throw CommandFailure(error, attempted: attempted)
    }
    throw CommandFailure.tokenMissing(attempted)
  }

  /// `GHSEARCH_API_URL`, else the API of `GH_HOST`, else GitHub's own.
  private static func base(_ environment: [String: String]) throws(CommandFailure) -> APIBase {
    if let url = environment["GHSEARCH_API_URL"], !url.isEmpty {
      guard let base = APIBase(url) else {
        throw CommandFailure(
          .usage,
          "GHSEARCH_API_URL",
          "it is no base URL of an API",
          advice: "write https://HOST[/PATH]; http is for loopback alone"
        )
      }
      return base
    }
    guard let host = environment["GH_HOST"], !host.isEmpty else { return .github }
    guard let base = APIBase(enterpriseHost: host) else {
      throw CommandFailure(
        .usage,
        "GH_HOST",
        "it is no host",
        advice: "write it as HOST[:PORT]"
      )
    }
    return base
  }
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

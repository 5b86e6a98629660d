import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import Output
import SearchUI
import Terminal
import TokenStore

struct AuthLoginCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Check a token with GitHub and store it.",
    usage: "ghsearch auth login [flags]",
    discussion: """
      Explains which token to create, and prompts for it without echoing, or reads it from \
      standard \
      input. The token is never an argument, since other users could see it. Once GitHub accepts it, \
      it is stored in ~/.config/ghsearch/token, which only you can read.

      To star repositories, use a classic token with the scope public_repo \
      (https://github.com/settings/tokens), or the token that `gh auth login` stored, which \
      ghsearch finds on its own. A fine-grained token can search and read your stars (account \
      permission "Starring: read"), but GitHub does not let it star other people's repositories.

      EXAMPLES:
        ghsearch auth login
        ghsearch auth login < token.txt
      """
  )

  @Flag(help: "Read the token from standard input, even on a terminal.")
  var withToken = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let token = try await enteredToken(for: session.base, context)
    let account = try await account(of: token, session)
    let path = try await OperationFailure.of(in: context.world) {
      try await session.tokens.save(token, retryDelay: context.world.clock.lockRetryDelay)
    }
    try context.printFact("api", session.base.description)
    try context.printFact("login", account.value.login)
    try context.printFact("stored", path)
    let rights = TokenRights(token.isFineGrained ? nil : account.scopes)
    try context.print(rights)
    if rights.scopes == nil {
      context.warn(
        "the token is stored, but cannot star repositories",
        TokenRights.starLimitation,
        advice: TokenRights.starAdvice
      )
    }
    warnIfHidden(session, context)
    return .success
  }

  /// The account of a token that the user typed, pasted or piped in.
  private func account(
    of token: AccessToken,
    _ session: Session
  ) async throws(OperationFailure) -> APIResponse<User> {
    do throws(OperationFailure) {
      return try await session.client(with: token).ask(.currentUser, in: session.world)
    } catch {
      guard error.kind == .tokenRejected else { throw error }
      throw error.with(advice: [
        "check that you copied all of it, and that it has not expired or been revoked"
      ])
    }
  }

  /// Warns if another source takes precedence over the file with the new token.
  private func warnIfHidden(_ session: Session, _ context: Context) {
    let what = "the stored token is not used"
    do throws(TokenError) {
      guard let source = try session.tokens.load()?.source, !source.isTokenFile else { return }
      context.warn(what, "\(source.sentence) takes precedence", advice: source.removal)
    } catch {
      context.warn(OperationFailure(error).named(what))
    }
  }
}

// MARK: - The token

extension AuthLoginCommand {
  private func enteredToken(
    for base: APIBase,
    _ context: Context
  ) async throws(OperationFailure) -> AccessToken {
    let text = try await text(for: base, context)
    guard !text.allSatisfy(\.isWhitespace) else {
      throw OperationFailure(
        .usage,
        "no token given",
        advice: "create one at https://github.com/settings/tokens"
      )
    }
    guard let token = AccessToken(text) else {
      throw OperationFailure(
        .tokenRejected,
        "not a valid token",
        advice: OperationFailure.tokenAdvice
      )
    }
    return token
  }

  /// Instructions for creating a token.
  private static func hint(for base: APIBase) -> String {
    let page =
      base.webHost.map { "https://\($0)/settings/tokens" } ?? "Settings, Developer settings"
    return """
      ghsearch: make a classic token at \(page) with the scopes public_repo (to star), user (star lists) \
      and, for private repositories, repo; searching needs none
      """
  }

  private func text(for base: APIBase, _ context: Context) async throws(OperationFailure) -> String
  {
    guard context.hasInputTerminal, context.mayTakeTerminal, !withToken else {
      return try context.readInput()
    }
    context.note(Self.hint(for: base))
    let prompt = SafeText("Paste a token for \(base.webHost ?? base.description) (input hidden):")
    do throws(TerminalError) {
      if case .line(let text) = try await LinePrompt(hiding: prompt).answer() { return text }
    } catch {
      throw OperationFailure(
        .localFile,
        "ask for the token",
        "\(error)",
        advice: "use standard input: `ghsearch auth login < FILE`"
      )
    }
    throw OperationFailure(.canceled, "canceled")
  }
}

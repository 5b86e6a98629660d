import ArgumentParser
import GitHubAPI
import GitHubModel
import Terminal
import TokenStore

/// `ghsearch auth login`.
struct AuthLoginCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Check a token with GitHub and store it.",
    discussion: """
      The token is typed on the terminal, where it does not show, or read from standard input: \
      `ghsearch auth login < FILE`. It is never an argument, which others could see.

      Nothing is stored unless GitHub accepts it. It is kept for its host alone, in ghsearch/token \
      below the config folder, which nobody else may read. Setting stars takes a fine-grained token \
      with the account permission "Starring: read and write" and the repository permission \
      "Metadata: read", or a classic one with the scope public_repo.
      """
  )

  @Flag(help: "Read the token from standard input even where that is a terminal, as gh does.")
  var withToken = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: .none)
    let token = try await token(for: services.base, context)
    let account = try await services.presenting(token).ask(.currentUser, context)
    let path = try await store(token, services, context)
    try context.printFact("api", services.base.description)
    try context.printFact("login", account.value.login)
    try context.printFact("stored", path)
    try context.printFact("scopes", StarPermission.text(account.scopes))
    try context.printFact("stars", StarPermission(scopes: account.scopes).sentence)
    warnOfOthers(services, context)
    return .success
  }

  private func store(
    _ token: AccessToken,
    _ services: Services,
    _ context: Context
  ) async throws(CommandFailure) -> String {
    do throws(TokenError) {
      return try await services.tokens.save(token, rest: context.clock.rest)
    } catch {
      throw CommandFailure(error, attempted: "store the token")
    }
  }

  /// Whatever is looked at before the token file hides it.
  private func warnOfOthers(_ services: Services, _ context: Context) {
    do throws(TokenError) {
      guard let source = try services.tokens.load()?.source, !source.isTokenFile else { return }
      context.note(
        CommandFailure(
          .success,
          "the stored token is not used yet",
          "\(source.sentence) goes before it",
          advice: "take the token out of there"
        ).line
      )
    } catch {
      context.note(CommandFailure(error, attempted: "the stored token is not used yet").line)
    }
  }
}

// MARK: - The token

extension AuthLoginCommand {
  private func token(
    for base: APIBase,
    _ context: Context
  ) async throws(CommandFailure) -> AccessToken {
    guard let token = AccessToken(try await text(for: base, context)) else {
      throw CommandFailure(
        .authentication,
        "auth login",
        "what was given is no token",
        advice: "a token is 1 to 255 letters, digits and _, and nothing else"
      )
    }
    return token
  }

  private func text(for base: APIBase, _ context: Context) async throws(CommandFailure) -> String {
    guard context.hasInputTerminal, context.mayTakeTerminal, !withToken else {
      return try context.readInput()
    }
    let prompt = SafeText("Token for \(base.webHost ?? base.description) (it does not show):")
    let answer = await DedicatedThread.run {
      Result { () throws(TerminalError) in try SecretPrompt.ask(prompt) }
    }
    return try Self.typed(answer)
  }

  private static func typed(
    _ answer: Result<String?, TerminalError>
  ) throws(CommandFailure) -> String {
    switch answer {
    case .success(let text?): return text
    case .success(nil): throw CommandFailure(.interrupted, "auth login", "given up")
    case .failure(let error):
      throw CommandFailure(
        .localFile,
        "ask for the token",
        "\(error)",
        advice: "pipe it in: ghsearch auth login < FILE"
      )
    }
  }
}

import ArgumentParser
import GitHubAPI
import GitHubModel
import Terminal
import TokenStore

/// `ghsearch auth status`.
struct AuthStatusCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the token comes from, and whose it is; never the token itself."
  )

  @OptionGroup var wait: WaitOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: wait.patience)
    try show("api", services.base.description, context)
    if let source = try source(services) {
      try show("token", source.sentence, context)
    }
    let answer = try await ask(services.client, context)
    try show("login", answer.value.login, context)
    if let scopes = answer.scopes {
      try show("scopes", scopes.joined(separator: " "), context)
    }
    return .success
  }

  /// A name and its value, safe where a terminal shows them.
  private func show(
    _ name: String,
    _ value: String,
    _ context: Context
  ) throws(CommandFailure) {
    let shown = context.terminal == nil ? value : SafeText(value).description
    try context.print(TSV.record([name, shown]))
  }

  private func source(_ services: Services) throws(CommandFailure) -> TokenSource? {
    do throws(TokenError) {
      return try services.tokens.load()?.source
    } catch {
      throw CommandFailure(error, attempted: "auth status")
    }
  }

  private func ask(
    _ client: GitHubAPIClient,
    _ context: Context
  ) async throws(CommandFailure) -> Answer<User> {
    do throws(GitHubError) {
      return try await client.send(.currentUser)
    } catch {
      throw CommandFailure(error, in: context)
    }
  }
}

extension TokenSource {
  /// As in `the variable GH_TOKEN`.
  fileprivate var sentence: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .dotEnv(let path), .tokenFile(let path): "the file \(path)"
    case .gh(let path): "gh's file \(path)"
    }
  }
}

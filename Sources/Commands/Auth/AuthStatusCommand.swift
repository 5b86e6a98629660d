import ArgumentParser
import GitHubAPI
import GitHubModel
import TokenStore

/// `ghsearch auth status`.
struct AuthStatusCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the token comes from, and whose it is; never the token itself."
  )

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context)
    try context.print(TSV.record(["api", services.base.description]))
    if let source = try source(services) {
      try context.print(TSV.record(["token", source.sentence]))
    }
    let answer = try await ask(services.client)
    try context.print(TSV.record(["login", answer.value.login]))
    if let scopes = answer.scopes {
      try context.print(TSV.record(["scopes", scopes.joined(separator: " ")]))
    }
    return .success
  }

  private func source(_ services: Services) throws(CommandFailure) -> TokenSource? {
    do throws(TokenError) {
      return try services.tokens.load()?.source
    } catch {
      throw CommandFailure(error, attempted: "auth status")
    }
  }

  private func ask(_ client: GitHubAPIClient) async throws(CommandFailure) -> Answer<User> {
    do throws(GitHubError) {
      return try await client.send(.currentUser)
    } catch {
      throw CommandFailure(error)
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

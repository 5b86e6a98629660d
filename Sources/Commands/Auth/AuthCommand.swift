import ArgumentParser
import Core
import Essentials
import GitHubAPI
import GitHubModel
import JSON
import Output
import TokenStore

struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.auth.rawValue,
    abstract: "Manage the GitHub token.",
    usage: "ghsearch auth [<command>] [flags]",
    discussion: """
      EXAMPLES:
        ghsearch auth login
        ghsearch auth status

      \(CommandHelp.tokens)
      """,
    subcommands: [AuthStatusCommand.self, AuthLoginCommand.self, AuthLogoutCommand.self],
    defaultSubcommand: AuthStatusCommand.self
  )
}

struct AuthStatusCommand: SessionCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the token's source, what it can do, its user and the rate limits.",
    usage: "ghsearch auth [status] [flags]",
    discussion: """
      The token itself is never shown.

      EXAMPLES:
        ghsearch auth status
        ghsearch auth status --hostname git.example.com
        ghsearch auth status --json

      EXIT STATUS:
        0   GitHub accepts the token
        4   no token, or GitHub rejects it
      """
  )

  static var schema: JSONValue { .schema(of: TokenStatus.fields) }

  @Flag(help: "Print a JSON object, without the rate limits.")
  var json = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let source = try await OperationFailure.of(in: context.world) {
      try session.tokens.load()?.source
    }
    if !json {
      try context.printFact("api", session.base.description)
      if let source { try context.printFact("token", source.sentence) }
    }
    let account: APIResponse<User>
    do throws(OperationFailure) {
      account = try await session.ask(.currentUser)
    } catch {
      // Users who have reached a limit want to see the limits.
      if !json, error.kind == .rateLimited { _ = try await showLimits(session, context) }
      if json, error.status == .authentication {
        try context.print(TokenStatus(account: nil, source: source).json)
      }
      throw error
    }
    if json {
      try context.print(TokenStatus(account: account, source: source).json)
      return .success
    }
    try context.printFact("login", account.value.login)
    try context.print(TokenRights(account.scopes))
    return try await showLimits(session, context)
  }

  /// Prints the rate limits; a server without limits answers 404, which is not a failure.
  private func showLimits(
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let limits: [RateLimit]
    do throws(OperationFailure) {
      limits = try await session.ask(.rateLimits).value
    } catch {
      if error.kind == .notFound { return .success }
      context.report(error)
      return .partial
    }
    for limit in limits where ["core", "search", "graphql"].contains(limit.resource) {
      try context.printFact(limit.resource, limit.sentence(now: context.world.now()))
    }
    return .success
  }
}

extension Context {
  func print(_ rights: TokenRights) throws(OperationFailure) {
    for (name, text) in rights.facts { try printFact(name, text) }
  }
}

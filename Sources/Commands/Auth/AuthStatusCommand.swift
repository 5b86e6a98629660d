import ArgumentParser
import GitHubAPI
import GitHubModel
import TokenStore

/// `ghsearch auth status`.
struct AuthStatusCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the token comes from, whose it is, and what is left of the limits.",
    discussion: "The token itself is never shown. Without one, the exit status is 4."
  )

  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: wait.patience)
    try context.printFact("api", services.base.description)
    if let source = try source(services) {
      try context.printFact("token", source.sentence)
    }
    let account = try await services.ask(.currentUser, context)
    try context.printFact("login", account.value.login)
    try context.printFact("scopes", StarPermission.text(account.scopes))
    try context.printFact("stars", StarPermission(scopes: account.scopes).sentence)
    return try await showLimits(services, context)
  }

  private func source(_ services: Services) throws(CommandFailure) -> TokenSource? {
    do throws(TokenError) {
      return try services.tokens.load()?.source
    } catch {
      throw CommandFailure(error, attempted: "auth status")
    }
  }

  /// A server without limits has nothing there to show, which is no failure.
  private func showLimits(
    _ services: Services,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let limits: [RateLimit]
    do throws(CommandFailure) {
      limits = try await services.ask(.rateLimits, context).value
    } catch {
      if error.status == .notFound { return .success }
      context.note(error.line)
      return .partial
    }
    for limit in limits where Self.resources.contains(limit.resource) {
      try context.printFact(limit.resource, limit.sentence(now: context.now()))
    }
    return .success
  }

  private static let resources: Set<String> = ["core", "search", "graphql"]
}

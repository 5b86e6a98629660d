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

/// The signed-in user and what the token can do, if there is one.
private struct TokenStatus {
  let account: APIResponse<User>?
  let source: TokenSource?

  var json: String { Field.object(Self.fields, of: self).text + "\n" }

  private var rights: TokenRights { TokenRights(account?.scopes) }

  static let fields: [Field<Self>] = [
    .of("signedIn", "whether GitHub accepts the token") { $0.account != nil },
    .of("login", "user that the token belongs to") { $0.account?.value.login },
    .of("source", "where the token comes from") { $0.source?.sentence },
    .of("scopes", "scopes of a classic token") { $0.rights.scopes },
    .object(
      "can",
      "what the token can do",
      of: [
        // Without a token, searches are anonymous; with an invalid one, GitHub refuses them.
        .of("search") { $0.account != nil || $0.source == nil },
        .of("star") { $0.rights.canStar },
        .of("lists") { $0.rights.lists.rawValue },
        .of("private") {
          $0.account == nil || $0.rights.scopes != nil ? $0.rights.seesPrivate : nil
        },
      ] as [Field<Self>]
    ) { $0 },
  ]
}

extension Context {
  func print(_ rights: TokenRights) throws(OperationFailure) {
    for (name, text) in rights.facts { try printFact(name, text) }
  }
}

extension RateLimit {
  /// The limit in words, such as `4999/5000 left, resets at 14:05:09`.
  func sentence(now: Date) -> String {
    "\(remaining)/\(limit) left, resets at \(LocalTime.clock(reset, now: now))"
  }
}

extension TokenSource {
  /// Instructions to stop using the token.
  var removal: String {
    switch self {
    case .variable: "unset it"
    case .dotEnv: "remove it from the file"
    case .tokenFile: "run `ghsearch auth logout`"
    case .gh: "run `gh auth logout`"
    }
  }

  /// The source in words, such as `GH_TOKEN` or the path of a file.
  var sentence: String {
    switch self {
    case .variable(let name): "\(name)"
    case .dotEnv(let path), .tokenFile(let path): path
    case .gh(let path): "gh (\(path))"
    }
  }
}

import ArgumentParser
import GitHubModel
import TokenStore

/// `ghsearch auth logout`.
struct AuthLogoutCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Remove the token that `auth login` stored.",
    discussion: """
      The token stays valid at GitHub: https://github.com/settings/tokens is where to revoke it. \
      Where nothing is stored, nothing happens.
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context)
    let removed = try await remove(services, context)
    try context.printFact("api", services.base.description)
    try context.printFact("removed", removed ?? "nothing was stored")
    warnOfOthers(services, context)
    return .success
  }

  private func remove(
    _ services: Services,
    _ context: Context
  ) async throws(CommandFailure) -> String? {
    do throws(TokenError) {
      return try await services.tokens.removeSaved(rest: context.clock.rest)
    } catch {
      throw CommandFailure(error, attempted: "remove the token")
    }
  }

  private func warnOfOthers(_ services: Services, _ context: Context) {
    guard let source = try? services.tokens.load()?.source else { return }
    context.note(
      CommandFailure(
        .success,
        "still signed in",
        "there is a token in \(source.sentence)",
        advice: "take it out of there as well"
      ).line
    )
  }
}

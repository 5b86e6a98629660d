import ArgumentParser
import Core
import GitHubModel
import Output
import TokenStore

struct AuthLogoutCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Remove the stored token.",
    usage: "ghsearch auth logout [flags]",
    discussion: """
      The token stays valid until you revoke it at https://github.com/settings/tokens.

      EXAMPLES:
        ghsearch auth logout
        ghsearch auth logout --hostname git.example.com
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let removed = try await OperationFailure.of(in: context.world) {
      try await session.tokens.removeSaved(retryDelay: context.world.clock.lockRetryDelay)
    }
    try context.printFact("api", session.base.description)
    try context.printFact("removed", removed ?? "nothing")
    warnIfStillSignedIn(session, context)
    return .success
  }

  private func warnIfStillSignedIn(_ session: Session, _ context: Context) {
    guard let source = try? session.tokens.load()?.source else { return }
    context.warn(
      "still signed in",
      "there is a token in \(source.sentence)",
      advice: source.removal
    )
  }
}

import ArgumentParser
import GitHubModel
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

  func run(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    let context = session.context
    let removed = try await CommandFailure.of(in: context) {
      try await session.tokens.removeSaved(retryDelay: context.clock.lockRetryDelay)
    }
    try context.printFact("api", session.base.description)
    try context.printFact("removed", removed ?? "nothing")
    warnIfStillSignedIn(session)
    return .success
  }

  private func warnIfStillSignedIn(_ session: Session) {
    guard let source = try? session.tokens.load()?.source else { return }
    session.context.warn(
      "still signed in",
      "there is a token in \(source.sentence)",
      advice: source.removal
    )
  }
}

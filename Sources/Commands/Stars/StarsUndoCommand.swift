import ArgumentParser
import GitHubModel
import RepositoryStore

struct StarsUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Restore the stars and lists that the last unstar or prune removed.",
    usage: "ghsearch stars undo [flags]",
    discussion: """
      The restored stars get today's date on GitHub. They are restored oldest first, which keeps \
      their order. Restores only stars that were in the local copy.

      EXAMPLES:
        ghsearch stars undo
        ghsearch stars undo --wait
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    let context = session.context
    let account = try await StarCopy(session).account()
    let last: Prune? = try await session.library.perform { try $0.lastChange(of: account) }
    guard let prune = last, !prune.steps.isEmpty else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    if prune.steps.contains(where: { $0.action.lists == nil }) {
      context.warn("star lists are not restored", "there was no local copy of them")
    }
    let changes = StarChanges(session)
    return try await session.each(prune.names) { name in
      try await changes.star(name)
      do throws(CommandFailure) {
        try await changes.restoreLists(of: name, from: prune)
        return BatchResult("starred")
      } catch {
        if error.kind == .cancelled { throw error }
        context.report(error)
        return BatchResult("starred", .partial)
      }
    }.status
  }
}

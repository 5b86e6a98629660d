import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars

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
        ghsearch stars undo --repo vapor/vapor
        ghsearch stars undo --wait
      """
  )

  @Option(
    name: .customLong("repo"),
    help: ArgumentHelp(
      "Only this repository, from the last command that unstarred it; repeat for more.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var repositories: [String] = []

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let named = try RepositoryArgument.names(repositories, session, context)
    let account = try await StarCopy(session).account()
    let isAboutLast = repositories.isEmpty
    let prunes: [Prune] = try await session.library.perform { store in
      try isAboutLast ? store.changes(of: account, atMost: 1) : store.changes(of: account)
    }
    let names = isAboutLast ? prunes.first?.names ?? [] : named
    guard !names.isEmpty, !prunes.isEmpty else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    func prune(of name: RepositoryName) -> Prune? {
      prunes.first { !$0.steps(of: name).isEmpty }
    }
    let steps = names.flatMap { prune(of: $0)?.steps(of: $0) ?? [] }
    if steps.contains(where: { $0.action.lists == nil }) {
      context.warn("star lists are not restored", "there was no local copy of them")
    }
    let changes = StarChanges(session)
    return try await context.each(names) { name in
      guard let prune = prune(of: name) else { return BatchResult("unchanged") }
      try await changes.star(name)
      do throws(OperationFailure) {
        try await changes.restoreLists(of: name, from: prune)
        return BatchResult("starred")
      } catch {
        if error.kind == .canceled { throw error }
        context.report(error)
        return BatchResult("starred", .partial)
      }
    }.status
  }
}

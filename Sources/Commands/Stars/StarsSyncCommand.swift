import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import Output
import Stars

struct StarsSyncCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Update the local copy of your stars.",
    usage: "ghsearch stars sync [flags]",
    discussion: """
      Fetches new stars and the current facts of all stars, 100 per request. All pages of stars \
      are read if the first one has changed, once a day, and with --full; those that have not \
      changed do not count toward the rate limit. An interrupted sync is resumed. Your star lists \
      are read as well, if the token can read them. Repositories that the token cannot read, such \
      as those behind single sign-on, keep their stored facts; this is a warning, not an error.

      With --readmes, the READMEs of your stars are fetched for `ghsearch stars search`: up to 40 \
      per request, newest stars first. Later syncs fetch only those of new stars and those that \
      have changed. At least 500 requests per hour are reserved for other commands: if READMEs \
      remain, the exit status is 10 with --readmes, and 0 without it.

      EXAMPLES:
        ghsearch stars sync
        ghsearch stars sync --readmes --wait
      """
  )

  @Flag(help: "Fetch all pages of stars, even those that have not changed.")
  var full = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: """
      Also fetch READMEs, in this sync and later ones, or remove them. (default: same as last time)
      """
  )
  var readmes: Bool?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    var sync = CopySync(session)
    (sync.isFull, sync.wantsReadmes) = (full, readmes)
    var status = ExitStatus.success
    do throws(OperationFailure) {
      let refusals = try await sync.run { part throws(OperationFailure) in
        if let changes = part.changes { try context.print(changes.sentence + "\n") }
        let failed = report(part, context)
        if status == .success { status = failed }
      }
      context.warn(of: refusals)
    } catch {
      // Users know why it ends, but not what was done and that nothing is lost.
      if error.kind == .canceled { context.report(error) }
      throw error
    }
    return status
  }

  /// Reports why a part is not up to date, and returns the exit status.
  private func report(_ part: CopySync.Part, _ context: Context) -> ExitStatus {
    guard let failure = part.state.failure else { return .success }
    if part.name == .lists {
      let hasGraphQL = failure.call?.status != 404
      guard failure.kind == .forbidden || !hasGraphQL else {
        context.report(failure.with(what: "sync your star lists"))
        return .partial
      }
      // The stars are up to date without the lists.
      let (why, advice) =
        hasGraphQL ? (failure.why, failure.advice) : ("the server has no GraphQL", "")
      context.warn("star lists were not synced", why, advice: advice)
      return .success
    }
    context.report(failure)
    // Later syncs fetch the remaining READMEs.
    if case .waiting = part.state, readmes == nil { return .success }
    return failure.status
  }
}

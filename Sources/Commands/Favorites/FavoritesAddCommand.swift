import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore

/// `ghsearch favorites add`.
struct FavoritesAddCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add repositories; one that is a favorite already keeps its place.",
    discussion: "GitHub is asked for a repository only where it was never seen before."
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context)
    let attempted = "add to the favorites"
    let names = try repositories.resolved(for: attempted, services, context)
    try services.library.require(for: attempted)
    let lookup = RepositoryLookup(services)
    var outcome = BatchOutcome()
    for name in names {
      let repository: Repository
      do throws(GitHubError) {
        repository = try await lookup.repository(name)
      } catch {
        let failure = CommandFailure(error, in: context)
        outcome.fail(failure.status)
        context.note(failure.line)
        continue
      }
      _ = try services.library.perform(attempted) { (store) throws(StoreError) in
        try store.addFavourite(repository)
      }
      try context.print("\(repository.name)\tadded\n")
      outcome.succeed(.success)
    }
    return outcome.status
  }
}

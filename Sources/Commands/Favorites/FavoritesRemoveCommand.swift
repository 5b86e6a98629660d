import ArgumentParser
import GitHubModel
import RepositoryStore

/// `ghsearch favorites remove`.
struct FavoritesRemoveCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take repositories off the list; what is not on it stays off."
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context)
    let attempted = "remove from the favorites"
    let names = try repositories.resolved(for: attempted, services, context)
    for name in names {
      let isRemoved = try services.library.perform(attempted) { (store) throws(StoreError) in
        guard let favourite = try store.favourite(named: name) else { return false }
        return try store.removeFavourite(id: favourite.repository.id)
      }
      try context.print("\(name)\t\(isRemoved ? "removed" : "no favorite")\n")
    }
    return .success
  }
}

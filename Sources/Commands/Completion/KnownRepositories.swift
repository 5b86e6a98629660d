import GitHubModel
import RepositoryStore

/// The repositories that the user is likely to name.
enum KnownRepositories {
  /// The full names of the favourites, then of the stars that are kept here; none of what cannot be
  /// read, since nobody wants to hear of it at a tab.
  static func names() -> [String] {
    guard let services = try? Services(.live()) else { return [] }
    services.library.holdWarnings()
    let names = services.library.attempt { () throws(StoreError) in
      try Self.names(services.library.existing(), LocalStars(services))
    }
    return names ?? []
  }

  private static func names(
    _ store: LibraryStore?,
    _ stars: LocalStars
  ) throws(StoreError) -> [String] {
    guard let store else { return [] }
    let favourites = try store.favourites().map(\.repository.name.fullName)
    guard let account = try stars.account(in: store) else { return favourites }
    let known = Set(favourites)
    return favourites
      + (try store.stars(of: account).map(\.name.fullName).filter { !known.contains($0) })
  }
}

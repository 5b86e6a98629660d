import GitHubModel
import RepositoryStore
import SearchModel

/// Keeps the favourites for a view model.
struct StoreFavourites: FavouriteKeeping {
  let library: Library

  func favourites() async throws(SearchFailure) -> Set<Repository.ID> {
    try perform { (store) throws(StoreError) in try store.favouriteIDs() }
  }

  func keep(
    _ repository: Repository,
    asFavourite isFavourite: Bool
  ) async throws(SearchFailure) {
    _ = try perform { (store) throws(StoreError) in
      isFavourite
        ? try store.addFavourite(repository) : try store.removeFavourite(id: repository.id)
    }
  }

  private func perform<Value>(
    _ body: (LibraryStore) throws(StoreError) -> Value
  ) throws(SearchFailure) -> Value {
    do throws(CommandFailure) {
      return try library.perform("keep favorites", body)
    } catch {
      throw SearchFailure.localStore(error.why)
    }
  }
}

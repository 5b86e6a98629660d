import GitHubModel

/// Favourites, which are this machine's own.
extension SearchState {
  /// True while a change of the favourites has not been written.
  package var hasPendingFavourites: Bool { !memory.pendingFavourites.isEmpty }

  /// A list that cannot be read is said once; what is changed meanwhile is kept.
  mutating func acceptFavourites(_ lookup: FavouriteLookup) {
    switch lookup {
    case .success(let ids): favourites = ids
    case .failure(let failure): banner = Banner(.listFavourites, failure, canRetry: false)
    }
  }

  mutating func toggleFavourites() -> [SearchEffect] {
    let targets = targets
    return setFavourites(!targets.allSatisfy { favourites.contains($0.id) }, of: targets)
  }

  mutating func setFavourites(_ isFavourite: Bool, of repositories: [Repository]) -> [SearchEffect]
  {
    let changed = repositories.filter { favourites.contains($0.id) != isFavourite }
    for repository in changed { setFavourite(isFavourite, repository.id) }
    let writes = changed.map { FavouriteWrite($0, isFavourite: isFavourite) }
    memory.pendingFavourites += writes
    return writes.map(SearchEffect.writeFavourite)
  }

  mutating func finishFavourite(
    _ write: FavouriteWrite,
    _ failure: SearchFailure?
  ) -> [SearchEffect] {
    if let index = memory.pendingFavourites.firstIndex(of: write) {
      memory.pendingFavourites.remove(at: index)
    }
    guard let failure else { return [] }
    setFavourite(!write.isFavourite, write.repository.id)
    memory.failedFavourite = write
    banner = Banner(
      .favourite(write.repository.name, write.isFavourite),
      failure,
      canRetry: !failure.isFinal
    )
    return []
  }

  private mutating func setFavourite(_ isFavourite: Bool, _ id: Repository.ID) {
    if isFavourite { favourites.insert(id) } else { favourites.remove(id) }
  }
}

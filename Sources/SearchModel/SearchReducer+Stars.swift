import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stars and favorites: changed on the screen at once, and changed back when that fails.
extension SearchReducer {
  /// Repositories in one question for star states (GitHub's GraphQL documentation: 100 nodes).
  package static let maxStarLookups = 100

  /// Takes star states from rows, where nothing newer is known.
  mutating func learnStars(of repositories: [Repository]) {
    for repository in repositories {
      guard let isStarred = repository.isStarred, state.stars[repository.id] == .unknown
      else { continue }
      state.stars[repository.id] = .known(isStarred)
    }
  }

  /// Asks for the stars that are not known, a bounded number at a time and each once.
  mutating func loadStars() -> [SearchEffect] {
    guard !state.isLoadingStars else { return [] }
    let unknown = state.rows.lazy.map(\.repository).filter { [state, memory] in
      state.stars[$0.id] == .unknown && !memory.requestedStars.contains($0.id)
    }
    let requested = Array(unknown.prefix(Self.maxStarLookups))
    guard !requested.isEmpty else { return [] }
    state.isLoadingStars = true
    memory.requestedStars.formUnion(requested.map(\.id))
    return [.readStars(requested)]
  }

  /// After a failure the stars stay unknown, and may be asked for with the next response.
  mutating func acceptStars(
    _ result: Result<[Repository.ID: Bool], SearchFailure>,
    of requested: [Repository.ID]
  ) -> [SearchEffect] {
    state.isLoadingStars = false
    switch result {
    case .success(let known):
      for (id, isStarred) in known { acceptStar(isStarred, of: id) }
      return loadStars()
    case .failure:
      memory.requestedStars.subtract(requested)
      return []
    }
  }

  /// While a change is pending, the new state is what a rollback goes back to.
  private mutating func acceptStar(_ isStarred: Bool, of id: Repository.ID) {
    if state.stars[id].isPending {
      memory.starsBefore[id] = .known(isStarred)
    } else {
      state.stars[id] = .known(isStarred)
    }
  }
}

// MARK: - Changing stars

extension SearchReducer {
  mutating func toggleStars(now: Date) -> [SearchEffect] {
    let toggle = state.starToggle
    return setStars(toggle.isStarred, of: toggle.changed, now: now)
  }

  /// Shows the change at once; what is pending or so already is left alone.
  ///
  /// A second key press therefore does nothing until the first is acknowledged.
  mutating func setStars(
    _ isStarred: Bool,
    of repositories: [Repository],
    now: Date
  ) -> [SearchEffect] {
    let changed = repositories.filter { state.stars[$0.id].isChanged(to: isStarred) }
    if !changed.isEmpty { memory.lastChanged = changed }
    for repository in changed {
      memory.starsBefore[repository.id] = state.stars[repository.id]
      state.stars[repository.id] = .pending(isStarred)
      memory.starQueue.add(StarWrite(repository, isStarred: isStarred))
    }
    return writeNextStar(now: now) + (changed.isEmpty ? [] : remember())
  }

  /// Takes a change back: one that waits is dropped, one that is under way or done is reversed.
  mutating func undoStars(
    _ isStarred: Bool,
    of repositories: [Repository],
    now: Date
  ) -> [SearchEffect] {
    for repository in repositories {
      let id = repository.id
      if memory.starQueue.removeWaiting(StarWrite(repository, isStarred: isStarred)) {
        state.stars[id] = memory.starsBefore.removeValue(forKey: id) ?? .unknown
      } else if state.stars[id].isStarred == isStarred {
        if memory.starsBefore[id] == nil { memory.starsBefore[id] = state.stars[id] }
        state.stars[id] = .pending(!isStarred)
        memory.starQueue.add(StarWrite(repository, isStarred: !isStarred))
      }
    }
    return writeNextStar(now: now)
  }

  private mutating func writeNextStar(now: Date) -> [SearchEffect] {
    memory.starQueue.next(at: now).map { [.writeStar($0.write, after: $0.wait)] } ?? []
  }

  mutating func finishStar(
    _ write: StarWrite,
    _ failure: SearchFailure?,
    now: Date
  ) -> [SearchEffect] {
    memory.starQueue.finish(at: now)
    let id = write.repository.id
    if let failure {
      rollBack(write, failure)
    } else if memory.starQueue.pending.contains(where: { $0.repository.id == id }) {
      // It is taken back next: until then, that is what the screen shows.
      memory.starsBefore[id] = .known(write.isStarred)
    } else {
      memory.starsBefore[id] = nil
      state.stars[id] = .known(write.isStarred)
    }
    outdateLists()
    return [.readCounts] + writeNextStar(now: now)
  }

  /// A failure that would meet every change stops those that wait.
  private mutating func rollBack(_ write: StarWrite, _ failure: SearchFailure) {
    let waiting = failure.affectsAll ? memory.starQueue.removeWaiting() : []
    memory.failedStars = [write] + waiting
    for failed in memory.failedStars {
      let id = failed.repository.id
      state.stars[id] = memory.starsBefore.removeValue(forKey: id) ?? .unknown
    }
    state.banner = Banner(
      .star(write.repository.name, write.isStarred),
      failure,
      canRetry: !failure.isFinal
    )
  }
}

/// Changes of stars, one after another and at least a second apart (GitHub's REST documentation on
/// best practices).
struct StarQueue: Sendable {
  private var waiting: [StarWrite] = []
  private var current: StarWrite?
  private var lastEnd: Date?

  /// Everything that GitHub has not acknowledged, in order.
  var pending: [StarWrite] { [current].compactMap(\.self) + waiting }

  mutating func add(_ write: StarWrite) {
    waiting.append(write)
  }

  /// The next change and how long to wait before it; nil while one is under way or none waits.
  mutating func next(at now: Date) -> (write: StarWrite, wait: Duration)? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let write = waiting.removeFirst()
    current = write
    return (write, wait(at: now))
  }

  mutating func finish(at now: Date) {
    current = nil
    lastEnd = now
  }

  /// Whether the change was waiting, which it does no more.
  mutating func removeWaiting(_ write: StarWrite) -> Bool {
    guard let index = waiting.firstIndex(of: write) else { return false }
    waiting.remove(at: index)
    return true
  }

  mutating func removeWaiting() -> [StarWrite] {
    defer { waiting = [] }
    return waiting
  }

  /// Never longer than the interval, even if the clock was set back.
  private func wait(at now: Date) -> Duration {
    guard let lastEnd else { return .zero }
    let elapsed = max(now.timeIntervalSince(lastEnd), 0)
    return .wait(from: now, until: now + max(Self.interval - elapsed, 0))
  }

  /// Seconds.
  private static let interval: TimeInterval = 1
}

// MARK: - Favorites

extension SearchReducer {
  /// Changes made before the favorites were read stay.
  mutating func acceptFavorites(_ result: Result<Set<Repository.ID>, SearchFailure>) {
    switch result {
    case .success(let ids):
      state.favorites = ids
      for (id, isFavorite) in memory.earlyFavorites ?? [:] { mark(id, asFavorite: isFavorite) }
      memory.earlyFavorites = nil
    case .failure(let failure):
      state.banner = Banner(.listFavorites, failure, canRetry: false)
    }
  }

  mutating func toggleFavorites() -> [SearchEffect] {
    let toggle = state.favoriteToggle
    return setFavorites(toggle.isFavorite, of: toggle.changed)
  }

  mutating func setFavorites(_ isFavorite: Bool, of repositories: [Repository]) -> [SearchEffect] {
    let changed = repositories.filter { state.favorites.contains($0.id) != isFavorite }
    if !changed.isEmpty { memory.lastChanged = changed }
    let writes = changed.map { FavoriteWrite($0, isFavorite: isFavorite) }
    for repository in changed {
      memory.earlyFavorites?[repository.id] = isFavorite
      mark(repository.id, asFavorite: isFavorite)
    }
    state.pendingFavorites += writes
    return writes.map(SearchEffect.writeFavorite)
  }

  mutating func finishFavorite(_ write: FavoriteWrite, _ failure: SearchFailure?) {
    if let index = state.pendingFavorites.firstIndex(of: write) {
      state.pendingFavorites.remove(at: index)
    }
    outdateLists()
    guard let failure else { return }
    memory.earlyFavorites?[write.repository.id] = nil
    mark(write.repository.id, asFavorite: !write.isFavorite)
    memory.failedFavorite = write
    state.banner = Banner(
      .favorite(write.repository.name, write.isFavorite),
      failure,
      canRetry: !failure.isFinal
    )
  }

  private mutating func mark(_ id: Repository.ID, asFavorite isFavorite: Bool) {
    if isFavorite { state.favorites.insert(id) } else { state.favorites.remove(id) }
  }
}

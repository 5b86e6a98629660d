import Essentials
import GitHubModel

/// Stars, and how all user changes are made, retried and undone.
extension SearchReducer {
  /// The maximum number of repositories in one query for star states (GitHub's GraphQL documentation: 100
  /// nodes).
  package static let maxStarLookups = 100

  /// Takes star states from rows, unless newer ones are known.
  mutating func recordStars(of repositories: [Repository]) {
    for repository in repositories {
      if let isStarred = repository.isStarred { state.stars.learn(isStarred, of: repository.id) }
    }
  }

  /// Requests unknown star states, a limited number at a time and each once.
  mutating func loadStars() {
    guard state.desired.stars == nil else { return }
    let unknown = state.rows.lazy.map(\.repository).filter { [state, bookkeeping] in
      state.stars.isUnknown($0.id) && !bookkeeping.requestedStars.contains($0.id)
    }
    let requested = Array(unknown.prefix(Self.maxStarLookups))
    guard !requested.isEmpty else { return }
    bookkeeping.requestedStars.formUnion(requested.map(\.id))
    state.desired.ask(\.stars, for: requested)
  }

  /// Accepts star states; after a failure they stay unknown, and may be requested with the next
  /// response.
  ///
  /// A star written after the query was sent is newer than its result.
  mutating func acceptStars(
    _ result: Result<[Repository.ID: Bool], SearchFailure>,
    of requested: [Repository.ID]
  ) {
    state.desired.stars = nil
    switch result {
    case .success(let known):
      for (id, isStarred) in known where bookkeeping.requestedStars.contains(id) {
        state.stars.accept(isStarred, of: id)
      }
      loadStars()
    case .failure: bookkeeping.requestedStars.subtract(requested)
    }
  }
}

// MARK: - Changing stars

extension SearchReducer {
  /// Shows the change immediately; ignores repositories whose change is pending or unnecessary.
  ///
  /// A second key press therefore does nothing until the first is acknowledged.
  mutating func setStars(_ isStarred: Bool, of repositories: [Repository]) {
    let changed = repositories.filter { state.stars[$0.id].isChanged(to: isStarred) }
    guard !changed.isEmpty else { return }
    let isKnown = changed.allSatisfy { state.stars[$0.id].isStarred == !isStarred }
    change(changed.map { .star(StarWrite($0, isStarred: isStarred)) }, isKnown: isKnown)
    remember()
  }
}

// MARK: - Writes

extension SearchReducer {
  /// Handles the outcome of a write: for a failure, the screen says why and offers a retry.
  ///
  /// A failed change of lists may have been made in part, as the copy shows; it is retried or
  /// undone as a whole.
  mutating func finish(_ write: Write, _ failure: SearchFailure?) {
    var failed = [write]
    if case .star(let star) = write {
      guard let stars = state.stars.finish(star, failure) else { return }
      failed = stars.map(Write.star)
      state.desired.counts = state.desired.next()
    } else if let index = state.writes.firstIndex(of: write) {
      state.writes.remove(at: index)
    }
    if let failure {
      state.banner = Banner(.writes(failed), failure)
      if case .lists(let change) = write, change.isRefused(by: failure) {
        state.undoableChanges.removeAll { $0.writes == [write] }
        state.writes.removeAll { $0 == write.undo }
      }
    } else {
      recordStored(write)
    }
    showFavorites()
    invalidateLists()
    if write.kind == .lists, state[next: .lists] == nil {
      state.desired.lists = state.desired.next()
    }
  }

  /// Records the new state of the store.
  private mutating func recordStored(_ write: Write) {
    switch write {
    case .favorite(let repository, let isFavorite):
      bookkeeping.writtenFavorites?[repository.id] = isFavorite
      bookkeeping.storedFavorites.set(repository.id, isFavorite)
    case .note(let change): state.notes[change.repository.id] = change.new
    case .star, .lists: break
    }
  }
}

// MARK: - Undo

extension SearchReducer {
  private static var maxUndoableChanges: Int { 20 }

  /// Makes a user's change, and remembers it.
  mutating func change(_ writes: [Write], isKnown: Bool = true) {
    let change = UserChange(writes: writes, isKnown: isKnown)
    state.undoableChanges.append(change)
    if state.undoableChanges.count > Self.maxUndoableChanges { state.undoableChanges.removeFirst() }
    report(change, isUndone: false)
    for write in writes { make(write) }
  }

  private mutating func report(_ change: UserChange, isUndone: Bool) {
    let number = (state.lastChange?.number ?? 0) + 1
    state.lastChange = ChangeReport(number: number, change: change, isUndone: isUndone)
  }

  /// Undoes the last change that has not been undone; drops a change that cannot be.
  mutating func undo() {
    guard let change = state.undoableChanges.popLast(), change.isKnown else { return }
    report(change, isUndone: true)
    for write in change.writes { make(write.undo) }
  }

  /// Starts a change, unless it has already been made.
  ///
  /// Stars, favorites and repositories' lists are shown immediately, and notes and other changes of
  /// lists once they are made. The same note twice in a row is written once.
  mutating func make(_ write: Write) {
    switch write {
    case .star(let star): return state.stars.want(star)
    case .favorite(let repository, let isFavorite):
      if state.favorites.contains(repository.id) == isFavorite { return }
    case .lists(let change):
      if change.edit == nil, change.moves.isEmpty { return }
      move(change.moves)
    case .note: if state.writes.last(where: { $0.kind == .note }) == write { return }
    }
    state.writes.append(write)
    showFavorites()
  }
}

// MARK: - Favorites

extension SearchReducer {
  mutating func acceptFavorites(_ result: Result<Set<Repository.ID>, SearchFailure>) {
    switch result {
    case .success(let ids):
      let written = bookkeeping.writtenFavorites ?? [:]
      (bookkeeping.storedFavorites, bookkeeping.writtenFavorites) = (ids, nil)
      for (id, isFavorite) in written { bookkeeping.storedFavorites.set(id, isFavorite) }
      showFavorites()
    case .failure(let failure):
      state.banner = Banner(.listFavorites, failure)
    }
  }

  mutating func setFavorites(_ isFavorite: Bool, of repositories: [Repository]) {
    let changed = repositories.filter { state.favorites.contains($0.id) != isFavorite }
    if !changed.isEmpty { change(changed.map { .favorite($0, isFavorite: isFavorite) }) }
  }

  /// Shows the store's favorites together with changes not yet stored.
  private mutating func showFavorites() {
    var favorites = bookkeeping.storedFavorites
    for case .favorite(let repository, let isFavorite) in state.writes {
      favorites.set(repository.id, isFavorite)
    }
    state.favorites = favorites
  }
}

extension Set {
  /// Inserts or removes an element.
  fileprivate mutating func set(_ element: Element, _ isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}

package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a user does with the list of stars.
package enum StarsAction: Sendable, Hashable {
  case reload
  case filter(String)
  case order(StarOrder)
  case select(Repository.ID)
  case move(Int)
  /// Takes the star of the selected one away.
  case unstar
  case retry
  case dismissBanner
}

/// Everything that can change a ``StarsState``.
package enum StarsEvent: Sendable, Equatable {
  case loaded(Result<[StarredRepository], SearchFailure>)
  case action(StarsAction)
  case written(StarWrite, SearchFailure?)
}

/// What the reducer of the stars wants done.
package enum StarsEffect: Sendable, Equatable {
  case load
  /// One at a time: the next comes only after the answer to this one.
  case write(StarWrite, after: Duration)
}

/// The one place where a ``StarsState`` changes: pure, timed by its arguments.
package enum StarsReducer {
  /// Takes in an event, and says what is to be done about it.
  package static func reduce(
    _ state: inout StarsState,
    _ event: StarsEvent,
    now: Date
  ) -> [StarsEffect] {
    switch event {
    case .loaded(let result): state.accept(result)
    case .action(let action): return state.perform(action, now: now)
    case .written(let write, let failure): return state.finish(write, failure, now: now)
    }
    return []
  }
}

extension StarsState {
  fileprivate mutating func accept(_ result: Result<[StarredRepository], SearchFailure>) {
    switch result {
    case .success(let stars):
      all = stars
      phase = .loaded
      arrange()
    case .failure(let failure):
      phase = .failed
      banner = Banner(.listStars, failure, canRetry: !failure.isFinal)
    }
  }

  fileprivate mutating func perform(_ action: StarsAction, now: Date) -> [StarsEffect] {
    switch action {
    case .reload: return load()
    case .filter(let text):
      filter = text
      arrange()
    case .order(let order):
      self.order = order
      arrange()
    case .select(let id): if rows.contains(where: { $0.id == id }) { selection = id }
    case .move(let count): move(by: count)
    case .unstar: return unstar(selectedIndex.map { [rows[$0].repository] } ?? [], now: now)
    case .retry: return retry(now: now)
    case .dismissBanner: banner = nil
    }
    return []
  }

  private mutating func load() -> [StarsEffect] {
    phase = .loading
    return [.load]
  }

  private mutating func move(by count: Int) {
    guard let index = selectedIndex else { return }
    selection = rows[rows.indices.index(index, movedBy: count)].id
  }

  /// Works out what is shown; the selection stays with its repository, or else where it stood.
  private mutating func arrange() {
    let index = selectedIndex ?? 0
    let local = LocalFilter(filter)
    let left = all.filter { !removed.contains($0.id) }
    count = left.count
    rows = left.filter { local.matches($0.repository) }.sorted(by: order.areInOrder)
    if selectedIndex == nil {
      selection = rows.isEmpty ? nil : rows[min(index, rows.count - 1)].id
    }
  }
}

// MARK: - Unstarring

extension StarsState {
  private mutating func unstar(_ repositories: [Repository], now: Date) -> [StarsEffect] {
    for repository in repositories where removed.insert(repository.id).inserted {
      queue.add(StarWrite(repository, isStarred: false))
    }
    arrange()
    return writeNext(now: now)
  }

  private mutating func writeNext(now: Date) -> [StarsEffect] {
    queue.next(at: now).map { [.write($0.write, after: $0.wait)] } ?? []
  }

  fileprivate mutating func finish(
    _ write: StarWrite,
    _ failure: SearchFailure?,
    now: Date
  ) -> [StarsEffect] {
    queue.finish(at: now)
    if let failure {
      rollBack(write, failure)
    } else {
      all.removeAll { $0.id == write.repository.id }
      removed.remove(write.repository.id)
    }
    arrange()
    return writeNext(now: now)
  }

  /// What would stop one change stops all that wait.
  private mutating func rollBack(_ write: StarWrite, _ failure: SearchFailure) {
    let waiting = failure.stopsAll ? queue.removeWaiting() : []
    failed = ([write] + waiting).map(\.repository)
    removed.subtract(failed.map(\.id))
    banner = Banner(.star(write.repository.name, false), failure, canRetry: !failure.isFinal)
  }

  private mutating func retry(now: Date) -> [StarsEffect] {
    guard let banner, banner.canRetry else { return [] }
    self.banner = nil
    if banner.attempt == .listStars { return load() }
    return unstar(failed, now: now)
  }
}

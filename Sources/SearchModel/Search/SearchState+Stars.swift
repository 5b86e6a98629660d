import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stars: known, changed at once, and changed back when GitHub says no.
extension SearchState {
  /// True while it is being asked which of the rows are starred.
  package var isAskingStars: Bool { memory.isAskingStars }

  /// Takes over what rows say of themselves, where nothing newer is known.
  mutating func learnStars(of repositories: [Repository]) {
    for repository in repositories {
      guard let isStarred = repository.isStarred, stars[repository.id] == .unknown else { continue }
      stars[repository.id] = .known(isStarred)
    }
  }

  /// What is told while a change is pending is what a rollback goes back to.
  private mutating func learn(_ isStarred: Bool, of id: Repository.ID) {
    if stars[id].isPending {
      memory.starBases[id] = .known(isStarred)
    } else {
      stars[id] = .known(isStarred)
    }
  }

  /// Asks for the stars that nobody told, a bounded number at a time and each once.
  mutating func askForStars() -> [SearchEffect] {
    guard !memory.isAskingStars else { return [] }
    let unknown = rows.lazy.map(\.repository).filter { [stars, memory] in
      stars[$0.id] == .unknown && !memory.starsAsked.contains($0.id)
    }
    let asked = Array(unknown.prefix(SearchReducer.mostStarLookups))
    guard !asked.isEmpty else { return [] }
    memory.isAskingStars = true
    memory.starsAsked.formUnion(asked.map(\.id))
    return [.readStars(asked)]
  }

  /// A failed question leaves the stars unknown, and may be put again with the next answer.
  mutating func acceptStars(_ lookup: StarLookup, of asked: [Repository.ID]) -> [SearchEffect] {
    memory.isAskingStars = false
    switch lookup {
    case .success(let known):
      for (id, isStarred) in known { learn(isStarred, of: id) }
      return askForStars()
    case .failure:
      memory.starsAsked.subtract(asked)
      return []
    }
  }
}

// MARK: - Changing

extension SearchState {
  mutating func toggleStars(now: Date) -> [SearchEffect] {
    let targets = targets
    let areStarred = targets.allSatisfy { stars[$0.id].isStarred == true }
    return setStars(!areStarred, of: targets, now: now)
  }

  /// Shows the change at once; what is pending or so already is left alone.
  ///
  /// A second press therefore does nothing until the first is acknowledged.
  mutating func setStars(
    _ isStarred: Bool,
    of repositories: [Repository],
    now: Date
  ) -> [SearchEffect] {
    let changed = repositories.filter { repository in
      let state = stars[repository.id]
      return !state.isPending && state != .known(isStarred)
    }
    for repository in changed {
      memory.starBases[repository.id] = stars[repository.id]
      stars[repository.id] = .pending(isStarred)
      memory.starQueue.add(StarWrite(repository, isStarred: isStarred))
    }
    return writeNextStar(now: now) + (changed.isEmpty ? [] : remember())
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
    if let failure {
      rollBack(write, failure)
    } else {
      memory.starBases[write.repository.id] = nil
      stars[write.repository.id] = .known(write.isStarred)
    }
    return writeNextStar(now: now)
  }

  /// What would stop one change stops all that wait.
  private mutating func rollBack(_ write: StarWrite, _ failure: SearchFailure) {
    let waiting = failure.stopsAll ? memory.starQueue.removeWaiting() : []
    memory.failedStars = [write] + waiting
    for failed in memory.failedStars {
      let id = failed.repository.id
      stars[id] = memory.starBases.removeValue(forKey: id) ?? .unknown
    }
    banner = Banner(
      .star(write.repository.name, write.isStarred),
      failure,
      canRetry: !failure.isFinal
    )
  }
}

extension SearchFailure {
  /// Says nothing of the one repository: the next would fail as well.
  package var stopsAll: Bool {
    switch self {
    case .offline, .rateLimited, .tokenMissing, .tokenRefused, .localStore, .cancelled: true
    case .validation, .forbidden, .notFound, .badAnswer: false
    }
  }
}

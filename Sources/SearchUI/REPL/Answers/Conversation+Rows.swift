import GitHubModel
import Reactive
import SearchModel
import Terminal

/// What is done with rows.
extension Conversation {
  /// One after another, each acknowledged before the next.
  func star(_ isStarred: Bool, _ repositories: [Repository]) async throws(REPLStop) {
    for (index, repository) in repositories.enumerated() {
      do throws(REPLStop) {
        try await star(isStarred, repository)
      } catch {
        throw error.adding(repositories[(index + 1)...])
      }
    }
  }

  private func star(_ isStarred: Bool, _ repository: Repository) async throws(REPLStop) {
    let id = repository.id
    // One that was given up may still be on its way, and is left alone by the model.
    guard await watch.first(where: { !$0.stars[id].isPending }) != nil else { throw .cancelled }
    let begun = await watch.first(
      where: { $0.stars[id].isStarred == isStarred },
      after: { search.actions.send(.setStar(isStarred, [id])) }
    )
    guard begun != nil, let state = await watch.first(where: { !$0.stars[id].isPending }) else {
      throw .cancelled
    }
    guard state.stars[id] == .known(isStarred) else {
      throw .failed(
        takeFailure(state, attempted: "\(isStarred ? "star" : "unstar") \(repository.name)")
      )
    }
    try print([REPLText.starred(repository, isStarred)])
  }

  func favour(_ isFavourite: Bool, _ repositories: [Repository]) async throws(REPLStop) {
    for repository in repositories {
      let id = repository.id
      let begun = await watch.first(
        where: { $0.favourites.contains(id) == isFavourite },
        after: { search.actions.send(.setFavourite(isFavourite, [id])) }
      )
      guard begun != nil, let state = await watch.first(where: { !$0.hasPendingFavourites }) else {
        throw .cancelled
      }
      guard state.favourites.contains(id) == isFavourite else {
        throw .failed(takeFailure(state, attempted: "favorite \(repository.name)"))
      }
      try print([REPLText.favourite(repository, isFavourite)])
    }
  }

  /// The reason, which nobody has to be told again.
  private func takeFailure(_ state: SearchState, attempted: String) -> REPLFailure {
    search.actions.send(.dismissBanner)
    return REPLFailure(state.banner?.failure ?? .badAnswer(""), attempted: attempted)
  }

  func open(_ repositories: [Repository]) async throws(REPLStop) {
    for repository in repositories {
      if let problem = await ports.openPage(repository.url) {
        throw .failed(REPLFailure(.browser, "open \(repository.name)", problem))
      }
    }
    search.actions.send(.use)
  }
}

// MARK: - Details

extension Conversation {
  func view(_ repositories: [Repository]) async throws(REPLStop) {
    for (index, repository) in repositories.enumerated() {
      let detail = try await detail(of: repository)
      let star = search.state.stars[repository.id]
      if case .failed(let failure) = detail.facts {
        throw .failed(REPLFailure(failure, attempted: "view \(repository.name)"))
      }
      let text = DetailLines(detail, star: star, look: table.look, now: ports.now())
      try print((index > 0 ? [""] : []) + text.lines)
      if case .failed(let failure) = detail.readme {
        note(ports.failureLine(REPLFailure(failure, attempted: "the README of \(repository.name)")))
      }
    }
  }

  /// All that there is of it; afterwards nothing is looked at, so that the next look is a new one.
  private func detail(of repository: Repository) async throws(REPLStop) -> DetailState {
    let state = await watch.first(
      where: { $0.detail.repository?.id == repository.id && $0.detail.isSettled },
      after: {
        search.actions.send(.select(repository.id))
        search.actions.send(.showDetail(true))
      }
    )
    search.actions.send(.showDetail(false))
    guard let state, await watch.first(where: { $0.detail.repository == nil }) != nil else {
      throw .cancelled
    }
    return state.detail
  }
}

extension DetailState {
  fileprivate var isSettled: Bool { facts.isOver && readme.isOver }
}

extension Loadable {
  fileprivate var isOver: Bool {
    switch self {
    case .absent, .loading: false
    case .loaded, .failed: true
    }
  }
}

extension REPLStop {
  /// Says what was not attempted because of it.
  fileprivate func adding(_ rest: ArraySlice<Repository>) -> Self {
    guard case .failed(var failure) = self, !rest.isEmpty else { return self }
    failure.why +=
      rest.count == 1 ? " (1 more was not tried)" : " (\(rest.count) more were not tried)"
    return .failed(failure)
  }
}

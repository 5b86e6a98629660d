import GitHubModel
import Reactive
import SearchModel
import Terminal

/// Commands on rows and other repositories: star, favorite, view, open.
extension REPLSession {
  /// One after another, each acknowledged before the next.
  func star(_ isStarred: Bool, _ repositories: [Repository]) async throws(REPLResult) {
    for (index, repository) in repositories.enumerated() {
      do throws(REPLResult) {
        try await star(isStarred, repository)
      } catch {
        throw error.adding(repositories[(index + 1)...])
      }
    }
  }

  private func star(_ isStarred: Bool, _ repository: Repository) async throws(REPLResult) {
    let id = repository.id
    // A change that was canceled may still be under way, and the model leaves it alone.
    guard await firstState(where: { !$0.stars[id].isPending }) != nil else { throw .cancelled }
    let begun = await firstState(
      where: { !$0.stars[id].isChanged(to: isStarred) },
      after: { search.actions.send(.setStar(isStarred, [repository])) }
    )
    guard begun != nil, let state = await firstState(where: { !$0.stars[id].isPending }) else {
      throw .cancelled
    }
    guard state.stars[id] == .known(isStarred) else {
      throw .failed(
        takeFailure(state, operation: "\(isStarred ? "star" : "unstar") \(repository.name)")
      )
    }
    try print([REPLText.starred(repository, isStarred)])
  }

  func setFavorite(_ isFavorite: Bool, _ repositories: [Repository]) async throws(REPLResult) {
    for repository in repositories {
      let id = repository.id
      let begun = await firstState(
        where: { $0.favorites.contains(id) == isFavorite },
        after: { search.actions.send(.setFavorite(isFavorite, [repository])) }
      )
      guard begun != nil, let state = await firstState(where: { !$0.hasPendingFavorites }) else {
        throw .cancelled
      }
      guard state.favorites.contains(id) == isFavorite else {
        throw .failed(takeFailure(state, operation: "favorite \(repository.name)"))
      }
      try print([REPLText.favorite(repository, isFavorite)])
    }
  }

  /// The reason; its banner is dismissed, since the failure is printed.
  private func takeFailure(_ state: SearchState, operation: String) -> REPLFailure {
    search.actions.send(.dismissBanner)
    return REPLFailure(state.banner?.failure ?? .badResponse(""), operation: operation)
  }

  func open(_ repositories: [Repository]) async throws(REPLResult) {
    for repository in repositories {
      if let problem = await ports.openPage(repository.url) {
        throw .failed(REPLFailure(.browser, "open \(repository.url)", problem))
      }
    }
    search.actions.send(.use)
  }
}

// MARK: - Details

extension REPLSession {
  func view(_ repositories: [Repository]) async throws(REPLResult) {
    for (index, repository) in repositories.enumerated() {
      let isRow = search.state.rows.contains { $0.id == repository.id }
      let (detail, star) =
        isRow
        ? (try await detail(of: repository), search.state.stars[repository.id])
        : await fetched(repository)
      if case .failed(let failure) = detail.facts {
        throw .failed(REPLFailure(failure, operation: "view \(repository.name)"))
      }
      let text = RepositoryLines(detail: detail, star: star, style: table.style, now: ports.now())
      try print((index > 0 ? [""] : []) + text.lines)
      if case .failed(let failure) = detail.readme {
        note(
          ports.failureLine(
            REPLFailure(failure, operation: "read the README of \(repository.name)")
          )
        )
      }
    }
  }

  /// The detail and the star state of a repository that is no row.
  private func fetched(_ repository: Repository) async -> (DetailState, StarState) {
    let readme: Result<String?, SearchFailure>
    do throws(SearchFailure) {
      readme = .success(try await search.client.readme(repository.name))
    } catch {
      readme = .failure(error)
    }
    // The details say nothing about a star state that cannot be read.
    let stars = try? await search.client.stars([repository])
    let isStarred = stars?[repository.id]
    return (
      DetailState(facts: repository, readme: readme), isStarred.map(StarState.known) ?? .unknown
    )
  }

  /// The complete detail of a row.
  ///
  /// Afterwards no detail is shown, so that the next `:view` loads it again.
  private func detail(of repository: Repository) async throws(REPLResult) -> DetailState {
    let state = await firstState(
      where: { $0.detail.repository?.id == repository.id && $0.detail.isDone },
      after: {
        search.actions.send(.select(repository.id))
        search.actions.send(.showDetail(true))
      }
    )
    search.actions.send(.showDetail(false))
    guard let state, await firstState(where: { $0.detail.repository == nil }) != nil else {
      throw .cancelled
    }
    return state.detail
  }
}

extension DetailState {
  fileprivate var isDone: Bool { facts.isOver && readme.isOver }
}

extension Loadable {
  fileprivate var isOver: Bool {
    switch self {
    case .absent, .loading: false
    case .loaded, .failed: true
    }
  }
}

extension REPLResult {
  /// Adds what was not tried because of it.
  fileprivate func adding(_ rest: ArraySlice<Repository>) -> Self {
    guard case .failed(var failure) = self, !rest.isEmpty else { return self }
    failure.why +=
      rest.count == 1 ? " (1 more not tried)" : " (\(rest.count) more not tried)"
    return .failed(failure)
  }
}

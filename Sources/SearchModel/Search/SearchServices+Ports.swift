import GitHubModel
import Reactive

/// Who fulfils what the search needs; nil where there is nobody.
package struct SearchPorts: Sendable {
  package var searching: any RepositorySearching
  package var budget: any RequestBudgeting
  package var stars: any StarKeeping
  package var favourites: (any FavouriteKeeping)?
  package var local: (any LocalSearching)?
  /// Nil with `--no-history`.
  package var history: (any QueryHistory)?

  package init(
    searching: any RepositorySearching,
    budget: any RequestBudgeting,
    stars: any StarKeeping,
    favourites: (any FavouriteKeeping)? = nil,
    local: (any LocalSearching)? = nil,
    history: (any QueryHistory)? = nil
  ) {
    self.searching = searching
    self.budget = budget
    self.stars = stars
    self.favourites = favourites
    self.local = local
    self.history = history
  }
}

extension SearchServices {
  /// Calls the ports, each call in a task that the subscription can cancel.
  package init(_ ports: SearchPorts) {
    self.init(
      claim: { access in .running { await ports.budget.claim(for: access) } },
      readBudget: { access in .running { await ports.budget.reading(for: access) } },
      search: { request in .running { await ports.outcome(of: request) } },
      findLocally: { text in
        .running { await ports.local?.matches(text, limit: Self.mostLocalMatches) ?? [] }
      },
      readStars: { repositories in
        .running {
          await .catching { () async throws(SearchFailure) in
            try await ports.stars.starred(among: repositories)
          }
        }
      },
      writeStar: { write in .running { await ports.failure(of: write) } },
      readFavourites: { .running { await ports.allFavourites() } },
      writeFavourite: { write in .running { await ports.failure(of: write) } },
      readHistory: { .running { await ports.history?.texts() ?? [] } },
      remember: { text in .running { await ports.history?.add(text) } }
    )
  }

  /// Two screens full.
  private static let mostLocalMatches = 100
}

extension SearchPorts {
  /// The answer, once the budget has heard of it.
  fileprivate func outcome(of request: SearchRequest) async -> SearchOutcome {
    let result = await Result<SearchAnswer, SearchFailure>.catching {
      () async throws(SearchFailure) in
      try await searching.page(request)
    }
    let reading = await budget.record(BudgetReport(result), for: request.access)
    return SearchOutcome(result, budget: reading)
  }

  fileprivate func failure(of write: StarWrite) async -> SearchFailure? {
    await .catching { () async throws(SearchFailure) in
      if write.isStarred {
        try await stars.star(write.repository)
      } else {
        try await stars.unstar(write.repository)
      }
    }
  }

  fileprivate func allFavourites() async -> FavouriteLookup {
    guard let favourites else { return .success([]) }
    return await .catching { () async throws(SearchFailure) in try await favourites.favourites() }
  }

  fileprivate func failure(of write: FavouriteWrite) async -> SearchFailure? {
    await .catching { () async throws(SearchFailure) in
      guard let favourites else { throw SearchFailure.localStore("there is no store") }
      try await favourites.keep(write.repository, asFavourite: write.isFavourite)
    }
  }
}

import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The banner, and what its key does.
extension SearchState {
  mutating func retry(now: Date) -> [SearchEffect] {
    guard let banner, banner.canRetry else { return retryDetail() }
    self.banner = nil
    switch banner.attempt {
    case .search: return consider(rest: .zero, now: now)
    case .nextPage(let page): return load(page, now: now)
    case .star(_, let isStarred):
      return setStars(isStarred, of: memory.failedStars.map(\.repository), now: now)
    case .favourite(_, let isFavourite):
      guard let write = memory.failedFavourite else { return [] }
      return setFavourites(isFavourite, of: [write.repository])
    case .listStars, .listFavourites: return []
    }
  }

  /// An error belongs to the query it came from; that the token was refused holds for all.
  mutating func clearSearchBanner() {
    guard let banner, banner.failure != .tokenRefused else { return }
    switch banner.attempt {
    case .search, .nextPage: self.banner = nil
    case .star, .favourite, .listStars, .listFavourites: break
    }
  }
}

// MARK: - Detail and history

extension SearchState {
  /// Shows the detail of the selected repository while there is a place for it.
  mutating func lookWhenSelected() -> [SearchEffect] {
    let repository = memory.isDetailShown ? selectedRow?.repository : nil
    guard repository?.id != memory.lookedAt else { return [] }
    memory.lookedAt = repository?.id
    return [.look(repository)]
  }

  private func retryDetail() -> [SearchEffect] {
    memory.isDetailShown ? [.retryDetail] : []
  }

  /// Puts the text of the moment first in the history, if it may be stored.
  mutating func remember() -> [SearchEffect] {
    guard HistoryRule.mayStore(text), history.first != text else { return [] }
    history = HistoryRule.adding(text, to: history)
    return [.remember(text)]
  }
}

import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pages after the first.
extension SearchState {
  /// Asks for the next page once its turn has come.
  mutating func loadMoreWhenSeen(now: Date) -> [SearchEffect] {
    guard !memory.visible.isEmpty, memory.visible.upperBound > rows.count - Self.foresight else {
      return []
    }
    return loadMore(now: now)
  }

  /// Asks for the next page, if there is one and it is not on its way.
  mutating func loadMore(now: Date) -> [SearchEffect] {
    guard phase == .loaded, case .more(let page) = paging else { return [] }
    return load(page, now: now)
  }

  mutating func load(_ page: Int, now: Date) -> [SearchEffect] {
    guard let query = memory.query else { return [] }
    paging = .loading(page)
    let request = SearchRequest(query: query, page: page, access: access)
    return plan(request, rest: budgetWait(at: now), now: now)
  }

  /// The row that, counted from the end, calls for more when it comes into view.
  private static var foresight: Int { 5 }
}

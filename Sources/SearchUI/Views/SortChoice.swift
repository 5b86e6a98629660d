import GitHubModel
import SearchModel
import Terminal

/// A sort with its order, as shown in the menu.
struct SortChoice: Equatable {
  let sort: ListSort
  let order: SearchQuery.Order

  static func all(in search: SearchState) -> [Self] {
    search.sorts.flatMap { sort in
      if sort != .bestMatch { return [Self(sort, .descending), Self(sort, .ascending)] }
      let oldest = Self(.starred, .ascending)
      return [Self(sort, .descending)]
        + (search.source == .stars && !search.hasQuery ? [oldest] : [])
    }
  }

  init(_ sort: ListSort, _ order: SearchQuery.Order) {
    (self.sort, self.order) = (sort, order)
  }

  /// The current choice; best matches have no order.
  init(_ search: SearchState) {
    self.init(search.sort, search.sort == .bestMatch ? .descending : search.order)
  }

  /// The title; without a query, the best match is the list's default order.
  func title(in search: SearchState) -> SafeText {
    switch (sort, order) {
    case (.search(.bestMatch), _): Self.ownOrder(of: search)
    case (.search(.stars), .descending): "most stars"
    case (.search(.stars), .ascending): "fewest stars"
    case (.search(.forks), .descending): "most forks"
    case (.search(.forks), .ascending): "fewest forks"
    case (.search(.helpWantedIssues), .descending): "most help wanted"
    case (.search(.helpWantedIssues), .ascending): "least help wanted"
    case (.search(.updated), .descending): "recently \(Self.dateVerb(of: search))"
    case (.search(.updated), .ascending): "least recently \(Self.dateVerb(of: search))"
    case (.starred, .descending): "recently starred"
    case (.starred, .ascending): "least recently starred"
    }
  }

  /// The verb for dates: GitHub sorts by its own update time, which changes with more than pushes;
  /// the local copy sorts by the last push, as shown in rows.
  private static func dateVerb(of search: SearchState) -> SafeText {
    search.source == .search ? "updated" : "pushed"
  }

  private static func ownOrder(of search: SearchState) -> SafeText {
    switch search.source {
    case .search: "best match"
    case .stars: search.hasQuery ? "best match" : "recently starred"
    case .lists, .list: "list order"
    case .favorites: "recently added"
    }
  }
}

package import GitHubModel

/// What stands in the query line, and how it got there.
package struct QueryInput: Sendable, Hashable {
  package enum Origin: Sendable, Hashable {
    /// Key by key: more may follow.
    case typed
    /// In one piece (pasted, recalled, given at the start): complete, searched at once.
    case whole
  }

  package var text: String
  package var origin: Origin

  package init(_ text: String, _ origin: Origin = .typed) {
    self.text = text
    self.origin = origin
  }

  /// Whether the second says nothing new; a whole text is a wish to search for it again.
  static func isRepetition(_ first: Self, _ second: Self) -> Bool {
    first.text == second.text && second.origin == .typed
  }
}

/// What a user does beside editing the query.
package enum SearchAction: Sendable, Hashable {
  /// Search now; nothing when the rows are the answer already.
  case submit
  /// Ask GitHub again, whatever is known.
  case refresh
  case setSort(SearchQuery.Sort)
  case cycleSort
  case setOrder(SearchQuery.Order)
  case toggleOrder

  case select(Repository.ID)
  /// That many rows down, or up when negative; stops at the ends.
  case move(Int)
  case moveToFirst
  case moveToLast
  /// The rows on the screen, by index; told with every frame that shows others.
  case show(Range<Int>)
  /// The next page, whether its turn has come or not.
  case loadMore

  case toggleMark
  case clearMarks
  /// Stars the targets, or unstars them when all are starred; a pending one is left alone.
  case toggleStar
  case setStar(Bool, [Repository.ID])
  /// Adds the targets to the favourites, or takes them off when all are.
  case toggleFavourite
  case setFavourite(Bool, [Repository.ID])

  /// Whether the detail of the selected row is on the screen; nothing is loaded while it is not.
  case showDetail(Bool)
  /// The row was of use (opened, copied, chosen): its query is worth remembering.
  case use

  /// Attempts again what the banner is about.
  case retry
  case dismissBanner
}

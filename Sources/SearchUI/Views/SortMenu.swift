import GitHubModel
import SearchModel
import Terminal

/// A sort with its order, as the menu offers it.
struct SortChoice: Equatable {
  let sort: ListSort
  let order: SearchQuery.Order

  static func all(in search: SearchState) -> [Self] {
    search.sorts.flatMap { sort in
      sort == .bestMatch
        ? [Self(sort, .descending)] : [Self(sort, .descending), Self(sort, .ascending)]
    }
  }

  init(_ sort: ListSort, _ order: SearchQuery.Order) {
    (self.sort, self.order) = (sort, order)
  }

  /// The one in use; best matches have no order.
  init(_ search: SearchState) {
    self.init(search.sort, search.sort == .bestMatch ? .descending : search.order)
  }

  /// Without a query, the best match is the list's default order.
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

  /// GitHub sorts by its own date of the last update, which changes with more than pushes; the local copy
  /// sorts by the last push, which rows show.
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

/// The menu of sorts, below the control at the top right.
struct SortMenu {
  let selection: Int
  let search: SearchState

  private var choices: [SortChoice] { SortChoice.all(in: search) }

  /// The menu's region, with as many rows as fit below the top line.
  func region(in size: ScreenSize) -> ScreenRegion {
    let width = choices.map { $0.title(in: search).displayWidth + 6 }.max() ?? 0
    let columns = min(width, size.columns)
    return ScreenRegion(
      column: size.columns - columns,
      row: 1,
      columns: columns,
      rows: min(choices.count, max(size.rows - 2, 0))
    )
  }

  func draw(on grid: inout Grid) {
    let region = region(in: grid.size)
    grid.fill(region)
    let current = SortChoice(search)
    let lines = choices.enumerated().dropFirst(top(rows: region.rows)).map { index, choice in
      let mark: SafeText = choice == current ? " ● " : "   "
      let title = choice.title(in: search)
      let gap = SafeText.blanks(region.columns - title.displayWidth - 3)
      return TextLine(mark + title + gap, index == selection ? .reverse : .plain)
    }
    grid.put(lines, in: region)
  }

  /// The first choice that is shown.
  func top(rows: Int) -> Int { max(selection - rows + 1, 0) }
}

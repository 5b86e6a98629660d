import GitHubModel
import SearchModel
import Terminal

/// A sort with its order, as the menu offers it.
struct SortChoice: Equatable {
  let sort: SearchQuery.Sort
  let order: SearchQuery.Order

  static let all: [Self] = SearchQuery.Sort.allCases.flatMap { sort in
    sort == .bestMatch
      ? [Self(sort, .descending)] : [Self(sort, .descending), Self(sort, .ascending)]
  }

  init(_ sort: SearchQuery.Sort, _ order: SearchQuery.Order) {
    (self.sort, self.order) = (sort, order)
  }

  /// The one in use; best matches have no order.
  init(_ search: SearchState) {
    self.init(search.sort, search.sort == .bestMatch ? .descending : search.order)
  }

  var title: SafeText {
    switch (sort, order) {
    case (.bestMatch, _): "best match"
    case (.stars, .descending): "most stars"
    case (.stars, .ascending): "fewest stars"
    case (.forks, .descending): "most forks"
    case (.forks, .ascending): "fewest forks"
    case (.helpWantedIssues, .descending): "most help wanted"
    case (.helpWantedIssues, .ascending): "least help wanted"
    case (.updated, .descending): "recently updated"
    case (.updated, .ascending): "least recently updated"
    }
  }

  var actions: [SearchAction] { [.setOrder(order), .setSort(sort)] }
}

/// The menu of sorts, below the control at the top right.
struct SortMenu {
  /// Which of ``SortChoice/all`` is selected.
  let selection: Int
  let current: SortChoice

  private static let width = SortChoice.all.map(\.title.displayWidth).max().map { $0 + 6 } ?? 0

  /// Where it is: as many rows as fit below the query line.
  static func region(in size: ScreenSize) -> ScreenRegion {
    let columns = min(width, size.columns)
    return ScreenRegion(
      column: size.columns - columns,
      row: 1,
      columns: columns,
      rows: min(SortChoice.all.count, max(size.rows - 2, 0))
    )
  }

  func draw(on grid: inout Grid) {
    let region = Self.region(in: grid.size)
    grid.fill(region)
    let top = Self.top(selection, rows: region.rows)
    let lines = SortChoice.all.enumerated().dropFirst(top).map { index, choice in
      let mark: SafeText = choice == current ? " ● " : "   "
      let gap = String(
        repeating: " ",
        count: max(region.columns - choice.title.displayWidth - 3, 0)
      )
      return TextLine(mark + choice.title + SafeText(gap), index == selection ? .reverse : .plain)
    }
    grid.put(lines, in: region)
  }

  /// The first choice that is shown.
  static func top(_ selection: Int, rows: Int) -> Int { max(selection - rows + 1, 0) }
}

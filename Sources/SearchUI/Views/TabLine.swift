import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The top line: the tabs with their numbers of rows, and the sort of the list.
struct TabLine {
  private let search: SearchState
  private let columns: Int
  private let sortStyle: CellStyle

  init(_ state: ScreenState) {
    (search, columns) = (state.search, state.size.columns)
    sortStyle = Self.sortStyle(state.menu)
  }

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let (labels, sort) = parts
    var spans: [TextLine.Span] = []
    for (tab, label) in zip(Tab.allCases, labels) where !label.isEmpty {
      if !spans.isEmpty { spans.append(TextLine.Span(Self.separator, Theme.dim)) }
      let isShown = tab == search.source.tab
      let style = isShown ? CellStyle([.bold, .reverse]) : .plain
      spans.append(TextLine.Span(" " + label + " ", style))
    }
    grid.put(TextLine(spans), in: region)
    _ = grid.putTrailing(TextLine(sort, sortStyle), in: region, leaving: 0)
  }

  func tab(at column: Int) -> Tab? {
    var start = 0
    for (tab, label) in zip(Tab.allCases, parts.labels) where !label.isEmpty {
      let end = start + label.displayWidth + 2
      if start..<end ~= column { return tab }
      start = end + Self.separator.displayWidth
    }
    return nil
  }

  func isSort(at column: Int) -> Bool { column >= columns - parts.sort.displayWidth }

  private static let separator: SafeText = "·"

  /// The sort of the list, which F4 or a click changes; empty if it cannot be sorted.
  static func sort(_ search: SearchState) -> SafeText {
    search.source.sorts.isEmpty ? .empty : "sort: " + SortChoice(search).title(in: search) + " ▾"
  }

  static func sortStyle(_ menu: Menu?) -> CellStyle {
    menu?.kind == .sort ? .reverse : .dim
  }

  // MARK: Fitting the width

  /// The labels and the sort that fit: the sort is shortened first, then the numbers are dropped,
  /// then the sort, then the names of other tabs, and finally those tabs.
  private var parts: (labels: [SafeText], sort: SafeText) {
    let long = Self.sort(search)
    let short = search.source.sorts.isEmpty ? long : SortChoice(search).title(in: search) + " ▾"
    let counted = Tab.allCases.map { label($0, hasCount: true) }
    let plain = Tab.allCases.map { label($0, hasCount: false) }
    let initials = Tab.allCases.map { tab in
      tab == search.source.tab ? tab.title : SafeText(tab.title.description.prefix(1))
    }
    let titles = Tab.allCases.map(\.title)
    let choices = [
      (counted, long), (counted, short), (plain, short), (plain, .empty), (titles, .empty),
      (initials, .empty),
    ]
    let alone = zip(Tab.allCases, titles).map { $0 == search.source.tab ? $1 : .empty }
    return choices.first(where: fits) ?? (alone, .empty)
  }

  private func fits(_ labels: [SafeText], _ sort: SafeText) -> Bool {
    let width = labels.reduce(-1) { $0 + $1.displayWidth + 3 }
    return width + (sort.isEmpty ? 0 : sort.displayWidth + 1) <= columns
  }

  private func label(_ tab: Tab, hasCount: Bool) -> SafeText {
    if case .list(let id) = search.source, tab == .lists, let list = search.list(id) {
      return "Lists: " + list.safeName.truncated(toWidth: Self.maxListName)
    }
    let count = hasCount ? search.count(of: tab).map { " \(CompactNumber.grouped($0))" } : nil
    return tab.title + SafeText(count ?? "")
  }

  private static let maxListName = 20
}

extension Tab {
  /// The name of the current tab.
  var title: SafeText {
    switch self {
    case .search: "Search"
    case .stars: "Stars"
    case .lists: "Lists"
    case .favorites: "Favorites"
    }
  }
}

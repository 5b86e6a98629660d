import GitHubModel
import SearchModel
import Terminal

/// The positions of the screen's parts, and how far keys move.
extension ScreenState {
  /// A distance beyond any number of rows, without overflow.
  static let allRows = 1 << 30

  /// The number of rows that a command moves, down if positive; nil if it moves none.
  func distance(of command: KeyCommand?) -> Int? {
    if case .move(let distance)? = command?.action { distance(self) } else { nil }
  }

  /// The rows of a page minus one, so that one row stays in view.
  var pageRows: Int {
    let layout = layout
    let region: ScreenRegion? =
      switch focus {
      case .list, .menu, .prompt: layout.list
      case .detail: layout.detail
      }
    return max((region?.rows ?? 1) - 1, 1)
  }

  // MARK: Layout

  /// The indexes of the visible rows.
  package var visibleRows: Range<Int> {
    let count = search.rowCount
    let rows = max(layout.list?.rows ?? 0, 0)
    let top = min(max(listTop, 0), count)
    return top..<min(top + rows, count)
  }

  /// Requests the data that the layout shows, after each event.
  mutating func updateLayout() {
    let layout = layout
    pane.show(search.detail, atOnce: isDetailOpen)
    requestShown(isDetailShown: layout.detail != nil)
    requestPicture(layout)
  }

  /// Lays out long content before a frame, and scrolls list and details back into bounds.
  ///
  /// Not after each event, since a burst of keys may pass several repositories.
  package mutating func prepareFrame() {
    let layout = layout
    if let list = layout.list { clampList(rows: max(list.rows, 1)) }
    if let region = layout.detail { layOutDetail(region) }
  }

  /// Keeps the selected row visible, and the screen full.
  private mutating func clampList(rows: Int) {
    let selection = search.selectedRowIndex ?? 0
    listTop = min(listTop, selection, max(search.rowCount - rows, 0))
    listTop = max(listTop, selection - rows + 1, 0)
  }

  private mutating func layOutDetail(_ region: ScreenRegion) {
    var page = pane.page
    page.update(DetailContent(self, width: region.columns))
    // The details and their match are kept while the selection moves.
    if let row = search.selectedRow, row.id == pane.repository?.id { pane.match = row.match }
    pane.show(page, queryMarks, rows: region.rows)
  }

  /// Percentage of the details that has been scrolled past; nil while they are not open.
  var detailPercent: Int? {
    guard focus == .detail, let region = layout.detail else { return nil }
    let count = pane.page.count
    return count == 0 ? nil : min(pane.top + region.rows, count) * 100 / count
  }

  /// Requests an avatar once the facts are requested, which is after a pause on the repository.
  private mutating func requestPicture(_ layout: ScreenLayout) {
    guard options.hasPictures, layout.detail != nil, pane.detail.facts != .absent,
      let owner = pane.owner
    else { return }
    if pictures.request(owner) { send(.fetchPicture(owner)) }
  }

  /// Requests the next page once the end of the list is in view, and details while there is space.
  private mutating func requestShown(isDetailShown: Bool) {
    // If the details cover the list, J may request the next repository.
    let end = max(visibleRows.upperBound, search.selectedRowIndex.map { $0 + 1 } ?? 0)
    if search.phase == .loaded, case .more = search.paging, end > 0,
      end > search.rowCount - Self.prefetchThreshold
    {
      act(.loadMore)
    }
    if isDetailShown != search.isDetailShown { act(.showDetail(isDetailShown)) }
    if isDetailOpen != search.isSelectionHeld { act(.holdSelection(isDetailOpen)) }
  }

  /// The row, counted from the end, that triggers the next page when visible.
  private static let prefetchThreshold = 5
}

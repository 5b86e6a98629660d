import SearchModel
import Terminal

extension ScreenState {
  /// The number of rows that the wheel scrolls at a time.
  private static let wheelRows = 3
  /// The maximum time between the clicks of a double click.
  private static let doubleClick = Duration.milliseconds(400)

  mutating func handleMouse(_ mouse: MouseEvent, at time: ContinuousClock.Instant) {
    switch mouse.action {
    case .scrollUp: wheel(-Self.wheelRows, at: mouse.position)
    case .scrollDown: wheel(Self.wheelRows, at: mouse.position)
    case .press: click(mouse.position, at: time)
    }
  }

  /// Scrolls the part under the pointer, regardless of the focus.
  private mutating func wheel(_ distance: Int, at position: ScreenPosition) {
    let layout = layout
    switch focus {
    case .menu(let menu): moveSelection(distance.signum(), in: menu)
    case .prompt: break
    case .list, .detail:
      if layout.detail?.contains(position) == true { scrollDetails(distance) }
      if layout.list?.contains(position) == true { scrollList(distance) }
    }
  }

  /// Scrolls the rows; the selection stays, as long as it is visible.
  private mutating func scrollList(_ distance: Int) {
    if search.source == .lists { return act(.move(distance)) }
    guard let list = layout.list, let selection = search.selectedIndex else { return }
    listTop = min(max(listTop + distance, 0), max(search.rows.count - list.rows, 0))
    let wanted = min(max(selection, listTop), listTop + max(list.rows, 1) - 1)
    guard wanted != selection, search.rows.indices.contains(wanted) else { return }
    bookkeeping.queryEditedSinceMove = false
    act(.select(search.rows[wanted].id))
  }

  /// Handles a click: one on a row chooses it, and one outside the menu closes it, unless choices
  /// would be lost.
  private mutating func click(_ position: ScreenPosition, in menu: Menu) {
    let view = Menu.View(menu, self)
    if let row = view.row(at: position) {
      choose(row, in: menu)
    } else if !view.region.contains(position), menu.picker == nil {
      closePart()
    }
  }

  /// Opens the menu if the click is on the control; returns false otherwise.
  private mutating func clickSort(_ position: ScreenPosition) -> Bool {
    guard focus == .list || focus == .detail, layout.tabs?.contains(position) == true,
      TabLine(self).isSort(at: position.column)
    else { return false }
    openSortMenu()
    return true
  }

  private mutating func clickTab(_ position: ScreenPosition) -> Bool {
    guard layout.tabs?.contains(position) == true,
      let tab = TabLine(self).tab(at: position.column)
    else { return false }
    if isAnswering { return true }
    // The tab of an open star list leads back to the lists.
    if case .list = search.source, tab == .lists { act(.closeList) } else { open(tab) }
    return true
  }

  private mutating func clickLink(_ position: ScreenPosition) -> Bool {
    guard focus == .detail, let region = layout.detail, region.contains(position) else {
      return false
    }
    let (line, column) = (pane.top + position.row - region.row, position.column - region.column)
    guard pane.selectLink(inLine: line, at: column) else { return false }
    openLink()
    return true
  }

  /// Whether a click is on a star's sign.
  private func isStar(_ position: ScreenPosition, in list: ScreenRegion) -> Bool {
    let sign = RowIcon.shown(in: search).firstIndex(of: .star)
    return sign.map { position.column == list.column + 1 + $0 } ?? false
  }

  private mutating func click(
    _ position: ScreenPosition,
    at time: ContinuousClock.Instant
  ) {
    if case .prompt = focus { return }
    if let menu { return click(position, in: menu) }
    if clickSort(position) || clickTab(position) || clickLink(position) { return }
    guard focus == .list || focus == .detail, let list = layout.list, list.contains(position)
    else { return }
    let index = listTop + position.row - list.row
    guard 0..<search.rowCount ~= index else { return }
    if search.source != .lists, isStar(position, in: list) {
      return toggleStar(of: search.rows[index].repository)
    }
    let last = bookkeeping.lastClick
    bookkeeping.lastClick = ScreenBookkeeping.Click(source: search.source, row: index, time: time)
    bookkeeping.queryEditedSinceMove = false
    let isDouble =
      last.map {
        $0.source == search.source && $0.row == index && time - $0.time <= Self.doubleClick
      } ?? false
    if isDouble { bookkeeping.lastClick = nil }
    if search.source == .lists {
      let id = search.shownLists[index].id
      return act(isDouble ? .openList(id) : .selectList(id))
    }
    act(.select(search.rows[index].id))
    guard isDouble else { return }
    if focus == .list { openDetail() }
    act(.use)
  }
}

import SearchModel
import Terminal

extension ScreenState {
  /// Rows that the wheel scrolls at a time.
  private static let wheelRows = 3
  /// Two clicks within this time are one double click.
  private static let doubleClick = Duration.milliseconds(400)

  mutating func point(_ mouse: MouseEvent, at time: ContinuousClock.Instant) -> [ScreenEffect] {
    switch mouse.action {
    case .scrollUp: return wheel(-Self.wheelRows, at: mouse.position)
    case .scrollDown: return wheel(Self.wheelRows, at: mouse.position)
    case .press(.left): return click(mouse.position, at: time)
    case .press, .release, .move, .scrollLeft, .scrollRight: return []
    }
  }

  /// Scrolls what is under the pointer, whatever has the focus.
  private mutating func wheel(_ distance: Int, at position: ScreenPosition) -> [ScreenEffect] {
    let layout = layout
    switch focus {
    case .help(let top): focus = .help(top: max(top + distance, 0))
    case .sort: break
    case .history(let history): return perform(distance < 0 ? .moveUp : .moveDown, in: history)
    case .list, .detail:
      if layout.detail?.contains(position) == true { pane.top = max(pane.top + distance, 0) }
      if layout.list?.contains(position) == true { return scrollList(distance) }
    }
    return []
  }

  /// Scrolls the rows; the selection stays where it is, as long as that is on the screen.
  private mutating func scrollList(_ distance: Int) -> [ScreenEffect] {
    guard let list = layout.list, let selection = search.selectedIndex else { return [] }
    listTop = min(max(listTop + distance, 0), max(search.rows.count - list.rows, 0))
    let wanted = min(max(selection, listTop), listTop + max(list.rows, 1) - 1)
    guard wanted != selection, search.rows.indices.contains(wanted) else { return [] }
    memory.isQueryFresh = false
    let id = search.rows[wanted].id
    memory.awaitedSelection = id
    return [.act(.select(id))]
  }

  /// A click on the control opens the menu, one in the menu chooses, any other closes it.
  private mutating func clickSort(_ position: ScreenPosition) -> [ScreenEffect]? {
    if case .sort(let selection) = focus {
      let menu = SortMenu.region(in: size)
      focus = .list
      guard menu.contains(position) else { return [] }
      return choose(SortMenu.top(selection, rows: menu.rows) + position.row - menu.row)
    }
    let control = QueryLine.control(self).displayWidth
    guard focus == .list || focus == .detail, layout.kind != .oneLine, position.row == 0,
      position.column >= size.columns - control
    else { return nil }
    return openSortMenu()
  }

  /// Whether a click is on the sign of a star.
  private func isStar(_ position: ScreenPosition, in list: ScreenRegion) -> Bool {
    let sign = ListSign.shown(in: search).firstIndex(of: .star)
    return sign.map { position.column == list.column + 1 + $0 } ?? false
  }

  private mutating func click(
    _ position: ScreenPosition,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    if let effects = clickSort(position) { return effects }
    guard focus == .list || focus == .detail, let list = layout.list, list.contains(position)
    else { return [] }
    let index = listTop + position.row - list.row
    guard search.rows.indices.contains(index) else { return [] }
    let id = search.rows[index].id
    if isStar(position, in: list) { return toggleStar(of: search.rows[index].repository) }
    let last = memory.lastClick
    memory.lastClick = ScreenMemory.Click(id: id, time: time)
    memory.isQueryFresh = false
    guard let last, last.id == id, time - last.time <= Self.doubleClick else {
      return [.act(.select(id))]
    }
    memory.lastClick = nil
    focus = .detail
    return [.act(.select(id)), .act(.use)]
  }
}

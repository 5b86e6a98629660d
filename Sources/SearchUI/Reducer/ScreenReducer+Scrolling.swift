import SearchModel
import Terminal

extension ScreenState {
  /// As good as the whole way, and far from overflow.
  private static let allTheWay = 1 << 30

  /// How many rows a command moves, down when positive; nil for one that moves none.
  func distance(of command: KeyCommand) -> Int? {
    switch command {
    case .moveUp: -1
    case .moveDown: 1
    case .pageUp: -pageRows
    case .pageDown: pageRows
    case .moveToFirst: -Self.allTheWay
    case .moveToLast: Self.allTheWay
    default: nil
    }
  }

  /// One less than there is, so that the eye finds its place.
  private var pageRows: Int {
    let layout = layout
    let region: ScreenRegion? =
      switch focus {
      case .list, .history: layout.list
      case .detail: layout.detail
      case .help: layout.body
      }
    return max((region?.rows ?? 1) - 1, 1)
  }

  /// Scrolls what has the focus.
  mutating func scroll(_ distance: Int) -> [ScreenEffect] {
    switch focus {
    case .detail: pane.top = max(pane.top + distance, 0)
    case .help(let top): focus = .help(top: max(top + distance, 0))
    case .list: return moveSelection(distance)
    case .history: break
    }
    return []
  }

  private mutating func moveSelection(_ distance: Int) -> [ScreenEffect] {
    if distance == -1, let recalling = recallEarlier() { return recalling }
    memory.recalled = nil
    memory.isQueryFresh = false
    switch distance {
    case -Self.allTheWay: return [.act(.moveToFirst)]
    case Self.allTheWay: return [.act(.moveToLast)]
    default: return [.act(.move(distance))]
    }
  }

  // MARK: Settling

  /// The rows of the list that are on the screen, by index.
  package var visibleRows: Range<Int> {
    let count = search.rows.count
    let rows = max(layout.list?.rows ?? 0, 0)
    let top = min(max(listTop, 0), count)
    return top..<min(top + rows, count)
  }

  /// Brings everything that is scrolled back into its bounds, and tells the search what is shown.
  mutating func settle() -> [ScreenEffect] {
    let layout = layout
    if let list = layout.list { settleList(rows: max(list.rows, 1)) }
    pane.show(search.detail, atOnce: focus == .detail)
    if let detail = layout.detail { settleDetail(detail) }
    if case .help(let top) = focus { settleHelp(top, layout.body) }
    return tell(isDetailShown: layout.detail != nil) + askForPicture(layout)
  }

  /// Keeps the selected row on the screen, and the screen full.
  private mutating func settleList(rows: Int) {
    let awaited = memory.awaitedSelection.flatMap { id in search.rows.firstIndex { $0.id == id } }
    let selection = awaited ?? search.selectedIndex ?? 0
    listTop = min(listTop, selection, max(search.rows.count - rows, 0))
    listTop = max(listTop, selection - rows + 1, 0)
  }

  private mutating func settleDetail(_ region: ScreenRegion) {
    pane.wrap(width: region.columns)
    guard pane.top > 0 else { return }
    let count = DetailView(self).count(width: region.columns)
    pane.top = min(pane.top, max(count - region.rows, 0))
  }

  private mutating func settleHelp(_ top: Int, _ region: ScreenRegion) {
    guard top > 0 else { return }
    let count = HelpText.lines(options, width: region.columns).count
    focus = .help(top: min(top, max(count - region.rows, 0)))
  }

  /// Once the pane has come to rest on a repository, as for its facts.
  private mutating func askForPicture(_ layout: ScreenLayout) -> [ScreenEffect] {
    guard options.hasPictures, layout.detail != nil, pane.detail.facts != .absent,
      let owner = pane.owner
    else { return [] }
    return pictures.await(owner) ? [.fetchPicture(owner)] : []
  }

  /// Only of the rows that answer what is typed: others will go, and call for no next page.
  private mutating func tell(isDetailShown: Bool) -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    let isAnswer = search.phase == .loaded && search.text == editor.text
    let shown = isAnswer ? visibleRows : 0..<0
    if shown != memory.shownRows {
      memory.shownRows = shown
      effects.append(.act(.show(shown)))
    }
    if isDetailShown != memory.isDetailShown {
      memory.isDetailShown = isDetailShown
      effects.append(.act(.showDetail(isDetailShown)))
    }
    return effects
  }
}

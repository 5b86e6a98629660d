import GitHubModel
import Presentation
import SearchModel
package import Terminal

/// The full screen as a pure function of the state.
package enum SearchScreen {
  /// The frame for a state, in the state's size.
  package static func frame(_ state: ScreenState) -> Frame {
    let layout = state.layout
    var grid = Grid(state.size)
    if let region = layout.tabs { TabLine(state).draw(in: region, on: &grid) }
    var cursor = QueryLine(state: state).line.draw(in: layout.query, on: &grid)
    drawBody(state, layout, on: &grid)
    drawStatus(state, layout, on: &grid)
    if case .prompt(let prompt) = state.focus {
      cursor = StatusBar(state: state).draw(prompt, in: layout.status ?? layout.query, on: &grid)
    }
    if state.options.isASCII { grid.replaceGlyphs(Theme.asciiGlyphs) }
    return Frame(grid, cursor: cursor, title: title(state), picture: picture(state, layout))
  }

  /// Draws the message and the status, whose line a long temporary message also uses.
  private static func drawStatus(_ state: ScreenState, _ layout: ScreenLayout, on grid: inout Grid)
  {
    guard let status = layout.status, var place = layout.message else {
      // A message that waits for a key is shown on any screen.
      guard state.question != nil || state.leaving != nil, let message = state.message else {
        return
      }
      grid.fill(layout.query)
      return grid.put(message.lines(width: layout.query.columns, atMost: 1), in: layout.query)
    }
    var rows = status.row - place.row + 1
    // A prompt uses the status line itself.
    if case .prompt = state.focus { rows = 1 }
    let message = state.isFailureInList ? nil : state.message
    let lines = message?.lines(width: place.columns, atMost: rows) ?? []
    if !lines.indices.contains(status.row - place.row) {
      StatusBar(state: state).draw(in: status, on: &grid)
    }
    place.rows = lines.count
    grid.fill(place)
    grid.put(lines, in: place)
  }

  private static func drawBody(_ state: ScreenState, _ layout: ScreenLayout, on grid: inout Grid) {
    drawLines(layout, on: &grid)
    defer {
      if let menu = state.menu { Menu.View(menu, state).draw(on: &grid) }
    }
    if let region = layout.detail {
      if layout.kind == .oneLine { grid.fill(region) }
      grid.put(state.pane.lines(rows: region.rows), in: region)
    }
    guard let region = layout.list else { return }
    let lists = state.search.shownLists
    if lists.isEmpty {
      RowsView(state: state).draw(in: region, on: &grid)
    } else {
      StarListsView(lists: lists, selection: state.search.selectedList, top: state.listTop)
        .draw(in: region, on: &grid)
    }
  }

  /// The owner's avatar over the initials; nil if there is none, or the initials may not be
  /// completely visible.
  private static func picture(_ state: ScreenState, _ layout: ScreenLayout) -> PicturePlacement? {
    guard state.menu == nil, state.pane.top == 0, var place = layout.detail,
      place.columns >= OwnerPicture.minWidth,
      place.rows >= OwnerPicture.rows,
      let picture = state.pane.owner.flatMap(state.pictures.picture)
    else { return nil }
    (place.columns, place.rows) = (OwnerPicture.columns, OwnerPicture.rows)
    return PicturePlacement(picture, in: place)
  }

  /// A line as long as the widest screen.
  private static let horizontal = TextLine(
    SafeText(String(repeating: "─", count: ScreenSize.maximum.columns)),
    .dim
  )
  private static let vertical: SafeText = "│"

  private static func drawLines(_ layout: ScreenLayout, on grid: inout Grid) {
    guard let line = layout.divider else { return }
    guard layout.kind == .sideBySide else { return grid.put(horizontal, in: line) }
    for row in line.row..<line.row + line.rows {
      grid.put(vertical, at: ScreenPosition(column: line.column, row: row), style: .dim)
    }
  }

  private static func title(_ state: ScreenState) -> SafeText {
    let changes = state.saving.map { ChangeText(search: state.search).left($0) } ?? 0
    let left = changes > 1 ? changes : state.cloning.count
    if left > 1 { return "ghsearch: \(left) left" }
    return state.search.text.isEmpty ? "ghsearch" : "ghsearch: \(state.search.text.prefix(80))"
  }
}

extension ScreenState.Message {
  fileprivate func lines(width: Int, atMost most: Int) -> [TextLine] {
    let count = isPassing ? most : 1
    if count == 1 || text.displayWidth <= width {
      return [TextLine(text.truncated(toWidth: width), style)]
    }
    let lines = text.wrapped(toWidth: width, style)
    guard lines.count > count else { return lines }
    let last = lines[(count - 1)...].map(\.spans).joined(separator: [TextLine.Span(" ", style)])
    return lines.prefix(count - 1) + [TextLine(Array(last).truncated(toWidth: width))]
  }

  private var style: CellStyle {
    switch tone {
    case .done, .progress: .bold
    case .failed: Theme.failure
    case .marked: Theme.marked
    }
  }
}

/// The marked repositories, which actions apply to even if they are not listed.
enum MarkedSummary {
  /// The summary; names matter more than the key that clears the marks.
  static func text(_ marked: [Repository], _ keymap: Keymap?, width: Int) -> SafeText {
    let names = marked.prefix(maxNames).map(\.name.fullName).joined(separator: ", ")
    let key = width < minWidthForKey ? nil : keymap?.name(of: .clearMarks)
    let hint = key.map { " (\($0) to clear)" } ?? ""
    return "✓ \(marked.count) marked\(hint): \(names)\(marked.count > maxNames ? ", …" : "")"
  }

  private static let minWidthForKey = 60

  /// The maximum number of names, more than fit on any screen.
  private static let maxNames = 30
}

extension Grid {
  mutating func put(_ line: TextLine, in region: ScreenRegion) {
    put(CollectionOfOne(line), in: region)
  }
}

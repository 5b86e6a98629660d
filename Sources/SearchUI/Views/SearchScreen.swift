import SearchModel
package import Terminal

/// The full screen as a pure function: what is shown depends on the state and the size alone.
package enum SearchScreen {
  /// The frame for a state, in the state's size.
  package static func frame(_ state: ScreenState) -> Frame {
    frame(state, in: state.size)
  }

  package static func frame(_ state: ScreenState, in size: ScreenSize) -> Frame {
    var state = state
    state.size = size
    let layout = state.layout
    var grid = Grid(size)
    let cursor = QueryLine(state).draw(in: layout.query, on: &grid)
    if layout.kind != .oneLine {
      drawBody(state, layout, on: &grid)
      if let region = layout.message, let message = state.message {
        let text = message.truncated(toWidth: region.columns)
        grid.put(TextLine(text, MessageStyle.style(state)), in: region)
      }
      if let region = layout.status { StatusLine(state).draw(in: region, on: &grid) }
    }
    return Frame(
      grid,
      cursor: cursor,
      title: title(state),
      wantsMouse: state.options.hasMouse,
      pictures: pictures(state, layout)
    )
  }

  private static func drawBody(_ state: ScreenState, _ layout: ScreenLayout, on grid: inout Grid) {
    drawLines(layout, on: &grid)
    if case .help(let top) = state.focus {
      grid.fill(layout.body)
      let lines = HelpText.lines(state.options, width: layout.body.columns)
      return grid.put(lines.dropFirst(top), in: layout.body)
    }
    if let region = layout.detail {
      grid.put(DetailView(state).lines(width: region.columns, rows: region.rows), in: region)
    }
    guard let region = layout.list else { return }
    if case .history(let search) = state.focus {
      HistoryView(search, texts: state.search.history).draw(in: region, on: &grid)
    } else {
      ListView(state).draw(in: region, on: &grid)
    }
  }

  private static func pictures(_ state: ScreenState, _ layout: ScreenLayout) -> [PicturePlacement] {
    if case .help = state.focus { return [] }
    guard let region = layout.detail else { return [] }
    return [DetailView(state).picture(in: region)].compactMap(\.self)
  }

  /// As long as the widest screen.
  private static let horizontal = TextLine(
    SafeText(String(repeating: "─", count: ScreenSize.largest.columns)),
    .dim
  )
  private static let vertical: SafeText = "│"

  private static func drawLines(_ layout: ScreenLayout, on grid: inout Grid) {
    for case let line? in [layout.rule, layout.kind == .stacked ? layout.divider : nil] {
      grid.put(horizontal, in: line)
    }
    guard layout.kind == .sideBySide, let line = layout.divider else { return }
    for row in line.row..<line.row + line.rows {
      grid.put(vertical, at: ScreenPosition(column: line.column, row: row), style: .dim)
    }
  }

  private static func title(_ state: ScreenState) -> SafeText {
    state.search.text.isEmpty ? "ghsearch" : "ghsearch: \(state.search.text.prefix(80))"
  }
}

/// How a message stands out: a fault in red, a notice in the terminal's own colour.
enum MessageStyle {
  static func style(_ state: ScreenState) -> CellStyle {
    state.notice == nil ? CellStyle(.bold, foreground: .red) : .bold
  }
}

extension Grid {
  /// Writes a line into a region's first row.
  mutating func put(_ line: TextLine, in region: ScreenRegion) {
    put(CollectionOfOne(line), in: region)
  }
}

import GitHubModel
import SearchModel
import Terminal

/// The line that is edited, with the hardware cursor in it.
struct QueryLine {
  let state: ScreenState

  /// Draws the line and says where the cursor is.
  func draw(in region: ScreenRegion, on grid: inout Grid) -> ScreenPosition {
    let isTiny = state.layout.kind == .oneLine
    let minWidth = prompt.displayWidth + (isTiny ? Self.minQuery / 2 : Self.minQuery)
    var room = grid.putTrailing(TextLine(trailing, trailingStyle), in: region, leaving: minWidth)
    let start = min(prompt.displayWidth, max(region.columns - 1, 0))
    grid.put(TextLine(prompt, Theme.accent), in: region)
    room = max(room - start, 1)
    let window = editor.window(width: room)
    let place = ScreenPosition(column: region.column + start, row: region.row)
    if editor.isEmpty {
      grid.put(placeholder, at: place, width: room, style: .dim)
    } else {
      grid.put(window.text, at: place, width: room)
    }
    return ScreenPosition(column: place.column + window.cursorColumn, row: place.row)
  }

  /// Columns: if the query has fewer, nothing is shown beside it.
  private static let minQuery = 16

  private var editor: LineEditor {
    if let menu = state.menu, menu.hasLine { menu.editor } else { state.editor }
  }

  private var prompt: SafeText {
    if state.menu?.kind == .history { return "history ❯ " }
    if state.menu?.picker != nil { return "list ❯ " }
    return tab + (state.isLate ? "\(Spinner.frame(state.spinner)) " : "❯ ")
  }

  /// Named here if there is no room for the tabs.
  private var tab: SafeText {
    let tab = state.search.source.tab
    guard state.layout.tabs == nil, tab != .search else { return .empty }
    return "\(tab.title.description.lowercased()) "
  }

  private var placeholder: SafeText {
    if state.menu?.kind == .history { return "type to filter" }
    if state.menu?.picker != nil { return "type to filter, or the name of a new list" }
    switch state.search.source {
    case .search: return "search GitHub repositories"
    case .stars: return "filter your stars"
    case .lists: return "filter your lists"
    case .list(let id):
      return "filter " + (state.search.list(id)?.safeName ?? "the list")
    case .favorites: return "filter your favorites"
    }
  }

  /// The result of the query on a screen of one line; the sort if there is no line of tabs.
  private var trailing: SafeText {
    if state.layout.kind == .oneLine { return StatusText(state: state).shortest }
    return state.layout.tabs == nil ? TabLine.sort(state.search) : .empty
  }

  private var trailingStyle: CellStyle { TabLine.sortStyle(state) }
}

/// The spinner that turns while a response is late.
enum Spinner {
  static let interval = Duration.milliseconds(100)

  private static let frames: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func frame(_ count: Int) -> SafeText {
    frames[Int(count.magnitude % UInt(frames.count))]
  }
}

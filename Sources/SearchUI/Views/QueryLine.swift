import GitHubModel
import Presentation
import SearchModel
import Terminal

/// A line being edited, with the hardware cursor.
struct InputLine {
  let prefix: SafeText
  let editor: LineEditor
  /// The text shown while the line is empty.
  var placeholder = SafeText.empty
  /// The text at the right edge, unless it would leave fewer than `minWidth` columns.
  let hint: TextLine
  let minWidth: Int

  /// Draws the line and returns the cursor's position.
  func draw(in region: ScreenRegion, on grid: inout Grid) -> ScreenPosition {
    let least = prefix.displayWidth + minWidth
    let free = grid.putTrailing(hint, in: region, leaving: least)
    let start = min(prefix.displayWidth, max(region.columns - 1, 0))
    grid.put(TextLine(prefix, Theme.accent), in: region)
    let room = max(free - start, 1)
    let window = editor.window(width: room)
    let place = ScreenPosition(column: region.column + start, row: region.row)
    if editor.isEmpty {
      grid.put(placeholder, at: place, width: room, style: .dim)
    } else {
      grid.put(window.text, at: place, width: room)
    }
    return ScreenPosition(column: place.column + window.cursorColumn, row: place.row)
  }
}

/// The line of the query, or of the menu filtered by typed text.
struct QueryLine {
  let state: ScreenState

  var line: InputLine {
    InputLine(
      prefix: prompt,
      editor: editor,
      placeholder: placeholder,
      hint: TextLine(trailing, TabLine.sortStyle(state.menu)),
      minWidth: state.layout.kind == .oneLine ? Self.minQuery / 2 : Self.minQuery
    )
  }

  /// The minimum width of the query in columns; below it, nothing is shown beside the query.
  private static let minQuery = 16

  private var editor: LineEditor {
    if let menu = state.menu, menu.hasLine { menu.editor } else { state.editor }
  }

  private var prompt: SafeText {
    if let menu = state.menu, menu.hasLine { return menu.label + " ❯ " }
    return tab + (state.isLate ? "\(Spinner.frame(state.spinner)) " : "❯ ")
  }

  /// The tab's name, shown here if there is no space for the tabs.
  private var tab: SafeText {
    let tab = state.search.source.tab
    guard state.layout.tabs == nil, tab != .search else { return .empty }
    return "\(tab.title.description.lowercased()) "
  }

  private var placeholder: SafeText {
    if let menu = state.menu, menu.hasLine {
      return menu.picker == nil ? "type to filter" : "type to filter, or the name of a new list"
    }
    switch state.search.source {
    case .search: return "search GitHub repositories"
    case .stars: return "filter your stars"
    case .lists: return "filter your lists"
    case .list(let id):
      return "filter " + (state.search.list(id)?.safeName ?? "the list")
    case .favorites: return "filter your favorites"
    }
  }

  /// The query's result on a screen of one line, or the sort if there is no line of tabs.
  private var trailing: SafeText {
    if state.layout.kind == .oneLine { return Status(state).short }
    return state.layout.tabs == nil ? TabLine.sort(state.search) : .empty
  }
}

/// The spinner that turns while a response is late.
enum Spinner {
  static let interval = Duration.milliseconds(100)

  private static let frames: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func frame(_ count: Int) -> SafeText {
    frames[Int(count.magnitude % UInt(frames.count))]
  }
}

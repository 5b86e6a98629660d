import GitHubModel
import SearchModel
import Terminal

/// The first row: what is typed, with the hardware cursor in it, and how the answer is sorted.
struct QueryLine {
  let state: ScreenState

  /// Draws the line and says where the cursor is.
  func draw(in region: ScreenRegion, on grid: inout Grid) -> ScreenPosition {
    let isTiny = state.layout.kind == .oneLine
    let least = prompt.displayWidth + (isTiny ? Self.minQuery / 2 : Self.minQuery)
    var room = grid.putTrailing(TextLine(trailing, trailingStyle), in: region, leaving: least)
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

  /// With less room than this for the query, nothing is shown beside it.
  private static let minQuery = 16

  private var editor: LineEditor {
    if case .history(let search) = state.focus { search.editor } else { state.editor }
  }

  private var prompt: SafeText {
    if case .history = state.focus { return "history ❯ " }
    return state.isLate ? "\(Spinner.frame(state.spinner)) " : "❯ "
  }

  private var placeholder: SafeText {
    if case .history = state.focus { return "type to filter" }
    return "search GitHub repositories"
  }

  /// The sort; on a screen of one line, what became of the query.
  private var trailing: SafeText {
    state.layout.kind == .oneLine ? StatusText(state: state).shortest : Self.control(state)
  }

  private var trailingStyle: CellStyle {
    if case .sort = state.focus { .reverse } else { .dim }
  }

  /// The sort, which F4 or a click changes.
  static func control(_ state: ScreenState) -> SafeText {
    "sort: " + SortChoice(state.search).title + " ▾"
  }
}

/// The spinner that turns while a response is late.
enum Spinner {
  /// How long each picture is shown.
  static let interval = Duration.milliseconds(100)

  private static let frames: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func frame(_ count: Int) -> SafeText {
    frames[Int(count.magnitude % UInt(frames.count))]
  }
}

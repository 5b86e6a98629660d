import GitHubModel
import SearchModel
import Terminal

/// The first row: what is typed, with the hardware cursor in it, and how the answer is sorted.
struct QueryLine {
  private let state: ScreenState

  init(_ state: ScreenState) {
    self.state = state
  }

  /// Draws the line and says where the cursor is.
  func draw(in region: ScreenRegion, on grid: inout Grid) -> ScreenPosition {
    let isTiny = state.layout.kind == .oneLine
    let least = prompt.displayWidth + (isTiny ? Self.leastQuery / 2 : Self.leastQuery)
    var room = grid.putTrailing(TextLine(trailing, .dim), in: region, leaving: least)
    let start = min(prompt.displayWidth, max(region.columns - 1, 0))
    grid.put(TextLine(prompt, CellStyle(.bold, foreground: .cyan)), in: region)
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

  /// Less of the query than this is no use beside anything else.
  private static let leastQuery = 16

  private var editor: LineEditor {
    if case .history(let search) = state.focus { search.editor } else { state.editor }
  }

  private var prompt: SafeText {
    if case .history = state.focus { return "earlier ❯ " }
    return state.isLate ? "\(Spinner.frame(state.spinner)) " : "❯ "
  }

  private var placeholder: SafeText {
    if case .history = state.focus { return "part of an earlier search" }
    return "search GitHub repositories"
  }

  /// The sort; on a screen of one line, what became of the query.
  private var trailing: SafeText {
    state.layout.kind == .oneLine ? StatusText(state).shortest : Self.sort(state.search)
  }

  static func sort(_ search: SearchState) -> SafeText {
    let arrow: SafeText = search.order == .descending ? "↓" : "↑"
    return switch search.sort {
    case .bestMatch: "best match"
    case .stars: "stars " + arrow
    case .forks: "forks " + arrow
    case .helpWantedIssues: "help wanted " + arrow
    case .updated: "updated " + arrow
    }
  }
}

/// What turns while an answer is late.
enum Spinner {
  /// How long each picture is shown.
  static let interval = Duration.milliseconds(100)

  private static let frames: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func frame(_ count: Int) -> SafeText {
    frames[Int(count.magnitude % UInt(frames.count))]
  }
}

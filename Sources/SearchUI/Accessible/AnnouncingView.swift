import Terminal

/// As lines that a screen reader speaks, above the line that is typed into.
///
/// Each line is written once and stays; the hardware cursor is always at the insertion point.
struct AnnouncingView: ScreenView {
  private var shown: ScreenState?
  private var prompt: [UInt8] = []

  mutating func show(_ state: ScreenState, on device: some ScreenTerminal) {
    let lines = Announcements.lines(from: shown, to: state)
    let next = Self.prompt(state)
    shown = state
    guard !lines.isEmpty || next != prompt else { return }
    prompt = next
    let text = lines.map { "\r\u{1B}[K\($0)\r\n" }.joined()
    device.write(Array(text.utf8) + next)
  }

  mutating func forget() {
    prompt = []
  }

  private static func prompt(_ state: ScreenState) -> [UInt8] {
    let (prefix, editor) = line(state)
    let start = prefix.displayWidth
    let window = editor.window(width: max(state.size.columns - start - 1, 1))
    let column = start + window.cursorColumn
    return Array("\r\u{1B}[K\(prefix)\(window.text)\r\u{1B}[\(column)C".utf8)
  }

  private static func line(_ state: ScreenState) -> (SafeText, LineEditor) {
    if case .history(let history) = state.focus { return ("earlier: ", history.editor) }
    return ("search: ", state.editor)
  }
}

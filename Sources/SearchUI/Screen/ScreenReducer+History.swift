import SearchModel
import Terminal

/// The search in the history.
extension ScreenState {
  static let historyHints: [(KeyCommand, String)] = [
    (.accept, "use"), (.searchHistory, "older"), (.back, "close"),
  ]

  mutating func searchHistory() -> [ScreenEffect] {
    openPart(.history(HistorySearch()))
    return []
  }

  mutating func press(
    _ key: Key,
    _ command: KeyCommand?,
    in history: HistorySearch
  ) -> [ScreenEffect] {
    if let character = key.text { return edit(.insert(String(character)), in: history) }
    switch command {
    case .accept: return use(history)
    case .searchHistory: return moveSelection(1, in: history)
    default: break
    }
    if case .edit(let action)? = command?.action { return edit(action, in: history) }
    return distance(of: command).map { moveSelection($0, in: history) } ?? []
  }

  /// Edits the text that the history is searched for.
  mutating func edit(_ action: LineEditor.Action, in history: HistorySearch) -> [ScreenEffect] {
    var history = history
    history.editor.apply(action)
    history.selection = 0
    focus = .history(history)
    return []
  }

  mutating func moveSelection(_ distance: Int, in history: HistorySearch) -> [ScreenEffect] {
    var history = history
    let last = max(history.matches(in: search.history).count - 1, 0)
    history.selection = min(max(history.selection + distance, 0), last)
    focus = .history(history)
    return []
  }

  /// Searches GitHub again, whatever list is shown.
  private mutating func use(_ history: HistorySearch) -> [ScreenEffect] {
    let matches = history.matches(in: search.history)
    closeAllParts()
    guard matches.indices.contains(history.selection) else { return [] }
    bookkeeping.recalled = nil
    let text = matches[history.selection]
    guard search.source == .search else { return [.act(.begin(SearchStart(text: text)))] }
    return recall(text, as: .whole)
  }
}

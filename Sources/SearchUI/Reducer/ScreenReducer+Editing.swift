import SearchModel
import Terminal

extension ScreenState {
  /// Edits the line that is typed into; whatever covers the list is closed by typing.
  mutating func edit(_ action: LineEditor.Action, as origin: QueryInput.Origin) -> [ScreenEffect] {
    if case .history(var history) = focus {
      history.editor.apply(action)
      history.selection = 0
      focus = .history(history)
      return []
    }
    let before = editor.text
    editor.apply(action)
    memory.recalled = nil
    guard editor.text != before else { return [] }
    focus = .list
    memory.isQueryFresh = true
    return [.query(QueryInput(editor.text, origin))]
  }

  /// Puts a text of the history into the query line.
  private mutating func recall(_ text: String, as origin: QueryInput.Origin) -> [ScreenEffect] {
    editor.replace(with: text)
    memory.isQueryFresh = true
    return [.query(QueryInput(editor.text, origin))]
  }

  /// One text further back: ↑ in an empty query, and again from there.
  ///
  /// It may go on, so it rests as typed text does. Nil when ↑ is for the list.
  mutating func recallEarlier() -> [ScreenEffect]? {
    guard focus == .list, editor.isEmpty || memory.recalled != nil else { return nil }
    let index = editor.isEmpty ? 0 : (memory.recalled ?? -1) + 1
    guard search.history.indices.contains(index) else { return editor.isEmpty ? [] : nil }
    memory.recalled = index
    return recall(search.history[index], as: .typed)
  }

  // MARK: History

  var isSearchingHistory: Bool {
    if case .history = focus { true } else { false }
  }

  mutating func searchHistory() -> [ScreenEffect] {
    focus = .history(HistorySearch())
    return []
  }

  mutating func perform(_ command: KeyCommand, in history: HistorySearch) -> [ScreenEffect] {
    if let action = command.edit { return edit(action, as: .typed) }
    var history = history
    let matches = history.matches(in: search.history)
    switch command {
    case .accept:
      focus = .list
      guard matches.indices.contains(history.selection) else { return [] }
      memory.recalled = nil
      return recall(matches[history.selection], as: .whole)
    case .searchHistory: history.selection += 1
    default: history.selection += distance(of: command) ?? 0
    }
    history.selection = min(max(history.selection, 0), max(matches.count - 1, 0))
    focus = .history(history)
    return []
  }
}

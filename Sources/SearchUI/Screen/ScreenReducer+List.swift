import GitHubModel
import SearchModel
import Terminal

/// The keys of the list: those that are typed edit the query, and the others act on rows.
extension ScreenState {
  mutating func pressInList(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    if editor.isEmpty, let effects = pressInEmptyQuery(key, command) { return effects }
    guard let command else { return key.text.map { edit(.insert(String($0)), as: .typed) } ?? [] }
    if let action = command.edit { return edit(action, as: .typed) }
    if let distance = distance(of: command) { return moveSelection(distance) }
    switch command {
    case .accept: return accept()
    case .toggleMark: return complete() ?? performOnRepositories(.toggleMark)
    default: return performOnRepositories(command)
    }
  }

  /// Keys that have something else to do while there is no text to act on.
  private mutating func pressInEmptyQuery(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect]? {
    switch key {
    case .character("?"): return toggleHelp()
    // As in a shell.
    case .control("d") where command == .deleteForward: return back()
    case Key(.left, .control): return open(search.source.tab.neighbor(-1))
    case Key(.right, .control): return open(search.source.tab.neighbor(1))
    default: return nil
    }
  }

  /// Edits the query.
  mutating func edit(_ action: LineEditor.Action, as origin: QueryInput.Origin) -> [ScreenEffect] {
    let before = editor.text
    editor.apply(action)
    memory.recalled = nil
    guard editor.text != before else { return [] }
    memory.isQueryFresh = true
    return [.query(QueryInput(editor.text, origin))]
  }

  /// Puts a text of the history into the query line.
  mutating func recall(_ text: String, as origin: QueryInput.Origin) -> [ScreenEffect] {
    editor.replace(with: text)
    memory.isQueryFresh = true
    return [.query(QueryInput(editor.text, origin))]
  }

  /// One text further back: ↑ in an empty query, and again from there.
  ///
  /// More keys may follow, so it is debounced as typed text is. Nil when ↑ is for the list.
  private mutating func recallEarlier() -> [ScreenEffect]? {
    guard search.source == .search, editor.isEmpty || memory.recalled != nil else { return nil }
    let index = editor.isEmpty ? 0 : (memory.recalled ?? -1) + 1
    guard search.history.indices.contains(index) else { return editor.isEmpty ? [] : nil }
    memory.recalled = index
    return recall(search.history[index], as: .typed)
  }

  private mutating func moveSelection(_ distance: Int) -> [ScreenEffect] {
    if distance == -1, let recalling = recallEarlier() { return recalling }
    memory.recalled = nil
    memory.isQueryFresh = false
    return [.act(.move(distance))]
  }

  /// Tab completes a qualifier that is being typed, and shows what it can become; nil when the word
  /// before the cursor is none that lacks something, and Tab marks.
  private mutating func complete() -> [ScreenEffect]? {
    let text = String(editor.text.prefix(editor.cursor))
    guard memory.isQueryFresh, !text.hasPrefix(":") else { return nil }
    let start = Completion.startOfWord(text)
    let word = String(text[start...])
    guard word.count > 1 else { return nil }
    guard editor.cursor == editor.text.count, let completion = Completion(text, search) else {
      return QualifierWords.forms(of: word, now: now).map { show(choices: $0) }
    }
    let showing = show(choices: completion.choices)
    guard completion.replacement != word else { return showing }
    editor.replace(with: text[..<start] + completion.replacement)
    return showing + [.query(QueryInput(editor.text))]
  }

  private mutating func show(choices: [String]) -> [ScreenEffect] {
    guard !choices.isEmpty else { return [] }
    return show(Toast(text: SafeText(choices.joined(separator: "  "), longest: 600)))
  }

  /// What was just typed is searched for when there is no response to act on.
  private mutating func submission() -> [ScreenEffect]? {
    let isWaiting =
      switch search.phase {
      case .awaitingEnter, .debouncing, .retrying, .failed: true
      case .idle, .invalid, .postponed, .searching, .loaded, .unavailable: false
      }
    guard isWaiting || search.rows.isEmpty else { return nil }
    memory.isQueryFresh = false
    return [.act(.submit)]
  }

  /// Enter: searches for what was just typed, otherwise acts on what is selected.
  private mutating func accept() -> [ScreenEffect] {
    if search.phase == .unavailable(.notSynced) { return [.act(.sync)] }
    if search.source == .lists {
      return search.selectedList.map { [.act(.openList($0))] } ?? []
    }
    if memory.isQueryFresh, let submission = submission() { return submission }
    guard !search.targets.isEmpty else { return [.act(.submit)] }
    if options.isPicker { return chooseTargets() }
    focus = .detail
    return [.act(.use)]
  }

  /// The picker's answer.
  mutating func chooseTargets() -> [ScreenEffect] {
    [.act(.use)] + leave(.chose(search.targets.map(\.name)))
  }
}

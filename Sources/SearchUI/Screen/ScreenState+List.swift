import GitHubModel
import SearchModel
import Terminal

/// The list: typed characters edit the query, and other keys act on rows.
extension ScreenState {
  var listHints: [(KeyCommand, String)] {
    let (help, next) = ((KeyCommand.help, "keys"), (KeyCommand.nextTab, "next tab"))
    if !search.shownLists.isEmpty {
      return [help, (.accept, "open"), (.editList, "change"), next]
    }
    if search.rows.isEmpty {
      if search.source == .search { return [help, next, (.searchHistory, "history")] }
      let canSync = search.phase == .unavailable(.notSynced) && search.sync == nil
      return canSync ? [help, (.accept, "sync"), next] : [help, next]
    }
    return [
      help, (.accept, options.isPicker ? "choose" : "details"), (.toggleStar, "star"),
      (.openPage, "open"), (.toggleMark, "mark"), (.chooseSort, "sort"), (.chooseLists, "lists"),
      next,
    ] + (search.source.isOfCopy ? [(.retry, "sync")] : [])
  }

  mutating func pressInList(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    if editor.isEmpty, let effects = pressInEmptyQuery(key, command) { return effects }
    switch command?.action {
    case .edit(let action): return edit(action, as: .typed)
    case .move(let distance): return moveSelection(distance(self))
    case .browse(let act): return act(&self)
    case .accept: return accept()
    case .anywhere: return []
    case nil: return key.text.map { edit(.insert(String($0)), as: .typed) } ?? []
    }
  }

  /// Keys with another effect while there is no text to act on.
  private mutating func pressInEmptyQuery(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect]? {
    switch key {
    case .character("?"): return toggleHelp()
    // As in a shell.
    case .control("d") where command == .deleteForward: return back()
    case Key(.left, .control) where command == .wordLeft: return openTab(at: -1)
    case Key(.right, .control) where command == .wordRight: return openTab(at: 1)
    default: return nil
    }
  }

  /// Edits the query.
  mutating func edit(_ action: LineEditor.Action, as origin: SearchAction.TextOrigin)
    -> [ScreenEffect]
  {
    let before = editor.text
    editor.apply(action)
    bookkeeping.recalled = nil
    guard editor.text != before else { return [] }
    bookkeeping.queryEditedSinceMove = true
    return [.act(.edit(editor.text, origin))]
  }

  /// Puts a text of the history into the query line.
  mutating func recall(_ text: String, as origin: SearchAction.TextOrigin) -> [ScreenEffect] {
    editor.replace(with: text)
    bookkeeping.queryEditedSinceMove = true
    return [.act(.edit(editor.text, origin))]
  }

  /// One text further back: ↑ in an empty query, and again from there.
  ///
  /// More keys may follow, so it is debounced as typed text is. Nil when ↑ is for the list.
  private mutating func recallEarlier() -> [ScreenEffect]? {
    guard search.source == .search, editor.isEmpty || bookkeeping.recalled != nil else {
      return nil
    }
    let index = editor.isEmpty ? 0 : (bookkeeping.recalled ?? -1) + 1
    guard search.history.indices.contains(index) else { return editor.isEmpty ? [] : nil }
    bookkeeping.recalled = index
    return recall(search.history[index], as: .typed)
  }

  private mutating func moveSelection(_ distance: Int) -> [ScreenEffect] {
    if distance == -1, let recalling = recallEarlier() { return recalling }
    bookkeeping.recalled = nil
    bookkeeping.queryEditedSinceMove = false
    return [.act(.move(distance))]
  }

  /// Tab in the list completes a qualifier that is being typed, and otherwise marks the row.
  mutating func completeOrMark() -> [ScreenEffect] {
    (focus == .list ? complete() ?? correct() : nil) ?? [.act(.toggleMark), .act(.move(1))]
  }

  /// Corrects a query that was just typed and is probably mistyped; nil for any other.
  private mutating func correct() -> [ScreenEffect]? {
    guard bookkeeping.queryEditedSinceMove,
      let mistake = QueryMistake.first(inTyped: editor.text)
    else { return nil }
    guard let corrected = mistake.corrected else { return [] }
    editor.replace(with: corrected)
    return [.act(.edit(corrected, .typed))]
  }

  /// Completes the qualifier before the cursor, and shows its possible values; nil if none is incomplete.
  private mutating func complete() -> [ScreenEffect]? {
    let text = String(editor.text.prefix(editor.cursor))
    guard bookkeeping.queryEditedSinceMove else { return nil }
    let start = Completion.startOfWord(text)
    let word = String(text[start...])
    guard word.count > 1 else { return nil }
    let seen = QualifierWords.Seen(search)
    guard editor.cursor == editor.text.count,
      let completion = Completion(
        of: text,
        from: { word, _ in QualifierWords.candidates(word, seen) }
      )
    else {
      return QualifierWords.isIncomplete(word, now: now) ? [] : nil
    }
    let showing = show(choices: completion.choices)
    guard completion.replacement != word else { return showing }
    editor.replace(with: text[..<start] + completion.replacement)
    return showing + [.act(.edit(editor.text, .typed))]
  }

  private mutating func show(choices: [String]) -> [ScreenEffect] {
    choices.isEmpty ? [] : show(SafeText(choices.joined(separator: "  "), longest: 600))
  }

  /// Searches for the text that was just typed, unless there is a response to act on.
  private mutating func submission() -> [ScreenEffect]? {
    guard search.phase.startsOnEnter || search.rows.isEmpty else { return nil }
    bookkeeping.queryEditedSinceMove = false
    return [.act(.submit)]
  }

  /// Enter: searches for a text that was just typed, otherwise acts on the selection.
  private mutating func accept() -> [ScreenEffect] {
    if search.phase == .unavailable(.notSynced) { return [.act(.sync)] }
    if search.source == .lists {
      return search.selectedList.map { [.act(.openList($0))] } ?? []
    }
    if bookkeeping.queryEditedSinceMove, let submission = submission() { return submission }
    guard !search.targets.isEmpty else { return [.act(.submit)] }
    if options.isPicker { return chooseTargets() }
    openPart(.detail)
    return [.act(.use)]
  }

  /// The picker's answer.
  mutating func chooseTargets() -> [ScreenEffect] {
    [.act(.use)] + leave(.chose(search.targets.map(\.name)))
  }
}

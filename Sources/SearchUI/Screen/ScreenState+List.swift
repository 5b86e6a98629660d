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

  mutating func useInList(_ command: KeyCommand?, _ key: Key?) {
    switch command?.action {
    case .edit(let action): edit(action, as: .typed)
    case .move(let distance): moveSelection(distance(self))
    case .browse(let act): act(&self)
    case .accept: accept()
    case .anywhere, .read: break
    case nil: if let character = key?.text { edit(.insert(String(character)), as: .typed) }
    }
  }

  mutating func edit(_ action: LineEditor.Action, as origin: SearchAction.TextOrigin) {
    let before = editor.text
    editor.apply(action)
    bookkeeping.recall = nil
    guard editor.text != before else { return }
    bookkeeping.queryEditedSinceMove = true
    act(.edit(editor.text, origin))
  }

  /// Puts a text from the history into the query line.
  mutating func recall(_ text: String, as origin: SearchAction.TextOrigin) {
    editor.replace(with: text)
    bookkeeping.queryEditedSinceMove = true
    act(.edit(editor.text, origin))
  }

  /// Recalls the next older text, or a newer one if negative: ↑ in an empty query begins, and ↓
  /// ends there.
  ///
  /// More keys may follow, so it is debounced like typed text. Returns false if the key is for the
  /// list.
  private mutating func recall(_ distance: Int) -> Bool {
    guard search.source == .search else { return false }
    let isFirst = editor.isEmpty && distance > 0
    guard
      var recall = isFirst
        ? ScreenBookkeeping.Recall(texts: search.history, index: -1) : bookkeeping.recall
    else { return false }
    recall.index += distance
    guard recall.index < recall.texts.count else { return true }
    bookkeeping.recall = recall.index < 0 ? nil : recall
    self.recall(recall.index < 0 ? "" : recall.texts[recall.index], as: .typed)
    return true
  }

  private mutating func moveSelection(_ distance: Int) {
    if abs(distance) == 1, recall(-distance) { return }
    // Enters the recent searches and trending repositories, which are on the screen.
    let isStart = search.source == .search && editor.isEmpty
    if distance == 1, isStart, !(search.history.isEmpty && search.trending.isEmpty) {
      return openPart(.menu(Menu(.history(trending: search.trending))))
    }
    bookkeeping.recall = nil
    bookkeeping.queryEditedSinceMove = false
    act(.move(distance))
  }

  /// Handles Tab in the list: completes an unfinished qualifier, and otherwise marks the row.
  mutating func completeOrMark() {
    if focus == .list, complete() || correct() { return }
    act(.toggleMark)
    act(.move(1))
  }

  /// Corrects a probably misspelled query that was just typed or finds nothing; returns false for
  /// any other.
  private mutating func correct() -> Bool {
    guard bookkeeping.queryEditedSinceMove || search.rowCount == 0 else { return false }
    let mistake = QueryMistake.first(whileTyping: editor.text)
    guard mistake != nil || search.hints.name != nil else { return false }
    guard let corrected = mistake == nil ? search.hints.name : mistake?.corrected else {
      return true
    }
    editor.replace(with: corrected)
    act(.edit(corrected, .typed))
    return true
  }

  /// Completes the qualifier before the cursor, or offers its values; returns false if there is
  /// nothing to complete.
  private mutating func complete() -> Bool {
    let text = String(editor.text.prefix(editor.cursor))
    guard bookkeeping.queryEditedSinceMove else { return false }
    let start = Completion.startOfWord(text)
    let word = String(text[start...])
    // Once it has rows, a word is not completed.
    let isAnswered = search.phase == .loaded && search.rowCount > 0
    guard word.contains(":") || TypedQuery.isStartOfName(word) && !isAnswered else { return false }
    let seen = QualifierWords.Seen(search)
    guard editor.cursor == editor.text.count,
      let completion = Completion(
        of: text,
        from: { word, _ in QualifierWords.candidates(word, seen) }
      )
    else {
      return QualifierWords.isIncomplete(word)
    }
    if completion.isWhole { return false }
    if completion.choices.isEmpty {
      replaceLastWord(with: completion.replacement)
    } else {
      let head = word.firstIndex(of: ":").map { String(word[...$0]) } ?? ""
      let values = seen.mostUsedFirst(QualifierWords.candidates(word, seen)).map {
        String($0.dropFirst(head.count))
      }
      var menu = Menu(.completion(of: head, values))
      menu.edit(.insert(String(word.dropFirst(head.count).filter { $0 != "\"" })))
      openPart(.menu(menu))
    }
    return true
  }

  /// Completes the last word of the query.
  mutating func replaceLastWord(with word: String) {
    let text = editor.text
    editor.replace(with: text[..<Completion.startOfWord(text)] + word)
    act(.edit(editor.text, .typed))
  }

  /// Handles Enter: searches for text just typed, and otherwise acts on the selection.
  private mutating func accept() {
    if search.phase == .unavailable(.notSynced) { return act(.sync) }
    if search.source == .lists {
      if let list = search.selectedList { act(.openList(list)) }
      return
    }
    if let (_, text) = otherSearch {
      recall(text, as: .whole)
      bookkeeping.queryEditedSinceMove = false
      return act(.submit)
    }
    if bookkeeping.queryEditedSinceMove, search.phase.startsOnEnter || search.rows.isEmpty {
      bookkeeping.queryEditedSinceMove = false
      return act(.submit)
    }
    if options.isPicker, !search.targets.isEmpty { return chooseTargets() }
    guard search.selectedRow != nil else { return act(.submit) }
    openDetail()
    act(.use)
  }

  /// Why the search found nothing, and the query that Enter searches for instead; nil if there is
  /// none.
  var otherSearch: (reason: String, text: String)? {
    guard search.source == .search, search.phase == .loaded, search.rows.isEmpty,
      search.total?.isIncomplete != true, let ladder = QueryLadder(search.text),
      let text = ladder.texts(search.hints.counts).first
    else { return nil }
    return (ladder.sentence, text)
  }

  /// The picker's answer.
  mutating func chooseTargets() {
    act(.use)
    leave(.chose(search.targets.map(\.name)))
  }
}

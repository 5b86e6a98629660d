package import GitHubModel
package import SearchModel
package import Terminal

/// The reducer of the screen: the one place where a ``ScreenState`` changes, timed by its arguments.
extension ScreenState {
  /// Takes in an event, and returns what is to be done about it.
  package mutating func reduce(
    _ event: ScreenEvent,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    let effects = handle(event, at: time)
    return effects + updateLayout()
  }

  private mutating func handle(
    _ event: ScreenEvent,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    switch event {
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)):
      cloneQuestion = []
      return dismissToast() + edit(.insert(text), as: .whole)
    case .input(.mouse(let mouse)): return options.hasMouse ? point(mouse, at: time) : []
    case .input(.focus), .input(.reply): return []
    case .search(let search): return take(search)
    case .resized(let size): self.size = size
    case .began(let text):
      editor.replace(with: text)
      return text.isEmpty ? [] : [.query(QueryInput(editor.text, .whole))]
    case .spinnerAdvanced: spinner += 1
    case .toastExpired: return dismissToast()
    case .opened(let failure):
      return failure.map {
        show(Toast(text: "Couldn't open the page: " + SafeText($0, longest: 300)))
      }
        ?? []
    case .copied(let count, let wasSent): return showCopied(count, wasSent: wasSent)
    case .cloned(let results): return take(results)
    case .pictureCame(let picture, let owner): pictures.take(picture, of: owner)
    case .starTimeoutPassed: return leaving.map { [.leave(unfinished($0))] } ?? []
    }
    return []
  }

  /// Shows a toast until the next key, or for a while.
  mutating func show(_ toast: Toast) -> [ScreenEffect] {
    self.toast = toast
    return [.toast]
  }

  /// What was done or failed has been read; a failure of the query stays with the query.
  mutating func dismissToast() -> [ScreenEffect] {
    toast = nil
    return search.banner?.operation.isOfQuery == false ? [.act(.dismissBanner)] : []
  }

  private mutating func take(_ new: SearchState) -> [ScreenEffect] {
    let isNewFailure = new.banner != search.banner && new.banner?.operation.isOfQuery == false
    if isNewFailure { toast = nil }
    let isSynced = search.sync != nil && new.sync == nil && toast == nil && !isNewFailure
    if isSynced { toast = Toast(text: SyncText.done) }
    if new.source != search.source { turn(to: new) }
    search = new
    memory.awaitedSelection = nil
    if !isLate { spinner = 0 }
    guard let outcome = leaving, !search.hasPendingChanges else {
      return (isNewFailure || isSynced ? [.toast] : []) + updateListPicker()
    }
    return [.leave(finished(outcome))]
  }
}

// MARK: - Keys

extension ScreenState {
  /// Another list comes with the text and the place that it was left with.
  private mutating func turn(to new: SearchState) {
    memory.tops[search.source] = listTop
    listTop = memory.tops[new.source] ?? 0
    editor.replace(with: new.text)
    focus = .list
    (memory.isQueryFresh, memory.recalled, memory.shownRows) = (false, nil, 0..<0)
  }

  private mutating func press(_ key: Key) -> [ScreenEffect] {
    let isHelp = key.text == "?" && editor.isEmpty && !isSearchingHistory
    let command = options.keymap.command(for: key) ?? (isHelp ? .help : nil)
    if !cloneQuestion.isEmpty, command != .quit { return answerCloneQuestion(with: key) }
    if command == .suspend, let undo = toast?.undo { return take(back: undo) }
    // As in a shell.
    if key == .control("d"), command == .deleteForward, focus == .list, editor.isEmpty {
      return back()
    }
    // What failed is retried, not dismissed.
    let dismissal = command == .retry && search.banner != nil ? [] : dismissToast()
    if let command = tabCommand(key) ?? command { return dismissal + perform(command) }
    if focus == .detail { return dismissal + page(key) }
    if case .lists(let picker) = focus {
      return dismissal + (key.text == " " ? perform(.toggleMark, in: picker) : [])
    }
    return dismissal + (key.text.map { edit(.insert(String($0)), as: .typed) } ?? [])
  }

  /// Ctrl with an arrow changes the tab while there are no words for it to move by.
  private func tabCommand(_ key: Key) -> KeyCommand? {
    guard focus == .list, editor.isEmpty else { return nil }
    return key == Key(.left, .control)
      ? .previousTab : key == Key(.right, .control) ? .nextTab : nil
  }

  /// The keys of a pager; no others, so that nothing is typed into a query that is out of sight.
  private mutating func page(_ key: Key) -> [ScreenEffect] {
    switch key.text {
    case "q": back()
    case " ", "f": scroll(pageRows)
    case "b": scroll(-pageRows)
    case "d": scroll(pageRows / 2)
    case "u": scroll(-pageRows / 2)
    case "j": scroll(1)
    case "k": scroll(-1)
    case "g": scroll(-Self.allTheWay)
    case "G": scroll(Self.allTheWay)
    default: []
    }
  }

  private mutating func take(back undo: SearchAction) -> [ScreenEffect] {
    [.act(undo)] + show(Toast(text: "Undone"))
  }

  mutating func perform(_ command: KeyCommand) -> [ScreenEffect] {
    switch command {
    case .quit: return leave(.interrupted)
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .back: return back()
    case .help: return toggleHelp()
    case .previousTab: return open(search.source.tab.neighbor(-1))
    case .nextTab: return open(search.source.tab.neighbor(1))
    default: break
    }
    if case .lists(let picker) = focus { return perform(command, in: picker) }
    if case .history(let history) = focus { return perform(command, in: history) }
    if case .sort(let selection) = focus { return perform(command, inSortMenu: selection) }
    if let edit = command.edit { return self.edit(edit, as: .typed) }
    if let distance = distance(of: command) { return scroll(distance) }
    return performOnRepositories(command)
  }

  private mutating func performOnRepositories(_ command: KeyCommand) -> [ScreenEffect] {
    switch command {
    case .previewUp: scrollPreview(-Self.previewRows)
    case .previewDown: scrollPreview(Self.previewRows)
    case .togglePreview: togglePreview()
    case .accept: accept()
    case .toggleStar: toggleStars()
    case .toggleFavorite: toggleFavorites()
    case .toggleMark: complete() ?? [.act(.toggleMark), .act(.move(1))]
    case .clearMarks: [.act(.clearMarks)]
    case .chooseLists: openListPicker()
    case .openPage: openPages()
    case .copyURL: copy(.url) { $0.url }
    case .copyClone: copy(.cloneCommand) { "git clone \($0.addressForGit)" }
    case .clone: askToClone()
    case .chooseSort: openSortMenu()
    case .cycleSort: [.act(.cycleSort)]
    case .toggleOrder: [.act(.toggleOrder)]
    case .retry: [.act(canRetry ? .retry : .refresh)]
    case .searchHistory: searchHistory()
    default: []
    }
  }

  private var canRetry: Bool {
    if search.banner?.canRetry == true { return true }
    if case .failed = search.detail.facts { return true }
    if case .failed = search.detail.readme { return true }
    return false
  }

  mutating func open(_ tab: Tab) -> [ScreenEffect] {
    focus = .list
    return [.act(.openTab(tab))]
  }

  // MARK: The sort

  private var sortChoices: [SortChoice] { SortChoice.all(of: search.source) }

  mutating func openSortMenu() -> [ScreenEffect] {
    guard !sortChoices.isEmpty else { return [] }
    focus = .sort(sortChoices.firstIndex(of: SortChoice(search)) ?? 0)
    return []
  }

  private mutating func perform(
    _ command: KeyCommand,
    inSortMenu selection: Int
  ) -> [ScreenEffect] {
    switch command {
    case .accept: return choose(selection)
    case .chooseSort: return perform(.moveDown, inSortMenu: selection)
    default:
      guard let distance = distance(of: command) else { return [] }
      let count = sortChoices.count
      // Around the end, so that the key that opened the menu goes through it.
      let next = abs(distance) == 1 ? (selection + distance + count) % count : selection + distance
      focus = .sort(min(max(next, 0), count - 1))
      return []
    }
  }

  mutating func choose(_ selection: Int) -> [ScreenEffect] {
    focus = .list
    guard sortChoices.indices.contains(selection) else { return [] }
    return sortChoices[selection].actions.map(ScreenEffect.act)
  }

  private mutating func toggleHelp() -> [ScreenEffect] {
    if case .help = focus { focus = .list } else { focus = .help(top: 0) }
    return []
  }

  /// What is open is closed, then the query is cleared, then the search is left.
  private mutating func back() -> [ScreenEffect] {
    if focus != .list {
      if case .lists(let picker) = focus, picker.isInDetail {
        focus = .detail
      } else {
        focus = .list
      }
      return []
    }
    guard editor.isEmpty else { return edit(.clear, as: .typed) }
    if search.sync != nil { return [.act(.cancelSync)] + show(Toast(text: SyncText.canceled)) }
    if case .list = search.source { return [.act(.closeList)] }
    // Nothing was chosen: a script must not go on.
    return leave(options.isPicker ? .interrupted : .left)
  }

  private mutating func toggleStars() -> [ScreenEffect] {
    let (isStarred, changed) = search.starToggle
    return setStars(isStarred, of: changed)
  }

  /// Stars or unstars one repository, whatever is marked.
  mutating func toggleStar(of repository: Repository) -> [ScreenEffect] {
    let star = search.stars[repository.id]
    return star.isPending ? [] : setStars(star.isStarred != true, of: [repository])
  }

  /// An undo is offered where the state before is known for all.
  private mutating func setStars(
    _ isStarred: Bool,
    of changed: [Repository]
  ) -> [ScreenEffect] {
    guard !changed.isEmpty else { return [] }
    let isKnown = changed.allSatisfy { search.stars[$0.id] == .known(!isStarred) }
    let text = report(isStarred ? "★ Starred" : "☆ Unstarred", changed)
    let undo = SearchAction.undoStar(isStarred, changed.map(\.id))
    return [.act(.setStar(isStarred, changed.map(\.id)))]
      + show(Toast(text: text, undo: isKnown ? undo : nil), hasUndo: isKnown)
  }

  private mutating func toggleFavorites() -> [ScreenEffect] {
    let (isFavorite, changed) = search.favoriteToggle
    guard !changed.isEmpty else { return [] }
    let text =
      report(isFavorite ? "♥ Added" : "♡ Removed", changed)
      + (isFavorite ? " to favorites" : " from favorites")
    let undo = SearchAction.setFavorite(!isFavorite, changed.map(\.id))
    return [.act(.toggleFavorite)] + show(Toast(text: text, undo: undo), hasUndo: true)
  }

  /// What was done to which, or to how many, and how many of them are not in the list.
  func report(_ done: SafeText, _ repositories: [Repository]) -> SafeText {
    let shown = Set(search.rows.map(\.id))
    let hidden = repositories.count { !shown.contains($0.id) }
    let note: SafeText = hidden == 0 ? .empty : " (\(hidden) not in this list)"
    if repositories.count == 1, let only = repositories.first {
      return done + " \(only.name.fullName)" + note
    }
    return done + " \(repositories.count) repositories" + note
  }

  mutating func show(_ toast: Toast, hasUndo: Bool) -> [ScreenEffect] {
    var toast = toast
    if hasUndo, let key = options.keymap.name(of: .suspend) {
      toast.text = toast.text + " · \(key) to undo"
    }
    return show(toast)
  }

  private mutating func openPages() -> [ScreenEffect] {
    let targets = search.targets
    guard !targets.isEmpty else { return [] }
    return [.act(.use), .open(targets.map(\.url))] + show(Toast(text: report("Opening", targets)))
  }

  private mutating func copy(
    _ copied: CopiedText,
    _ line: (Repository) -> String
  ) -> [ScreenEffect] {
    memory.copied = copied
    let lines = search.targets.map(line)
    return lines.isEmpty ? [] : [.act(.use), .copy(lines)]
  }

  /// Tab completes a qualifier that is being typed, and shows what it can become; nil when the word
  /// before the cursor is none, and Tab marks.
  private mutating func complete() -> [ScreenEffect]? {
    let text = editor.text
    guard focus == .list, memory.isQueryFresh, editor.cursor == text.count, !text.hasPrefix(":")
    else { return nil }
    let start = Completion.startOfWord(text)
    guard text[start...].count > 1, let completion = Completion(text, search) else { return nil }
    let choices = completion.choices.joined(separator: "  ")
    let showing = choices.isEmpty ? [] : show(Toast(text: SafeText(choices, longest: 600)))
    guard completion.replacement != text[start...] else { return showing }
    editor.replace(with: text[..<start] + completion.replacement)
    return showing + [.query(QueryInput(editor.text))]
  }

  /// A terminal does not report whether it changed its clipboard.
  fileprivate mutating func showCopied(_ count: Int, wasSent: Bool) -> [ScreenEffect] {
    guard wasSent else { return show(Toast(text: "This terminal does not support copying")) }
    return show(Toast(text: memory.copied.report(count)))
  }

  /// What was just typed is searched for when there is no response to act on.
  private mutating func submission() -> [ScreenEffect]? {
    let isWaiting =
      switch search.phase {
      case .held, .debouncing, .retrying, .failed: true
      case .idle, .invalid, .postponed, .searching, .loaded, .unavailable: false
      }
    guard isWaiting || search.rows.isEmpty else { return nil }
    memory.isQueryFresh = false
    return [.act(.submit)]
  }

  /// Enter: searches for what was just typed, otherwise acts on what is selected.
  private mutating func accept() -> [ScreenEffect] {
    if case .help = focus {
      focus = .list
      return []
    }
    if search.phase == .unavailable(.notSynced) { return [.act(.sync)] }
    if search.source == .lists {
      return search.selectedList.map { [.act(.openList($0))] } ?? []
    }
    if memory.isQueryFresh, let submission = submission() { return submission }
    guard !search.targets.isEmpty else { return [.act(.submit)] }
    if options.isPicker { return [.act(.use)] + leave(.chose(search.targets.map(\.name))) }
    focus = focus == .detail ? .list : .detail
    return [.act(.use)]
  }
}

/// Everything that can change a ``ScreenState``.
package enum ScreenEvent: Sendable {
  case input(InputEvent)
  case search(SearchState)
  case resized(ScreenSize)
  /// A text that the search begins with.
  case began(with: String)
  /// The next picture of the spinner is due.
  case spinnerAdvanced
  case toastExpired
  /// A page was opened, or not, and why.
  case opened(failure: String?)
  /// Addresses went to the terminal's clipboard, or could not.
  case copied(count: Int, wasSent: Bool)
  /// An owner's picture was fetched, by the owner's id; nil when there is none to show.
  case pictureCame(Picture?, owner: Int64)
  /// Repositories were cloned, or not.
  case cloned([CloneResult])
  /// The acknowledgment of stars has been waited for long enough.
  case starTimeoutPassed
}

/// What the driver has to do after an event.
package enum ScreenEffect: Sendable, Equatable {
  case query(QueryInput)
  case act(SearchAction)
  /// Opens pages in the browser.
  case open([String])
  /// Puts addresses on the clipboard.
  case copy([String])
  /// Clones repositories into the current folder.
  case clone([Repository])
  /// Fetches the owner's picture, and no other any more.
  case fetchPicture(Owner)
  /// Redraws the whole screen.
  case redraw
  case suspend
  /// Shows the toast for a while.
  case toast
  /// Waits for the acknowledgment of stars, for a bounded time.
  case awaitStars
  case leave(Outcome)
}

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
  /// More keys may follow, so it is debounced as typed text is. Nil when ↑ is for the list.
  mutating func recallEarlier() -> [ScreenEffect]? {
    guard focus == .list, search.source == .search, editor.isEmpty || memory.recalled != nil
    else { return nil }
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

extension ScreenState {
  /// Leaves at once, or when GitHub has acknowledged all changes; asking twice leaves at once too.
  mutating func leave(_ ending: Outcome.Ending) -> [ScreenEffect] {
    if let leaving { return [.leave(unfinished(leaving))] }
    let outcome = Outcome(ending)
    guard search.hasPendingChanges else { return [.leave(outcome)] }
    leaving = outcome
    return [.awaitStars]
  }

  func finished(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    switch search.banner?.operation {
    case .star, .lists: outcome.failure = search.banner
    case .search, .nextPage, .favorite, .listFavorites, .sync, nil: break
    }
    return outcome
  }

  func unfinished(_ outcome: Outcome) -> Outcome {
    var outcome = finished(outcome)
    outcome.unacknowledgedStars = search.pendingStars.map(\.repository.name)
    outcome.unacknowledgedLists = search.pendingLists.flatMap(\.moves).map(\.repository.name)
    return outcome
  }
}

extension ScreenState {
  /// More rows than there are, and far from overflow.
  private static let allTheWay = 1 << 30

  /// How many rows a command moves, down when positive; nil for one that moves none.
  func distance(of command: KeyCommand) -> Int? {
    switch command {
    case .moveUp: -1
    case .moveDown: 1
    case .pageUp: -pageRows
    case .pageDown: pageRows
    case .moveToFirst: -Self.allTheWay
    case .moveToLast: Self.allTheWay
    default: nil
    }
  }

  /// One row less than a page, so that one row stays in view.
  private var pageRows: Int {
    let layout = layout
    let region: ScreenRegion? =
      switch focus {
      case .list, .history, .sort, .lists: layout.list
      case .detail: layout.detail
      case .help: layout.body
      }
    return max((region?.rows ?? 1) - 1, 1)
  }

  /// Lines that a key scrolls the detail beside the list.
  private static var previewRows: Int { 3 }

  /// Scrolls the detail, whatever has the focus.
  private mutating func scrollPreview(_ distance: Int) -> [ScreenEffect] {
    pane.top = max(pane.top + distance, 0)
    return []
  }

  private mutating func togglePreview() -> [ScreenEffect] {
    isPreviewHidden.toggle()
    return []
  }

  /// Scrolls what has the focus.
  mutating func scroll(_ distance: Int) -> [ScreenEffect] {
    switch focus {
    case .detail: pane.top = max(pane.top + distance, 0)
    case .help(let top): focus = .help(top: max(top + distance, 0))
    case .list: return moveSelection(distance)
    case .history, .sort, .lists: break
    }
    return []
  }

  private mutating func moveSelection(_ distance: Int) -> [ScreenEffect] {
    if distance == -1, let recalling = recallEarlier() { return recalling }
    memory.recalled = nil
    memory.isQueryFresh = false
    return [.act(.move(distance))]
  }

  // MARK: Layout

  /// The rows of the list that are on the screen, by index.
  package var visibleRows: Range<Int> {
    let count = search.rowCount
    let rows = max(layout.list?.rows ?? 0, 0)
    let top = min(max(listTop, 0), count)
    return top..<min(top + rows, count)
  }

  /// Scrolls everything back into its bounds, and reports to the search which rows are shown.
  mutating func updateLayout() -> [ScreenEffect] {
    let layout = layout
    if let list = layout.list { clampList(rows: max(list.rows, 1)) }
    pane.show(search.detail, atOnce: isDetailOpen)
    if let detail = layout.detail { clampDetail(detail) }
    if case .help(let top) = focus { clampHelp(top, layout.body) }
    return reportVisible(isDetailShown: layout.detail != nil) + requestPicture(layout)
  }

  /// Keeps the selected row on the screen, and the screen full.
  private mutating func clampList(rows: Int) {
    let requested = memory.awaitedSelection.flatMap { id in search.rows.firstIndex { $0.id == id } }
    let selection = requested ?? search.selectedRowIndex ?? 0
    listTop = min(listTop, selection, max(search.rowCount - rows, 0))
    listTop = max(listTop, selection - rows + 1, 0)
  }

  private mutating func clampDetail(_ region: ScreenRegion) {
    pane.wrap(width: region.columns)
    guard pane.top > 0 else { return }
    pane.top = min(pane.top, max(detailCount(region) - region.rows, 0))
  }

  private func detailCount(_ region: ScreenRegion) -> Int {
    DetailView(state: self).count(width: region.columns)
  }

  /// How much of the detail is above its last line on the screen; nil while it is not open.
  var detailPercent: Int? {
    guard focus == .detail, let region = layout.detail else { return nil }
    let count = detailCount(region)
    return count == 0 ? nil : min(pane.top + region.rows, count) * 100 / count
  }

  private mutating func clampHelp(_ top: Int, _ region: ScreenRegion) {
    guard top > 0 else { return }
    let count = HelpText.lines(options, width: region.columns).count
    focus = .help(top: min(top, max(count - region.rows, 0)))
  }

  /// Once the facts are requested, which is after a pause on the repository.
  private mutating func requestPicture(_ layout: ScreenLayout) -> [ScreenEffect] {
    guard options.hasPictures, layout.detail != nil, pane.detail.facts != .absent,
      let owner = pane.owner
    else { return [] }
    return pictures.request(owner) ? [.fetchPicture(owner)] : []
  }

  /// Only rows of the response to the typed text: others are replaced soon, and need no next page.
  private mutating func reportVisible(isDetailShown: Bool) -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    let isAnswer = search.phase == .loaded && search.text == editor.text
    let shown = isAnswer ? visibleRows : 0..<0
    if shown != memory.shownRows {
      memory.shownRows = shown
      effects.append(.act(.show(shown)))
    }
    if isDetailShown != memory.isDetailShown {
      memory.isDetailShown = isDetailShown
      effects.append(.act(.showDetail(isDetailShown)))
    }
    return effects
  }
}

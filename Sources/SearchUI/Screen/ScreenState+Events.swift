package import GitHubModel
package import SearchModel
package import Terminal

/// The screen's reducer: the only place where a ``ScreenState`` changes, timed by its arguments.
extension ScreenState {
  /// Changes the state for an event, and returns the effects to perform.
  package mutating func reduce(
    _ event: ScreenEvent,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    handle(event, at: time)
    updateLayout()
    defer { bookkeeping.outbox = [] }
    return bookkeeping.outbox
  }

  mutating func send(_ effect: ScreenEffect) { bookkeeping.outbox.append(effect) }

  /// Sends an action to the search.
  mutating func act(_ action: SearchAction) { send(.act(action)) }

  private mutating func handle(_ event: ScreenEvent, at time: ContinuousClock.Instant) {
    switch event {
    case .input(.key(let key)): press(key)
    case .input(.paste(let text)):
      question = nil
      dismissToast()
      insert(pasted: text)
    case .input(.mouse(let mouse)): if options.hasMouse { handleMouse(mouse, at: time) }
    case .search(let search): apply(search)
    case .resized(let size): self.size = size
    case .began(var start):
      editor.replace(with: start.text)
      start.text = editor.text
      act(.begin(start))
    case .spinnerAdvanced: spinner += 1
    case .toastExpired: toast = nil
    case .opened(let url, let failure): finishOpening(url, failure)
    case .copied(let lines, let copied, let place):
      // Shows the text because terminals do not confirm OSC 52.
      let text = SafeText(lines.joined(separator: " "), longest: 300)
      show(copied.report(lines.count, on: place) + ": " + text)
    case .cloned(let result): finishClone(result)
    case .ran(let name, let failure):
      if let failure { show(SafeText("\(name): \(failure)", longest: 300)) }
    case .pictureCame(let picture, let owner): pictures.take(picture, of: owner)
    // A clone may take minutes.
    case .starTimeoutPassed: if let leaving, cloning.isEmpty { send(.leave(unfinished(leaving))) }
    }
  }

  /// Shows a toast until the next key, or for a while.
  mutating func show(_ toast: SafeText) {
    self.toast = toast
    send(.toast)
  }

  /// Dismisses messages that the user has read; a failure of the query stays until the query
  /// changes.
  mutating func dismissToast() {
    toast = nil
    if search.banner?.operation.concernsQuery == false { act(.dismissBanner) }
  }

  private mutating func apply(_ new: SearchState) {
    let isNewFailure = new.banner != search.banner && new.banner?.operation.concernsQuery == false
    if isNewFailure { toast = nil }
    let isSynced = search.sync != nil && new.sync == nil && toast == nil && !isNewFailure
    if new.source != search.source { restoreView(for: new) }
    keepMenuSelection(with: new)
    refreshNote(from: new)
    if new.lastChange != search.lastChange { saving = new.lastChange }
    if new.rows != search.rows { widths = RowWidths(new.rows) }
    let isSaved =
      new.unfinishedChanges.count < search.unfinishedChanges.count && new.banner == search.banner
    search = new
    if !isLate { spinner = 0 }
    if isSynced { show(SyncText.done) }
    if leaving != nil { return leaveWhenDone(hasProgress: isSaved) }
    reportSaved()
    updateListPicker()
  }

  /// Reports a change once GitHub has acknowledged it, unless a failure is shown.
  private mutating func reportSaved() {
    guard let report = saving, !search.isPending(report.change) else { return }
    saving = nil
    guard search.banner?.operation.concernsQuery != false,
      let text = ChangeText(search: search).saved(report)
    else { return }
    let canUndo =
      !report.isUndone && search.undoableChanges.last == report.change
      && ChangeText(search: search).refusal(report.change) == nil
    let key = canUndo ? browsingKeymap?.name(of: .undo) : nil
    show(text + (key.map { " · \($0) to undo" } ?? ""))
  }

  /// Undoes the last change that has not been undone.
  mutating func undo() {
    guard let change = search.undoableChanges.last else {
      return show("Nothing to undo")
    }
    let refusal = ChangeText(search: search).refusal(change)
    act(.undo)
    if let refusal { show(refusal) }
  }
}

// MARK: - Keys

extension ScreenState {
  /// Restores the text and position of the opened list.
  private mutating func restoreView(for new: SearchState) {
    bookkeeping.tops[search.source] = listTop
    listTop = bookkeeping.tops[new.source] ?? 0
    editor.replace(with: new.text)
    closeAllParts()
    (bookkeeping.queryEditedSinceMove, bookkeeping.recall) = (false, nil)
  }

  /// Handles a key: an open question is answered first.
  private mutating func press(_ key: Key) {
    let command = options.keymap.command(for: key)
    if let question, command != .quit { return answer(question, with: key) }
    // F5 retries a failure instead of dismissing it.
    if command != .retry || search.banner == nil { dismissToast() }
    use(key)
  }

  mutating func use(_ key: Key) {
    if browsingKeymap != nil, let action = options.keymap.action(for: key) { return run(action) }
    use(options.keymap.command(for: key, in: place), key)
  }

  private var place: Keymap.Place {
    focus == .detail ? .details : focus == .list && editor.isEmpty ? .emptyQuery : .list
  }

  /// Runs a command; its key may type a character or have another effect here.
  mutating func use(_ command: KeyCommand?, _ key: Key? = nil) {
    if case .anywhere(let act)? = command?.action { return act(&self) }
    switch focus {
    case .list: useInList(command, key)
    case .detail: useInDetail(command)
    case .menu(let menu): use(command, key, in: menu)
    case .prompt(let prompt): use(command, key, in: prompt)
    }
  }

  /// Whether a command has an effect with the current focus.
  func applies(_ command: KeyCommand) -> Bool {
    switch command.action {
    case .anywhere, .move, .accept: true
    case .browse: focus == .list || focus == .detail
    case .read: focus == .detail
    case .edit: focus == .list || focus.line != nil
    }
  }

  /// The keys that the status bar shows with a word each, most important first.
  var hints: [(KeyCommand, String)] {
    switch focus {
    case .list: listHints
    case .detail: Self.detailHints
    // Menus and prompts display their own hints.
    case .menu, .prompt: []
    }
  }

  private mutating func insert(pasted text: String) {
    switch focus {
    case .list: edit(.insert(text), as: .whole)
    case .menu(let menu): if menu.hasLine { self.menu?.edit(.insert(text)) }
    case .prompt(let prompt): edit(.insert(text), in: prompt)
    case .detail: break
    }
  }

  mutating func openTab(at distance: Int) {
    open(search.source.tab.neighbor(distance))
  }

  mutating func open(_ tab: Tab) {
    if isAnswering { return }
    closeAllParts()
    act(.openTab(tab))
  }

  /// Closes what is open, then clears the query, then quits.
  mutating func back() {
    if focus == .detail, pane.find != nil { return pane.search(for: nil) }
    if focus == .detail, !search.visits.isEmpty { return act(.leaveVisit) }
    if focus != .list {
      if case .prompt(let prompt) = focus, prompt.purpose == .find { pane.search(for: nil) }
      if focus.line?.isEmpty == false { focus.line?.apply(.clear) }
      closePart()
      return updateListPicker()
    }
    guard editor.isEmpty else { return edit(.clear, as: .typed) }
    if backCancelsSync, let sync = search.sync {
      act(.cancelSync)
      return show(SyncText.canceled(sync))
    }
    if case .list = search.source { return act(.closeList) }
    // Nothing was chosen, so a script must not continue.
    leave(options.isPicker ? .interrupted : .left)
  }

  /// Whether Esc would cancel the sync.
  var backCancelsSync: Bool { search.sync != nil && focus == .list && editor.isEmpty }

  /// The keymap for messages; nil unless the list or the details have the focus.
  var browsingKeymap: Keymap? { focus == .list || focus == .detail ? options.keymap : nil }
}

// MARK: - Repositories

extension ScreenState {
  /// Retries failures, or otherwise refreshes what is shown.
  mutating func retry() { act(canRetry ? .retry : focus == .detail ? .refreshDetail : .refresh) }

  private var canRetry: Bool {
    if search.banner?.canRetry == true || search.stars.canRetry { return true }
    if case .failed = search.detail.facts { return true }
    if case .failed = search.detail.readme { return true }
    return false
  }

  mutating func toggleOrder() {
    if search.hasOrder { return act(.toggleOrder) }
    show("Can't reverse: " + SortChoice(search).title(in: search))
  }

  /// The repositories that keys act on: the one whose details are open, or otherwise those of the
  /// list.
  var targets: [Repository] {
    focus == .detail ? search.selectedRow.map { [$0.repository] } ?? [] : search.targets
  }

  /// Stars or unstars one repository, ignoring marks.
  mutating func toggleStar(of repository: Repository) {
    act(search.starToggle(of: [repository]))
  }

  mutating func copy(_ copied: CopiedText) {
    let lines = targets.map(copied.text)
    if lines.isEmpty { return }
    act(.use)
    send(.copy(lines, copied))
  }
}

// MARK: - Leaving

extension ScreenState {
  /// Quits when everything is saved, opened and cloned; a second call quits immediately.
  mutating func leave(_ ending: Outcome.Ending) {
    if let leaving { return send(.leave(unfinished(leaving))) }
    var outcome = Outcome(ending)
    outcome.canceledSync = search.sync.map(SyncText.canceled)
    guard isBusy else { return send(.leave(outcome)) }
    leaving = outcome
    send(.awaitStars)
  }

  /// Whether anything must finish before quitting.
  private var isBusy: Bool {
    !search.pendingWrites.isEmpty || !opening.isEmpty || !cloning.isEmpty
  }

  /// Quits when nothing is left to wait for; progress restarts the timeout.
  mutating func leaveWhenDone(hasProgress: Bool) {
    guard let leaving else { return }
    if !isBusy { return send(.leave(finished(leaving))) }
    if hasProgress { send(.awaitStars) }
  }

  private func finished(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    switch search.banner?.operation {
    case .writes: outcome.failure = search.banner?.line(nil)
    case .search, .nextPage, .listFavorites, .visit, .sync, nil: break
    }
    return outcome
  }

  private func unfinished(_ outcome: Outcome) -> Outcome {
    var outcome = finished(outcome)
    outcome.unfinished += search.unfinishedChanges.map(UnfinishedWork.change)
    outcome.unfinished += opening.map { .page($0) }
    return outcome
  }
}

/// Everything that can change a ``ScreenState``.
package enum ScreenEvent: Sendable {
  case input(InputEvent)
  case search(SearchState)
  case resized(ScreenSize)
  case began(with: SearchStart)
  /// The spinner's next frame is due.
  case spinnerAdvanced
  case toastExpired
  /// A page was opened, or failed to open.
  case opened(String, failure: String?)
  /// Texts were copied to a clipboard; nil if that was impossible.
  case copied([String], CopiedText, to: Clipboard?)
  /// An owner's avatar was fetched, by the owner's ID; nil if there is none to show.
  case pictureCame(Picture?, owner: Int64)
  /// A repository was cloned, or could not be.
  case cloned(CloneResult)
  /// A user's program has ended, possibly with a failure.
  case ran(String, failure: String?)
  /// Quitting has waited too long for progress.
  case starTimeoutPassed

  package enum Clipboard: Sendable {
    /// The clipboard of tmux or the desktop.
    case desktop
    /// The text was sent to the terminal, which may ignore it.
    case terminal
  }
}

/// An effect of an event, to be performed by the driver.
package enum ScreenEffect: Sendable, Equatable {
  case act(SearchAction)
  /// Opens pages in the browser.
  case open([String])
  /// Copies texts to the clipboard.
  case copy([String], CopiedText)
  /// Clones repositories into the current directory.
  case clone([Repository])
  /// Releases the terminal to programs, one by one until one fails.
  case run([[String]], name: String)
  /// Fetches the owner's avatar, and cancels any other fetch.
  case fetchPicture(Owner)
  /// Redraws the whole screen.
  case redraw
  case suspend
  /// Shows the toast for a while.
  case toast
  /// Waits for progress before quitting, for a limited time.
  case awaitStars
  case leave(Outcome)
}

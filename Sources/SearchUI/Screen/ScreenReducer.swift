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
      return dismissToast() + insert(pasted: text)
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
        show(Toast(text: "Couldn't open " + SafeText($0, longest: 300)))
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

  /// What a key does anywhere, and then what it does where the focus is.
  private mutating func press(_ key: Key) -> [ScreenEffect] {
    let command = options.keymap.command(for: key)
    if !cloneQuestion.isEmpty, command != .quit { return answerCloneQuestion(with: key) }
    if command == .suspend, let undo = toast?.undo { return take(back: undo) }
    // What failed is retried, not dismissed.
    let dismissal = command == .retry && search.banner != nil ? [] : dismissToast()
    return dismissal + act(on: key)
  }

  private mutating func take(back undo: SearchAction) -> [ScreenEffect] {
    [.act(undo)] + show(Toast(text: "Undone"))
  }

  /// Only the list and the search in the history have a line that is typed into.
  mutating func act(on key: Key) -> [ScreenEffect] {
    let command = options.keymap.command(for: key)
    if let distance = pagerDistance(of: key) { return scroll(distance) }
    if let effects = command.flatMap({ performAnywhere($0) }) { return effects }
    switch focus {
    case .list: return pressInList(key, command)
    case .detail: return pressInDetail(key, command)
    case .help: return pressInHelp(key, command)
    case .history(let history): return press(key, command, in: history)
    case .sort(let selection): return press(command, inSortMenu: selection)
    case .lists(let picker): return press(key, command, in: picker)
    }
  }

  private mutating func performAnywhere(_ command: KeyCommand) -> [ScreenEffect]? {
    switch command {
    case .quit: leave(.interrupted)
    case .suspend: [.suspend]
    case .redraw: [.redraw]
    case .back: back()
    case .help: toggleHelp()
    case .previousTab: open(search.source.tab.neighbor(-1))
    case .nextTab: open(search.source.tab.neighbor(1))
    default: nil
    }
  }

  private mutating func insert(pasted text: String) -> [ScreenEffect] {
    switch focus {
    case .list: edit(.insert(text), as: .whole)
    case .history(let history): edit(.insert(text), in: history)
    case .detail, .help, .sort, .lists: []
    }
  }

  mutating func open(_ tab: Tab) -> [ScreenEffect] {
    focus = .list
    return [.act(.openTab(tab))]
  }

  /// What is open is closed, then the query is cleared, then the search is left.
  mutating func back() -> [ScreenEffect] {
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
}

// MARK: - Repositories

extension ScreenState {
  /// What a command does to repositories and to the list, from the list or the details.
  mutating func performOnRepositories(_ command: KeyCommand) -> [ScreenEffect] {
    switch command {
    case .previewUp: scrollPreview(-Self.previewRows)
    case .previewDown: scrollPreview(Self.previewRows)
    case .togglePreview: togglePreview()
    case .toggleStar: toggleStars()
    case .toggleFavorite: toggleFavorites()
    case .toggleMark: [.act(.toggleMark), .act(.move(1))]
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
  /// A terminal does not report whether it changed its clipboard.
  private mutating func showCopied(_ count: Int, wasSent: Bool) -> [ScreenEffect] {
    guard wasSent else { return show(Toast(text: "This terminal does not support copying")) }
    return show(Toast(text: memory.copied.report(count)))
  }
}

// MARK: - Leaving

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

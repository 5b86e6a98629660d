import GitHubModel
import SearchModel
import Terminal

/// The one place where a ``ScreenState`` changes: pure, timed by its arguments.
package enum ScreenReducer {
  /// Takes in an event, and says what is to be done about it.
  package static func reduce(
    _ state: inout ScreenState,
    _ event: ScreenEvent,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    let effects = state.handle(event, at: time)
    return effects + state.settle()
  }
}

extension ScreenState {
  fileprivate mutating func handle(
    _ event: ScreenEvent,
    at time: ContinuousClock.Instant
  ) -> [ScreenEffect] {
    switch event {
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)): return edit(.insert(text), as: .whole)
    case .input(.mouse(let mouse)): return options.hasMouse ? point(mouse, at: time) : []
    case .input(.focus), .input(.reply): return []
    case .search(let search): return take(search)
    case .resized(let size): self.size = size
    case .began(let text):
      editor.replace(with: text)
      return text.isEmpty ? [] : [.query(QueryInput(editor.text, .whole))]
    case .spun: spinner += 1
    case .noticeExpired: notice = leaving == nil ? nil : notice
    case .opened(let failure):
      return failure.map { say("The page did not open: " + SafeText($0, longest: 300)) } ?? []
    case .copied(let count, let wasSent): return tellCopied(count, wasSent: wasSent)
    case .pictureCame(let picture, let owner): pictures.take(picture, of: owner)
    case .waitedEnough: return leaving.map { [.leave(unfinished($0))] } ?? []
    }
    return []
  }

  /// Shows a notice for a while.
  mutating func say(_ text: SafeText) -> [ScreenEffect] {
    notice = text
    return [.notice]
  }

  private mutating func take(_ new: SearchState) -> [ScreenEffect] {
    search = new
    memory.awaitedSelection = nil
    if !isLate { spinner = 0 }
    guard let outcome = leaving, !search.hasPendingStars else { return [] }
    return [.leave(finished(outcome))]
  }
}

// MARK: - Keys

extension ScreenState {
  private mutating func press(_ key: Key) -> [ScreenEffect] {
    let isHelp = key.text == "?" && editor.isEmpty && !isSearchingHistory
    if let command = options.keymap.command(for: key) ?? (isHelp ? .help : nil) {
      return perform(command)
    }
    return key.text.map { edit(.insert(String($0)), as: .typed) } ?? []
  }

  private mutating func perform(_ command: KeyCommand) -> [ScreenEffect] {
    switch command {
    case .quit: return leave(.interrupted)
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .back: return back()
    case .help: return toggleHelp()
    default: break
    }
    if case .history(let history) = focus { return perform(command, in: history) }
    if let edit = command.edit { return self.edit(edit, as: .typed) }
    if let distance = distance(of: command) { return scroll(distance) }
    return performOnRepositories(command)
  }

  private mutating func performOnRepositories(_ command: KeyCommand) -> [ScreenEffect] {
    switch command {
    case .accept: accept()
    case .toggleStar: search.targets.isEmpty ? [] : [.act(.toggleStar)]
    case .toggleFavourite: search.targets.isEmpty ? [] : [.act(.toggleFavourite)]
    case .toggleMark: [.act(.toggleMark), .act(.move(1))]
    case .clearMarks: [.act(.clearMarks)]
    case .openPage: openPages()
    case .copyURL: copyAddresses()
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

  private mutating func toggleHelp() -> [ScreenEffect] {
    if case .help = focus { focus = .list } else { focus = .help(top: 0) }
    return []
  }

  /// What is open is closed, then the query is cleared, then the search is left.
  private mutating func back() -> [ScreenEffect] {
    if focus != .list {
      focus = .list
      return []
    }
    return editor.isEmpty ? leave(.left) : edit(.clear, as: .typed)
  }

  private mutating func openPages() -> [ScreenEffect] {
    let urls = search.targets.map(\.url)
    return urls.isEmpty ? [] : [.act(.use), .open(urls)]
  }

  private mutating func copyAddresses() -> [ScreenEffect] {
    let urls = search.targets.map(\.url)
    return urls.isEmpty ? [] : [.act(.use), .copy(urls)]
  }

  /// Whether the terminal obeyed, it does not say.
  fileprivate mutating func tellCopied(_ count: Int, wasSent: Bool) -> [ScreenEffect] {
    guard wasSent else { return say("This terminal takes nothing for its clipboard") }
    let what = count == 1 ? "The address was" : "\(count) addresses were"
    return say("\(what) sent to the terminal's clipboard")
  }

  /// What was just typed is searched for when there is no answer to act on; rows of the query before
  /// are none, unless the user goes to one of them.
  private mutating func submission() -> [ScreenEffect]? {
    let isOutdated = search.selectedRow?.origin == .previous
    let isWaiting = search.phase == .resting || search.phase == .failed
    guard isWaiting || isOutdated || search.rows.isEmpty else { return nil }
    memory.isQueryFresh = isOutdated
    return [.act(.submit)]
  }

  /// Enter: searches for what was just typed, otherwise acts on what is selected.
  private mutating func accept() -> [ScreenEffect] {
    if case .help = focus {
      focus = .list
      return []
    }
    if memory.isQueryFresh, let submission = submission() { return submission }
    guard !search.targets.isEmpty else { return [.act(.submit)] }
    if options.isPicker { return [.act(.use)] + leave(.chose(search.targets.map(\.name))) }
    focus = focus == .detail ? .list : .detail
    return [.act(.use)]
  }
}

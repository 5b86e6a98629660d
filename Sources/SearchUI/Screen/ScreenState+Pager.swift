import GitHubModel
import SearchModel
import Terminal

/// The details and the help: both are read, and have the keys of a pager.
extension ScreenState {
  static let detailHints: [(KeyCommand, String)] = [
    (.back, "back"), (.moveDown, "scroll"), (.toggleStar, "star"), (.openPage, "open"),
    (.copyURL, "copy"),
  ]

  static let helpHints: [(KeyCommand, String)] = [
    (.moveDown, "scroll"), (.pageDown, "next page"), (.back, "close"),
  ]

  mutating func pressInDetail(_ key: Key, _ command: KeyCommand?) {
    if find(key) || pressInPager(key, command) { return }
    if case .browse(let act)? = command?.action { return act(&self) }
    guard command == .accept else { return }
    if options.isPicker, !search.targets.isEmpty { chooseTargets() } else { back() }
  }

  mutating func pressInHelp(_ key: Key, _ command: KeyCommand?) {
    if !pressInPager(key, command), command == .accept { back() }
  }

  /// How far a key of `less` scrolls the details or the help; nil for other keys, and for one that the user has
  /// bound to something that can be done there.
  func pagerDistance(_ key: Key, _ command: KeyCommand?) -> Int? {
    let isInHelp = if case .help = focus { true } else { false }
    guard isInHelp || focus == .detail else { return nil }
    if options.keymap.isCustom(key), let command {
      switch command.action {
      case .anywhere, .move, .accept: return nil
      case .browse: if !isInHelp { return nil }
      case .edit: break
      }
    }
    return PagerKeys.distance(of: key, in: self)
  }

  /// Looks for words in the details, or goes to another repository; false for other keys.
  private mutating func find(_ key: Key) -> Bool {
    switch key {
    case .character("/"):
      openPart(.prompt(Prompt(.find)))
    case .character("J"), Key(.down, .control): act(.move(1))
    case .character("K"), Key(.up, .control): act(.move(-1))
    case .character("n"): findNext(1)
    case .character("N"): findNext(-1)
    default: return false
    }
    return true
  }

  /// Without a search, goes through the words of the query.
  private mutating func findNext(_ distance: Int) {
    prepareFrame()
    if pane.find != nil {
      pane.findNext(distance, rows: layout.detail?.rows ?? 1)
    } else if let marks = pane.words, !marks.isEmpty {
      pane.search(for: marks)
    } else {
      show("/ searches here")
    }
  }

  /// The words of the query of a list in the local store, which the details highlight; nil if there is none.
  var queryMarks: QueryMarks? {
    guard search.source != .search, search.hasQuery, pane.repository != nil else { return nil }
    let found = pane.match.map { match in
      MarkedText(match.fragment, ranges: match.ranges).pieces.filter(\.isMarked).map(\.text)
    }
    let typed = LocalQuery(search.correction?.to ?? search.text).markedWords
    return QueryMarks(typed.map(\.text) + (found ?? []), findsWholeWords: true)
  }

  /// Why part of the filter is ignored (too long), or nil.
  var queryExcess: String? {
    guard search.source != .search else { return nil }
    return LocalQuery.excess(of: QueryWords.withRangesForGitHub(search.text, at: now))
  }

  private mutating func pressInPager(_ key: Key, _ command: KeyCommand?) -> Bool {
    switch key {
    case .character("q"): back()
    case .character("?"): toggleHelp()
    default:
      guard let distance = distance(of: command) else { return false }
      scroll(distance)
    }
    return true
  }

  /// Scrolls the help, or the details, regardless of the focus.
  mutating func scroll(_ distance: Int) {
    guard case .help(let top) = focus else { return scrollDetails(distance) }
    focus = .help(top: max(top + distance, 0))
    prepareFrame()
  }

  mutating func scrollDetails(_ distance: Int) {
    pane.scroll(distance, rows: layout.detail?.rows ?? 1)
  }

  mutating func toggleHelp() {
    switch focus {
    case .prompt: break
    case .help: back()
    case .list, .detail, .menu: openPart(.help(top: 0))
    }
  }
}

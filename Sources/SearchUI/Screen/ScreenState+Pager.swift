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

  mutating func pressInDetail(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    if let effects = find(key) ?? pressInPager(key, command) { return effects }
    if case .browse(let act)? = command?.action { return act(&self) }
    guard command == .accept else { return [] }
    return options.isPicker && !search.targets.isEmpty ? chooseTargets() : back()
  }

  mutating func pressInHelp(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    pressInPager(key, command) ?? (command == .accept ? back() : [])
  }

  /// Looks for words in the details.
  private mutating func find(_ key: Key) -> [ScreenEffect]? {
    switch key {
    case .character("/"):
      openPart(.prompt(Prompt(.find)))
      return []
    case .character("n"): return findNext(1)
    case .character("N"): return findNext(-1)
    default: return nil
    }
  }

  /// Without a search, goes through the words of the query.
  private mutating func findNext(_ distance: Int) -> [ScreenEffect] {
    if pane.find != nil {
      pane.findNext(distance, rows: layout.detail?.rows ?? 1)
    } else if let marks = queryMarks, !marks.isEmpty {
      pane.search(for: marks)
    } else {
      return show("/ searches here")
    }
    return []
  }

  /// The words of the query of a list in the local store, which the details highlight; nil if there is none.
  var queryMarks: QueryMarks? {
    guard search.source != .search, search.hasQuery, let id = pane.repository?.id else {
      return nil
    }
    let row = search.rows.first { $0.id == id }
    let found = row?.match.map { match in
      MarkedText(match.fragment, ranges: match.ranges).pieces.filter(\.isMarked).map(\.text)
    }
    let typed = LocalQuery(search.correction?.to ?? search.text).nodes.flatMap(\.words)
    return QueryMarks(typed.map(\.text) + (found ?? []), isOfWords: true)
  }

  /// The words that a row was found by, if only its README or its note has them.
  var matchMarks: QueryMarks? {
    guard let id = pane.repository?.id, search.rows.first(where: { $0.id == id })?.match != nil
    else { return nil }
    return queryMarks
  }

  private mutating func pressInPager(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect]? {
    if key == .character("q") { return back() }
    if key == .character("?") { return toggleHelp() }
    return distance(of: command).map { scroll($0) }
  }

  /// Scrolls the help, or the details, regardless of the focus.
  mutating func scroll(_ distance: Int) -> [ScreenEffect] {
    guard case .help(let top) = focus else { return scrollPreview(distance) }
    focus = .help(top: max(top + distance, 0))
    return []
  }

  mutating func scrollPreview(_ distance: Int) -> [ScreenEffect] {
    pane.scroll(distance)
    return []
  }

  mutating func togglePreview() -> [ScreenEffect] {
    isPreviewHidden.toggle()
    return []
  }

  mutating func toggleHelp() -> [ScreenEffect] {
    switch focus {
    case .prompt: return []
    case .help: return back()
    case .list, .detail, .menu:
      openPart(.help(top: 0))
      return []
    }
  }
}

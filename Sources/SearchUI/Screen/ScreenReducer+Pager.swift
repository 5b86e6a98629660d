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
    if let effects = pressInPager(key, command) { return effects }
    if case .browse(let act)? = command?.action { return act(&self) }
    guard command == .accept else { return [] }
    return options.isPicker && !search.targets.isEmpty ? chooseTargets() : back()
  }

  mutating func pressInHelp(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    pressInPager(key, command) ?? (command == .accept ? back() : [])
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
    pane.top = max(pane.top + distance, 0)
    return []
  }

  mutating func togglePreview() -> [ScreenEffect] {
    isPreviewHidden.toggle()
    return []
  }

  mutating func toggleHelp() -> [ScreenEffect] {
    if case .help = focus { focus = .list } else { focus = .help(top: 0) }
    return []
  }
}

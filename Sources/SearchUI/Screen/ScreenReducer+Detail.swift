import SearchModel
import Terminal

/// The keys of the details: those of a pager, and those that act on the repository.
extension ScreenState {
  mutating func pressInDetail(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    switch key {
    case .character("q"): return back()
    case .character("?"): return toggleHelp()
    default: break
    }
    guard let command else { return [] }
    if let distance = distance(of: command) { return scroll(distance) }
    guard command == .accept else { return performOnRepositories(command) }
    if options.isPicker, !search.targets.isEmpty { return chooseTargets() }
    return back()
  }

  /// Lines that a key scrolls the detail beside the list.
  static var previewRows: Int { 3 }

  /// Scrolls the detail, whatever has the focus.
  mutating func scrollPreview(_ distance: Int) -> [ScreenEffect] {
    pane.top = max(pane.top + distance, 0)
    return []
  }

  mutating func togglePreview() -> [ScreenEffect] {
    isPreviewHidden.toggle()
    return []
  }
  // MARK: Scrolling

  /// How far a key scrolls what is read, as in `less`; nil where nothing is read, and for other keys.
  ///
  /// These keys come first, whatever command has them in the list.
  func pagerDistance(of key: Key) -> Int? {
    switch focus {
    case .detail, .help: break
    case .list, .history, .sort, .lists: return nil
    }
    switch key {
    case .character("j"), .character("e"), .control("j"), .control("n"), .control("e"): return 1
    case .character("k"), .character("y"), .control("k"), .control("p"), .control("y"): return -1
    case .character("d"), .control("d"): return pageRows / 2
    case .character("u"), .control("u"): return -pageRows / 2
    case .character(" "), .character("f"), .control("f"), .control("v"): return pageRows
    case .character("b"), .control("b"), .alt("v"): return -pageRows
    case .character("g"), .character("<"), Key(.home): return -Self.allTheWay
    case .character("G"), .character(">"), Key(.end): return Self.allTheWay
    default: return nil
    }
  }

  /// Scrolls what is read.
  mutating func scroll(_ distance: Int) -> [ScreenEffect] {
    switch focus {
    case .detail: pane.top = max(pane.top + distance, 0)
    case .help(let top): focus = .help(top: max(top + distance, 0))
    case .list, .history, .sort, .lists: break
    }
    return []
  }
}

import GitHubModel
import SearchModel
import Terminal

/// The details, which are read with the keys of a pager.
extension ScreenState {
  static let detailHints: [(KeyCommand, String)] = [
    (.back, "back"), (.moveDown, "scroll"), (.toggleStar, "star"), (.openPage, "open"),
    (.copyURL, "copy"), (.help, "keys"),
  ]

  mutating func useInDetail(_ command: KeyCommand?) {
    switch command?.action {
    case .move(let distance): scrollDetails(distance(self))
    case .browse(let act), .read(let act): act(&self)
    case .accept: if options.isPicker, !search.targets.isEmpty { chooseTargets() } else { back() }
    case .anywhere, .edit, nil: break
    }
  }

  /// Without a search, goes through the words of the query.
  mutating func findNext(_ distance: Int) {
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

  mutating func scrollDetails(_ distance: Int) {
    pane.scroll(distance, rows: layout.detail?.rows ?? 1)
  }
}

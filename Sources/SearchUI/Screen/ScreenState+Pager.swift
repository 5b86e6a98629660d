import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The details, read with a pager's keys.
extension ScreenState {
  static let detailHints: [(KeyCommand, String)] = [
    (.back, "back"), (.moveDown, "scroll"), (.toggleStar, "star"), (.nextLink, "links"),
    (.openPage, "open"), (.copyURL, "copy"), (.help, "keys"),
  ]

  mutating func useInDetail(_ command: KeyCommand?) {
    switch command?.action {
    case .move(let distance): scrollDetails(distance(self))
    case .browse(let act), .read(let act): act(&self)
    case .accept where pane.shownLink != nil: openLink()
    case .accept: if options.isPicker, !search.targets.isEmpty { chooseTargets() } else { back() }
    case .anywhere, .edit, nil: break
    }
  }

  /// Moves to the next match; without a search, among the query's words.
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

  /// The words of a local list's query, highlighted in the details; nil if there is none.
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

  // MARK: Links

  mutating func selectLink(_ distance: Int) {
    prepareFrame()
    if !pane.selectLink(distance, rows: layout.detail?.rows ?? 1) { show("No links here") }
  }

  /// Opens the selected link: a repository in place, a heading by scrolling, and any other page in
  /// the browser.
  mutating func openLink() {
    guard let link = pane.shownLink else { return }
    switch target(of: link) {
    case .heading(let anchor): if !pane.scroll(to: anchor) { show("No heading #\(anchor)") }
    case .repository(let name):
      pane.keepPlace()
      act(.visit(name))
    case .page(let url): open([url], "Opening \(url)")
    }
  }

  private enum LinkTarget {
    case repository(RepositoryName)
    /// A heading in the same README, by its anchor.
    case heading(String)
    case page(String)
  }

  private func target(of link: Link) -> LinkTarget {
    guard let page = pane.repository?.url else { return .page(link.url) }
    if link.url.hasPrefix(page + "#") {
      return .heading(String(link.url.dropFirst(page.count + 1)))
    }
    let name = Origin.split(page).flatMap {
      RepositoryName(page: link.url, webHost: $0.origin.authority)
    }
    return name.map(LinkTarget.repository) ?? .page(link.url)
  }

  /// Where Enter leads.
  func text(of link: Link) -> SafeText {
    switch target(of: link) {
    case .repository(let name): "Enter opens \(name.fullName)"
    case .heading(let anchor): "Enter goes to #\(anchor)"
    case .page(let url): SafeText("Enter opens \(url) in the browser", longest: 600)
    }
  }

  mutating func scrollDetails(_ distance: Int) {
    pane.scroll(distance, rows: layout.detail?.rows ?? 1)
  }
}

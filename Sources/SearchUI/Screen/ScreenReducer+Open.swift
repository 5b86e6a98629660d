import GitHubModel
import SearchModel
import Terminal

extension ScreenState {
  mutating func openPages() -> [ScreenEffect] {
    let targets = search.targets
    guard !targets.isEmpty else { return [] }
    opening += targets.map(\.url)
    return [.act(.use), .open(targets.map(\.url))]
      + show(Toast(text: ChangeText(search: search).report("Opening", targets)))
  }

  /// What did not open is shown, or remembered for after the screen.
  mutating func finishOpening(_ url: String, _ failure: String?) -> [ScreenEffect] {
    if let index = opening.firstIndex(of: url) { opening.remove(at: index) }
    guard leaving != nil else {
      return failure.map {
        show(Toast(text: "Couldn't open " + SafeText("\(url): \($0)", longest: 300)))
      } ?? []
    }
    if let failure { leaving?.unopenedPages.append(UnopenedPage(url, failure: failure)) }
    return leaveWhenDone()
  }
}

/// The words about pages that are being opened.
enum OpeningText {
  static func leaving(_ count: Int, _ keymap: Keymap) -> SafeText {
    let what = count == 1 ? "a page" : "\(count) pages"
    return "Opening \(what)… \(keymap.name(of: .quit) ?? "Ctrl-C") to quit without waiting."
  }
}

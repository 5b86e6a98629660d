import GitHubModel
import SearchModel
import Terminal

/// The text of an empty list: why there are no rows, and what helps.
enum EmptyList {
  static func lines(_ state: ScreenState, width: Int) -> [TextLine] {
    let (title, advice) = text(state)
    let lines = title.wrapped(toWidth: width - 2).map { TextLine($0, .bold) }
    return ([.blank] + lines + [.blank] + advice.flatMap { wrapped($0, width: width - 2) })
      .map { TextLine([TextLine.Span(" ")] + $0.spans) }
  }

  private static func wrapped(_ text: SafeText, width: Int) -> [TextLine] {
    let lines = text.wrapped(toWidth: width)
    return lines.isEmpty ? [.blank] : lines.map { TextLine($0) }
  }

  /// Leaves out what the message above the status line says.
  private static func text(_ state: ScreenState) -> (title: SafeText, advice: [SafeText]) {
    let keymap = state.options.keymap
    switch state.search.phase {
    case .idle: return ("Type to search GitHub repositories.", start(state))
    case .invalid(let reason): return (title(reason), advice(reason))
    case .searching where state.search.isSlow:
      return ("Waiting for GitHub…", ["Keep typing to search for something else."])
    case .debouncing, .searching: return ("Searching…", [])
    case .held(.unfinished): return ("Keep typing, or press Enter to search.", [])
    case .held(.lastSearch):
      return ("Press Enter to search.", ["One search is left for now; it is kept for Enter."])
    case .postponed: return (postponed(state.search.budget), postponedAdvice(state.search))
    case .loaded:
      let known =
        SpellingHint.text(state.search).map { ["Did you mean \($0)?"] as [SafeText] } ?? []
      return ("No repositories match.", known + nothing(state.search))
    case .retrying, .failed: return failed(state.search, keymap)
    }
  }

  /// The whole cause, which the line below has no room for.
  private static func failed(
    _ search: SearchState,
    _ keymap: Keymap
  ) -> (title: SafeText, advice: [SafeText]) {
    guard let banner = search.banner else { return ("Search failed.", []) }
    let title: SafeText =
      if case .offline = banner.failure { "Couldn't reach GitHub." } else { "Search failed." }
    let key = banner.canRetry ? keymap.name(of: .retry) : nil
    let lines: [SafeText?] = [
      BannerText.cause(banner.failure), BannerText.advice(banner.failure),
      key.map { search.retry == nil ? "Press \($0) to retry." : "Press \($0) to retry now." },
    ]
    return (title, lines.compactMap(\.self))
  }

  private static func start(_ state: ScreenState) -> [SafeText] {
    let keymap = state.options.keymap
    var lines: [SafeText] = [
      "language:swift stars:>1000", "topic:cli pushed:>2026-01-01", "user:apple in:name nio", "",
    ]
    if let help = keymap.name(of: .help) { lines.append("\(help) or ? lists all keys.") }
    let history = state.search.history
    guard !history.isEmpty, let find = keymap.name(of: .searchHistory) else { return lines }
    lines += ["", "Recent searches (\(find) to find one, ↑ for the latest):"]
    return lines + history.prefix(5).map { "  " + SafeText($0, longest: 200) }
  }

  static func title(_ reason: InvalidQuery) -> SafeText {
    switch reason {
    case .empty: "The query is empty."
    case .tooLong(let count): "The query is too long: \(count) characters."
    case .tooManyOperators(let count): "The query has too many operators: \(count)."
    }
  }

  static func advice(_ reason: InvalidQuery) -> [SafeText] {
    switch reason {
    case .empty: ["Type something to search for."]
    case .tooLong:
      ["GitHub allows \(SearchQuery.longestText) characters, not counting qualifiers."]
    case .tooManyOperators:
      ["GitHub allows at most five AND, OR and NOT operators."]
    }
  }

  private static func postponed(_ budget: BudgetState) -> SafeText {
    let seconds = budget.secondsLeft.map { "in \($0) s" } ?? "soon"
    return "Search limit reached. This search will run \(seconds)."
  }

  private static func postponedAdvice(_ search: SearchState) -> [SafeText] {
    search.access == .anonymous || (search.budget.reading?.limit ?? 30) <= 10
      ? ["Sign in for 30 searches a minute instead of 10: ghsearch auth login"] : []
  }

  private static func nothing(_ search: SearchState) -> [SafeText] {
    if search.total?.isIncomplete == true {
      return ["GitHub timed out before it had searched everything. Try fewer words."]
    }
    return search.text.contains(":")
      ? ["Each qualifier narrows the search. Try without the last one."]
      : ["Try fewer words or check the spelling."]
  }
}

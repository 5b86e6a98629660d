import GitHubModel
import SearchModel
import Terminal

/// What stands where rows would be: why there are none, and what helps.
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

  /// Adds nothing that the message above the status line says.
  private static func text(_ state: ScreenState) -> (title: SafeText, advice: [SafeText]) {
    let keymap = state.options.keymap
    switch state.search.phase {
    case .idle: return ("Type to search GitHub's repositories.", start(state))
    case .invalid(let reason): return (title(reason), advice(reason))
    case .resting, .searching(isLate: false): return ("Asking GitHub …", [])
    case .searching(isLate: true):
      return ("Still waiting for GitHub's answer …", ["What you type meanwhile replaces it."])
    case .postponed: return (postponed(state.search.budget), postponedAdvice(state.search))
    case .loaded: return ("No repository matches.", nothing(state.search))
    case .failed:
      let key = keymap.name(of: .retry).map { "\(SafeText($0)) tries again." as SafeText }
      return ("No answer to show.", [key].compactMap(\.self))
    }
  }

  private static func start(_ state: ScreenState) -> [SafeText] {
    let keymap = state.options.keymap
    var lines: [SafeText] = [
      "language:swift stars:>1000", "topic:cli pushed:>2026-01-01", "user:apple in:name nio", "",
    ]
    if let help = keymap.name(of: .help) { lines.append("\(help) or ? shows all keys.") }
    let history = state.search.history
    guard !history.isEmpty, let find = keymap.name(of: .searchHistory) else { return lines }
    lines += ["", "Earlier, newest first (\(find) finds one, ↑ takes the last):"]
    return lines + history.prefix(5).map { "  " + SafeText($0, longest: 200) }
  }

  static func title(_ reason: InvalidQuery) -> SafeText {
    switch reason {
    case .empty: "There is nothing to search for."
    case .tooLong(let count): "This query is too long: \(count) characters."
    case .tooManyOperators(let count): "This query has too many operators: \(count)."
    }
  }

  static func advice(_ reason: InvalidQuery) -> [SafeText] {
    switch reason {
    case .empty: ["Type a word."]
    case .tooLong:
      ["GitHub takes \(SearchQuery.longestText) at most, qualifiers not counted."]
    case .tooManyOperators:
      ["GitHub takes \(SearchQuery.mostOperators) AND, OR and NOT at most."]
    }
  }

  private static func postponed(_ budget: BudgetState) -> SafeText {
    let seconds = budget.secondsLeft.map { "in \($0) s" } ?? "soon"
    return "The searches of this minute are used up. This one leaves by itself \(seconds)."
  }

  private static func postponedAdvice(_ search: SearchState) -> [SafeText] {
    search.access == .anonymous || (search.budget.reading?.limit ?? 30) <= 10
      ? ["With a token GitHub allows 30 a minute instead of 10: ghsearch auth login."] : []
  }

  private static func nothing(_ search: SearchState) -> [SafeText] {
    if search.total?.isIncomplete == true {
      return ["GitHub ran out of time before it had looked everywhere; try fewer words."]
    }
    return search.text.contains(":")
      ? ["Each qualifier narrows the search: try without the last one."]
      : ["Try fewer words, or another spelling."]
  }
}

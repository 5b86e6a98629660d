import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The text of an empty list: the reason, and the advice.
enum EmptyList {
  static func lines(_ state: ScreenState, width: Int) -> [TextLine] {
    let status = Status(state)
    let lines = status.title.wrapped(toWidth: width - 2, .bold)
    return ([.blank] + lines + [.blank] + status.advice.flatMap { wrapped($0, width: width - 2) })
      .map { TextLine([TextLine.Span(" ")] + $0.spans) }
  }

  /// Wraps text, keeping its indentation.
  private static func wrapped(_ text: SafeText, width: Int) -> [TextLine] {
    let indent = SafeText.blanks(text.description.prefix { $0 == " " }.count)
    let lines = text.wrapped(toWidth: width - indent.displayWidth)
    return lines.isEmpty
      ? [.blank] : lines.map { TextLine([TextLine.Span(indent)] + $0.spans) }
  }

  /// Suggestions of what to type or choose at the start.
  static func start(_ state: ScreenState) -> [SafeText] {
    let keymap = state.options.keymap
    var lines: [SafeText] = [
      "language:swift stars:>1000", "topic:cli pushed:1y", "user:apple in:name nio", "",
    ]
    if let help = keymap.name(of: .help) { lines.append("\(help) or ? finds a command.") }
    guard let choose = keymap.name(of: .moveDown) else { return lines }
    let recent = state.search.history.prefix(5)
    let trending = state.search.trending.prefix(maxSuggestions - recent.count)
    if !recent.isEmpty {
      lines += ["", "Recent searches (\(choose) to choose one, ↑ for the latest):"]
      lines += recent.map { "  " + SafeText($0, longest: 200) }
    }
    if !trending.isEmpty {
      lines += ["", "Trending this week\(recent.isEmpty ? " (\(choose) to choose one)" : ""):"]
      lines += trending.map { "  \($0.repository.name.fullName) +" + $0.safeGained + " ★" }
    }
    return lines
  }

  /// Recent searches and trending repositories, as many as fit 24 rows.
  private static let maxSuggestions = 8
}

extension TrendingRepository {
  /// A number such as `1,234`.
  var safeGained: SafeText { SafeText(CompactNumber.grouped(gained)) }
}

extension SearchRetry {
  /// A sentence such as `Can't connect to api.github.com · retrying in 4 s (2 of 3)`.
  var sentence: SafeText {
    SafeText("\(why) · retrying in \(seconds) s (\(number) of \(count))", longest: 300)
  }
}

/// Messages about updates of the copy of stars and lists.
enum SyncText {
  static let done: SafeText = "Stars and lists are up to date"

  /// Text such as `Canceled after 300 of 1,200 stars; the next sync continues there`.
  static func canceled(_ progress: CopyProgress) -> SafeText {
    let done = progress.done > 0 ? " after " + count(progress) + " " + noun(progress) : ""
    return "Canceled" + done + "; the next sync continues there"
  }

  static func progress(_ progress: CopyProgress, cancelKey: String?) -> SafeText {
    let key = cancelKey.map { " · \($0) to cancel" } ?? ""
    return "Syncing " + noun(progress) + "…"
      + (progress.total == nil ? "" : " " + count(progress)) + SafeText(key)
  }

  /// Text such as `300 of 1,200`.
  private static func count(_ progress: CopyProgress) -> SafeText {
    let total = progress.total.map { " of \(CompactNumber.grouped($0))" } ?? ""
    return SafeText(CompactNumber.grouped(progress.done) + total)
  }

  private static func noun(_ progress: CopyProgress) -> SafeText {
    switch progress.part {
    case .stars: "stars"
    case .facts: "repository details"
    case .readmes: "READMEs"
    }
  }
}

/// The reason why a list is not on this machine, on one line.
enum UnavailableText {
  static func text(_ kind: FailureKind, of tab: Tab) -> SafeText {
    let what: SafeText = tab == .lists ? "lists" : "stars"
    return kind == .notSynced
      ? "Your " + what + " have not been synced yet"
      : "Sign in to see your " + what + ": ghsearch auth login"
  }
}

import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The text of an empty list: the reason, and the advice.
enum EmptyList {
  static func lines(_ state: ScreenState, width: Int) -> [TextLine] {
    let (title, advice) = text(state)
    let lines = title.wrapped(toWidth: width - 2, .bold)
    return ([.blank] + lines + [.blank] + advice.flatMap { wrapped($0, width: width - 2) })
      .map { TextLine([TextLine.Span(" ")] + $0.spans) }
  }

  /// Keeps the indent of the text.
  private static func wrapped(_ text: SafeText, width: Int) -> [TextLine] {
    let indent = SafeText.blanks(text.description.prefix { $0 == " " }.count)
    let lines = text.wrapped(toWidth: width - indent.displayWidth)
    return lines.isEmpty
      ? [.blank] : lines.map { TextLine([TextLine.Span(indent)] + $0.spans) }
  }

  /// Leaves out what the message above the status line says.
  private static func text(_ state: ScreenState) -> (title: SafeText, advice: [SafeText]) {
    let keymap = state.options.keymap
    if state.search.source != .search { return local(state, keymap) }
    switch state.search.phase {
    case .idle: return ("Type to search GitHub repositories.", start(state))
    case .invalid(let reason): return (sentence(reason.why), [sentence(reason.advice)])
    case .searching where state.search.retry != nil:
      return (state.search.retry?.sentence ?? .empty, [])
    case .searching where state.search.isSlow:
      return ("Waiting for GitHub…", ["You can keep typing."])
    case .debouncing, .searching: return ("Searching…", [])
    case .awaitingEnter(.mistaken(let mistake)):
      return (
        sentence(mistake.sentence),
        [correctionKey(mistake, keymap) + "Enter searches anyway."]
      )
    case .awaitingEnter(.unfinished): return ("Keep typing, or press Enter to search.", [])
    case .awaitingEnter(.lastSearch):
      return ("Press Enter to search.", ["Only one search is left this minute."])
    case .postponed: return (postponed(state.search.secondsLeft), postponedAdvice(state.search))
    case .loaded:
      if let (reason, text) = state.otherSearch {
        return (sentence(reason + "."), ["Enter searches for: " + SafeText(text, longest: 300)])
      }
      return (
        "No repositories match.", mistake(in: state) + suggestion(state) + nothing(state.search)
      )
    case .failed, .unavailable: return failed(state.search, keymap)
    }
  }

  private static func sentence(_ text: String) -> SafeText {
    SafeText(text.prefix(1).uppercased() + text.dropFirst(), longest: 300)
  }

  private static func correctionKey(_ mistake: QueryMistake, _ keymap: Keymap) -> SafeText {
    guard mistake.corrected != nil, let key = keymap.name(of: .toggleMark) else { return .empty }
    return "\(key) corrects it. "
  }

  private static func suggestion(_ state: ScreenState) -> [SafeText] {
    guard let name = state.search.hints.name else { return [] }
    let key = state.options.keymap.name(of: .toggleMark).map { " \($0) searches for it." } ?? ""
    return ["Did you mean " + SafeText(name, longest: 100) + "?" + SafeText(key)]
  }

  private static func mistake(in state: ScreenState) -> [SafeText] {
    if let excess = state.queryExcess { return [SafeText(excess, longest: 300)] }
    guard let mistake = QueryMistake.first(whileTyping: state.search.text) else { return [] }
    let key = correctionKey(mistake, state.options.keymap)
    return [SafeText(mistake.sentence, longest: 300) + " " + key]
  }

  /// The text of an empty list of local data.
  private static func local(
    _ state: ScreenState,
    _ keymap: Keymap
  ) -> (title: SafeText, advice: [SafeText]) {
    let search = state.search
    switch search.phase {
    case .unavailable where search.sync != nil:
      return ("Fetching your stars and lists…", ["You can use the other tabs meanwhile."])
    case .unavailable(.notSynced):
      let key = keymap.name(of: .accept).map {
        "\($0) fetches your stars and lists from GitHub." as SafeText
      }
      return (
        UnavailableText.text(.notSynced, of: search.source.tab) + ".",
        [key].compactMap(\.self)
      )
    case .unavailable(let kind):
      return (UnavailableText.text(kind, of: search.source.tab), [])
    // A list arrives within a few milliseconds, so a loading message would only flicker.
    case .searching(isLate: false): return (.empty, [])
    case .searching: return ("Loading…", [])
    case .failed: return failed(search, keymap)
    case .loaded where !search.text.isEmpty:
      return ("No matches.", mistake(in: state) + ["Esc clears the filter."])
    case .loaded, .idle, .invalid, .awaitingEnter, .debouncing, .postponed:
      return emptyText(in: search.source, keymap)
    }
  }

  private static func emptyText(
    in source: ListSource,
    _ keymap: Keymap
  ) -> (title: SafeText, advice: [SafeText]) {
    func advice(_ command: KeyCommand, _ text: SafeText) -> [SafeText] {
      keymap.name(of: command).map { [SafeText($0) + text] } ?? []
    }
    return switch source {
    case .search, .stars: ("No stars yet.", advice(.toggleStar, " stars a repository."))
    case .favorites:
      ("No favorites yet.", advice(.toggleFavorite, " adds a repository, without signing in."))
    case .lists: ("No lists yet.", advice(.chooseLists, " on a repository creates one."))
    case .list: ("This list is empty.", advice(.chooseLists, " adds repositories to lists."))
    }
  }

  /// The whole cause, which the line below has no room for.
  private static func failed(
    _ search: SearchState,
    _ keymap: Keymap
  ) -> (title: SafeText, advice: [SafeText]) {
    (search.banner?.what ?? "Search failed.", search.banner?.advice(keymap) ?? [])
  }

  private static func start(_ state: ScreenState) -> [SafeText] {
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

  /// Recent searches and trending repositories, as many as 24 rows have room for.
  private static let maxSuggestions = 8

  private static func postponed(_ secondsLeft: Int?) -> SafeText {
    let seconds = secondsLeft.map { "in \($0) s" } ?? "soon"
    return "Search limit reached. This search will run \(seconds)."
  }

  private static func postponedAdvice(_ search: SearchState) -> [SafeText] {
    search.access == .anonymous || (search.budget?.limit ?? 30) <= 10
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

extension TrendingRepository {
  /// As in `1,234`.
  var safeGained: SafeText { SafeText(CompactNumber.grouped(gained)) }
}

extension SearchRetry {
  /// As in `Can't connect to api.github.com · retrying in 4 s (2 of 3)`.
  var sentence: SafeText {
    SafeText("\(why) · retrying in \(seconds) s (\(number) of \(count))", longest: 300)
  }
}

/// Messages about an update of the copy of the stars and lists.
enum SyncText {
  static let done: SafeText = "Stars and lists are up to date"

  /// As in `Canceled after 300 of 1,200 stars; the next sync continues there`.
  static func canceled(_ progress: CopyProgress) -> SafeText {
    let done = progress.done > 0 ? " after " + count(progress) + " " + noun(progress) : ""
    return "Canceled" + done + "; the next sync continues there"
  }

  static func progress(_ progress: CopyProgress, cancelKey: String?) -> SafeText {
    let key = cancelKey.map { " · \($0) to cancel" } ?? ""
    return "Syncing " + noun(progress) + "…"
      + (progress.total == nil ? "" : " " + count(progress)) + SafeText(key)
  }

  /// As in `300 of 1,200`.
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

/// Why a list is not on this machine, in one line.
enum UnavailableText {
  static func text(_ kind: FailureKind, of tab: Tab) -> SafeText {
    let what: SafeText = tab == .lists ? "lists" : "stars"
    return kind == .notSynced
      ? "Your " + what + " have not been synced yet"
      : "Sign in to see your " + what + ": ghsearch auth login"
  }
}

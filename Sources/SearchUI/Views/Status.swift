import GitHubModel
import SearchModel
import Terminal

/// The state of the visible list in words.
struct Status {
  /// The reason why there are no rows, shown in their place before the advice.
  let title: SafeText
  var advice: [SafeText] = []
  /// The note beside the position of the rows.
  var note = SafeText.empty
  /// The text for a screen of one line.
  var short: SafeText = "…"
  /// Whether a screen reader speaks the title and the advice.
  var isSpoken = false

  init(_ state: ScreenState) {
    let (search, keymap) = (state.search, state.options.keymap)
    let (isLocal, hasRows) = (search.source != .search, !search.rows.isEmpty)
    switch search.phase {
    case .idle:
      title = "Type to search GitHub repositories."
      (advice, short) = (EmptyList.start(state), .empty)
    case .invalid(let reason):
      (title, advice) = (Self.sentence(reason.why), [Self.sentence(reason.advice)])
      (short, isSpoken) = ("?", true)
    case .awaitingEnter(.mistaken(let mistake)):
      title = Self.sentence(mistake.sentence)
      advice = [Self.correctionKey(mistake, keymap) + "Enter searches anyway."]
      note = hasRows ? SafeText(mistake.sentence, longest: 300) : .empty
      isSpoken = true
    case .awaitingEnter(let reason):
      isSpoken = reason == .lastSearch
      title = isSpoken ? "Press Enter to search." : "Keep typing, or press Enter to search."
      advice = isSpoken ? ["Only one search is left this minute."] : []
      let isNext = hasRows && state.bookkeeping.queryEditedSinceMove
      note = isNext ? "Enter to search" : .empty
    case .postponed:
      let seconds = search.secondsLeft.map { "in \($0) s" } ?? "soon"
      title = "Search limit reached. This search will run \(seconds)."
      let isLow = search.access == .anonymous || (search.budget?.limit ?? 30) <= 10
      advice =
        isLow
        ? ["Sign in for 30 searches a minute instead of 10: ghsearch auth login"] : []
      short = search.secondsLeft.map { "\($0)s" } ?? "…"
      isSpoken = true
    case .searching(let isLate) where isLocal:
      // A list arrives within a few milliseconds, so a loading message would only flicker.
      (title, isSpoken) = (isLate ? "Loading…" : .empty, search.isSlow)
    case .searching where search.retry != nil:
      (title, isSpoken) = (search.retry?.sentence ?? .empty, true)
      note = hasRows ? title : .empty
    case .searching where search.isSlow:
      (title, advice) = ("Waiting for GitHub…", ["You can keep typing."])
      (note, isSpoken) = ("still waiting for GitHub", true)
    case .debouncing, .searching:
      (title, note) = ("Searching…", hasRows ? "searching…" : .empty)
    case .failed:
      // The full cause, for which the line below has no space.
      title = search.banner?.what ?? "Search failed."
      (advice, short) = (search.banner?.advice(keymap) ?? [], "!")
    case .unavailable(let kind):
      (short, isSpoken) = ("?", true)
      let why = UnavailableText.text(kind, of: search.source.tab)
      if search.sync != nil {
        title = "Fetching your stars and lists…"
        advice = ["You can use the other tabs in the meantime."]
      } else if kind == .notSynced {
        title = why + "."
        advice = Self.keyed(keymap, .accept, " fetches your stars and lists from GitHub.")
      } else {
        title = why
      }
    case .loaded:
      (title, advice) =
        search.rowCount > 0
        ? (.empty, []) : isLocal ? Self.emptyList(state) : Self.noMatches(state)
      note = Self.note(state)
      short = search.total.map { SafeText(CompactNumber.text($0.count)) } ?? .empty
      isSpoken = true
    }
  }

  private static func sentence(_ text: String) -> SafeText {
    SafeText(text.prefix(1).uppercased() + text.dropFirst(), longest: 300)
  }

  /// A sentence that begins with a command's key, if it has one.
  private static func keyed(
    _ keymap: Keymap,
    _ command: KeyCommand,
    _ text: SafeText
  ) -> [SafeText] {
    keymap.name(of: command).map { [SafeText($0) + text] } ?? []
  }

  private static func correctionKey(_ mistake: QueryMistake, _ keymap: Keymap) -> SafeText {
    guard mistake.corrected != nil, let key = keymap.name(of: .toggleMark) else { return .empty }
    return "\(key) corrects it. "
  }
}

// MARK: - A loaded list

extension Status {
  /// Why a search found nothing, and what to try instead.
  private static func noMatches(_ state: ScreenState) -> (title: SafeText, advice: [SafeText]) {
    let search = state.search
    if let (reason, text) = state.otherSearch {
      return (sentence(reason + "."), ["Enter searches for: " + SafeText(text, longest: 300)])
    }
    let key = state.options.keymap.name(of: .toggleMark).map { " \($0) searches for it." } ?? ""
    let suggestion: [SafeText] =
      search.hints.name.map {
        ["Did you mean " + SafeText($0, longest: 100) + "?" + SafeText(key)]
      } ?? []
    let advice: SafeText =
      if search.total?.isIncomplete == true {
        "GitHub timed out before it had searched everything. Try fewer words."
      } else if search.text.contains(":") {
        "Each qualifier narrows the search. Try without the last one."
      } else {
        "Try fewer words or check the spelling."
      }
    return ("No repositories match.", mistake(in: state) + suggestion + [advice])
  }

  private static func emptyList(_ state: ScreenState) -> (title: SafeText, advice: [SafeText]) {
    let keymap = state.options.keymap
    if !state.search.text.isEmpty {
      return ("No matches.", mistake(in: state) + ["Esc clears the filter."])
    }
    return switch state.search.source {
    case .search, .stars: ("No stars yet.", keyed(keymap, .toggleStar, " stars a repository."))
    case .favorites:
      (
        "No favorites yet.",
        keyed(keymap, .toggleFavorite, " adds a repository, without signing in.")
      )
    case .lists:
      ("No lists yet.", keyed(keymap, .chooseLists, " on a repository creates one."))
    case .list:
      ("This list is empty.", keyed(keymap, .chooseLists, " adds repositories to lists."))
    }
  }

  private static func mistake(in state: ScreenState) -> [SafeText] {
    if let excess = state.queryExcess { return [SafeText(excess, longest: 300)] }
    guard let mistake = QueryMistake.first(whileTyping: state.search.text) else { return [] }
    let key = correctionKey(mistake, state.options.keymap)
    return [SafeText(mistake.sentence, longest: 300) + " " + key]
  }

  private static func note(_ state: ScreenState) -> SafeText {
    let search = state.search
    let mistake = search.source == .search ? nil : QueryMistake.first(whileTyping: search.text)
    if let text = state.queryExcess ?? search.correction?.sentence ?? mistake?.sentence {
      return SafeText(text, longest: 300)
    }
    if case .loading = search.paging { return "loading more…" }
    if search.total?.isIncomplete == true { return "incomplete: GitHub timed out" }
    let isLastShown = state.visibleRows.upperBound == search.rowCount
    return search.paging == .end && isLastShown && !search.rows.isEmpty ? "end" : .empty
  }
}

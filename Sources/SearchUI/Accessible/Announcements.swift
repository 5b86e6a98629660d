import GitHubModel
import SearchModel
package import Terminal

/// What a change is in words, for those who hear the screen instead of seeing it.
package enum Announcements {
  /// The lines that tell what changed, or all that there is to say when there was nothing before.
  package static func lines(from old: ScreenState?, to new: ScreenState) -> [SafeText] {
    let answer = answer(old, new)
    return message(old, new) + answer + sort(old, new) + stars(old, new)
      + favourites(old, new) + marks(old, new) + selection(old, new, hasAnswer: !answer.isEmpty)
      + opened(old, new)
  }

  private static func message(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard let message = new.message, message != old?.message else { return [] }
    return [message]
  }

  /// What became of the query.
  private static func answer(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard old?.search.phase != new.search.phase || old?.search.total != new.search.total
    else { return pages(old, new) }
    switch new.search.phase {
    case .loaded: return [count(new.search)]
    case .idle where old == nil, .invalid, .postponed, .searching(isLate: true):
      return Array(EmptyList.lines(new, width: 1_000).map(\.text).filter { !$0.isEmpty }.prefix(1))
    case .idle, .resting, .searching, .failed: return []
    }
  }

  private static func pages(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard new.search.phase == .loaded, let before = old?.search.rows.count,
      new.search.rows.count > before
    else { return [] }
    return ["\(new.search.rows.count) are here."]
  }

  private static func count(_ search: SearchState) -> SafeText {
    guard let total = search.total, total.count > 0 else { return "No repository matches." }
    let incomplete = total.isIncomplete ? " GitHub ran out of time, some are missing." : ""
    return
      "\(CompactNumber.grouped(total.count)) match, \(search.rows.count) are here.\(incomplete)"
  }

  private static func sort(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard let old, old.search.sort != new.search.sort || old.search.order != new.search.order
    else { return [] }
    let order = new.search.order == .descending ? "most or newest first" : "least or oldest first"
    return ["Sorted by \(new.search.sort.rawValue), \(order)."]
  }

  /// Changes that the user made; what was merely looked up is no news.
  private static func stars(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard let old else { return [] }
    return new.search.rows.map(\.repository).compactMap { repository in
      let (before, after) = (old.search.stars[repository.id], new.search.stars[repository.id])
      guard before != after, before.isPending || after.isPending else { return nil }
      return "\(repository.name.fullName): \(word(after))."
    }
  }

  private static func favourites(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard let old, old.search.favourites != new.search.favourites else { return [] }
    let changed = old.search.favourites.symmetricDifference(new.search.favourites)
    return new.search.rows.map(\.repository).filter { changed.contains($0.id) }.map { repository in
      let word = new.search.favourites.contains(repository.id) ? "a favorite" : "no favorite"
      return "\(repository.name.fullName): \(word)."
    }
  }

  private static func word(_ star: StarState) -> String {
    switch star {
    case .unknown: "star not known"
    case .known(true): "starred"
    case .known(false): "not starred"
    case .pending(true): "being starred"
    case .pending(false): "being unstarred"
    }
  }

  private static func marks(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    guard let old, old.search.marked.count != new.search.marked.count else { return [] }
    return ["\(new.search.marked.count) marked."]
  }

  private static func selection(
    _ old: ScreenState?,
    _ new: ScreenState,
    hasAnswer: Bool
  ) -> [SafeText] {
    if case .history(let history) = new.focus { return earlier(history, old, new) }
    guard new.focus != .detail, let index = new.search.selectedIndex else { return [] }
    let isNew = old?.search.selection != new.search.selection || hasAnswer
    let isSettled = new.search.phase == .loaded || !new.memory.isQueryFresh
    guard isNew, isSettled else { return [] }
    return ["\(index + 1) of \(new.search.rows.count): " + row(new.search, index)]
  }

  private static func row(_ search: SearchState, _ index: Int) -> SafeText {
    let row = search.rows[index]
    let repository = row.repository
    let parts: [String?] = [
      repository.name.fullName,
      repository.counts.stars.map { "\(CompactNumber.grouped($0)) stars" },
      repository.language, row.origin == .github ? nil : "known before", word(search.stars[row.id]),
      search.favourites.contains(row.id) ? "favorite" : nil,
      search.isMarked(row.id) ? "marked" : nil, repository.description,
    ]
    return SafeText(parts.compactMap(\.self).joined(separator: ", "), longest: 600)
  }

  private static func earlier(
    _ history: HistorySearch,
    _ old: ScreenState?,
    _ new: ScreenState
  ) -> [SafeText] {
    guard old?.focus != new.focus else { return [] }
    let matches = history.matches(in: new.search.history)
    guard matches.indices.contains(history.selection) else { return ["No earlier search matches."] }
    return [SafeText(matches[history.selection], longest: 600)]
  }

  /// The detail or the help as a whole, once there is something to read.
  private static func opened(_ old: ScreenState?, _ new: ScreenState) -> [SafeText] {
    switch new.focus {
    case .help where old?.focus.isHelp != true:
      return HelpText.lines(new.options, width: 49).map(\.text).filter { !$0.isEmpty }
    case .detail where old?.focus != .detail || old?.pane.detail != new.pane.detail:
      guard new.pane.detail.facts != .loading, new.pane.detail.readme != .loading else { return [] }
      return DetailView(new).lines(width: 1_000).map(\.text).filter { !$0.isEmpty }
    case .list, .detail, .help, .history: return []
    }
  }
}

extension TextLine {
  /// Without its styles and the blanks around it.
  fileprivate var text: SafeText {
    let text = spans.map(\.text.description).joined()
    let end = text.lastIndex { $0 != " " } ?? text.startIndex
    return SafeText(text.isEmpty ? "" : text[...end].drop { $0 == " " })
  }
}

extension ScreenState.Focus {
  fileprivate var isHelp: Bool {
    if case .help = self { true } else { false }
  }
}

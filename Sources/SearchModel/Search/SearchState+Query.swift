import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// From the text in the query line to a plan.
extension SearchState {
  mutating func edit(_ input: QueryInput, now: Date) -> [SearchEffect] {
    text = input.text
    return consider(rest: input.origin == .whole ? .zero : nil, now: now)
  }

  mutating func setSort(_ sort: SearchQuery.Sort, now: Date) -> [SearchEffect] {
    guard sort != self.sort else { return [] }
    self.sort = sort
    return consider(rest: nil, now: now)
  }

  mutating func setOrder(_ order: SearchQuery.Order, now: Date) -> [SearchEffect] {
    guard order != self.order else { return [] }
    self.order = order
    return consider(rest: nil, now: now)
  }

  /// Enter: what rests is searched for at once; what is known or under way is not asked for again.
  mutating func submit(now: Date) -> [SearchEffect] {
    let remembering = remember()
    switch phase {
    case .resting, .failed: return remembering + consider(rest: .zero, now: now)
    case .idle, .invalid, .postponed, .searching, .loaded: return remembering
    }
  }

  mutating func refresh(now: Date) -> [SearchEffect] {
    guard let query = memory.query else { return [] }
    memory.answers.remove(query)
    (memory.awaited, memory.inFlight) = (nil, nil)
    clearSearchBanner()
    return ask(for: query, rest: .zero, now: now)
  }

  /// Decides what the text of the moment is worth: nothing, what is known, or a search.
  ///
  /// It rests for so long first; nil lets the budget decide.
  mutating func consider(rest: Duration?, now: Date) -> [SearchEffect] {
    do throws(InvalidQuery) {
      let query = try currentQuery()
      return pursue(query, rest: rest, now: now)
    } catch {
      return refuse(error)
    }
  }

  /// Spaces around it change nothing, nor does the order of best matches.
  private func currentQuery() throws(InvalidQuery) -> SearchQuery {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    let order = sort == .bestMatch ? SearchQuery.Order.descending : order
    return try SearchQuery(text: String(trimmed), sort: sort, order: order)
  }

  private mutating func pursue(
    _ query: SearchQuery,
    rest: Duration?,
    now: Date
  ) -> [SearchEffect] {
    let isShown = memory.query == query
    if isShown, phase == .loaded { return [] }
    if !isShown { leaveQuery() }
    let isNewText = memory.query?.text != query.text
    memory.query = query
    if let entry = memory.answers.entry(for: query, at: now) { return show(entry, now: now) }
    if !isShown { preview() }
    let rest = rest ?? RestTime.typing(budget.reading, at: now)
    let finding = isNewText ? [SearchEffect.findLocally(query.text)] : []
    return finding + ask(for: query, rest: rest, now: now)
  }

  /// Forgets what belongs to the query before; the list starts at its top again.
  private mutating func leaveQuery() {
    clearSearchBanner()
    memory.visible = 0..<memory.visible.count
  }

  /// What is in the query line cannot be searched for.
  private mutating func refuse(_ reason: InvalidQuery) -> [SearchEffect] {
    leaveQuery()
    memory.query = nil
    (total, paging, budget.secondsLeft) = (nil, .none, nil)
    if reason == .empty {
      phase = .idle
      replaceRows([])
    } else {
      phase = .invalid(reason)
      preview()
    }
    return cancelSearch()
  }
}

import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The last row: the position in the list, the keys that matter, and the rest of the budget.
struct StatusBar {
  let state: ScreenState
  private var search: SearchState { state.search }

  /// The position comes first, then the budget, in the longest words that fit, then the keys.
  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let position = position(width: region.columns)
    let wanted = position.displayWidth
    var free = region.columns
    for budget in budgets where free == region.columns {
      free = grid.putTrailing(TextLine(budget, budgetStyle), in: region, leaving: wanted + 1)
    }
    let room = max(free, 0)
    grid.put(TextLine(position), in: region)
    var middle = region
    middle.column += wanted + (wanted > 0 ? 2 : 0)
    middle.columns = room - middle.column - 1
    grid.put(TextLine(hints(width: middle.columns), .dim), in: middle)
  }

  /// The longest form that leaves room for the shortest text about the budget.
  private func position(width: Int) -> SafeText {
    let budget = budgets.last.map { $0.displayWidth + 2 } ?? 0
    let positions = positions
    return positions.first { $0.displayWidth + budget <= width }
      ?? positions.last?.truncated(toWidth: width) ?? .empty
  }

  private var budgetStyle: CellStyle { isBudgetLow ? Theme.warning : Theme.dim }

  /// Draws the prompt in place of the row; returns the position of the cursor.
  func draw(_ prompt: Prompt, in region: ScreenRegion, on grid: inout Grid) -> ScreenPosition {
    grid.fill(region)
    let hint = TextLine(prompt.trailingHint(state), Theme.dim)
    return InputLine(
      prefix: prompt.label,
      editor: prompt.editor,
      hint: hint,
      minWidth: Self.minPrompt
    ).draw(in: region, on: &grid)
  }

  /// Columns: with fewer for the text, nothing is shown beside it.
  private static let minPrompt = 20

  /// As many hints as fit, the most important first.
  private func hints(width: Int) -> SafeText {
    var line = SafeText.empty
    for hint in state.options.keymap.hints(state.hints, inDetails: state.focus == .detail) {
      let next = line.isEmpty ? SafeText(hint) : line + SafeText("  " + hint)
      guard next.displayWidth <= width else { break }
      line = next
    }
    return line
  }
}

// MARK: - Texts

extension StatusBar {
  /// As in `1–20 of 12,345 (first 1,000 reachable)`, then the progress; from long to short.
  var positions: [SafeText] {
    if let percent = state.detailPercent {
      return state.pane.find.map { [$0.position + " · \(percent)%"] } ?? ["\(percent)%"]
    }
    return [
      joined([rows(isLong: true), progress]), joined([rows(isLong: false), progress]),
      rows(isLong: false),
    ]
  }

  private func joined(_ parts: [SafeText]) -> SafeText {
    let parts = parts.filter { !$0.isEmpty }
    return parts.dropFirst().reduce(parts.first ?? .empty) { $0 + " · " + $1 }
  }

  var shortest: SafeText {
    switch search.phase {
    case .idle: .empty
    case .invalid, .unavailable: "?"
    case .postponed: search.secondsLeft.map { "\($0)s" } ?? "…"
    case .awaitingEnter, .debouncing, .searching: "…"
    case .failed: "!"
    case .loaded: search.total.map { SafeText(CompactNumber.text($0.count)) } ?? .empty
    }
  }

  private func rows(isLong: Bool) -> SafeText {
    if !search.shownLists.isEmpty { return "\(range) of \(search.rowCount)" }
    guard !search.rows.isEmpty else { return search.phase == .loaded ? "0 of 0" : .empty }
    guard let total = search.total else { return isLong ? known : "\(range)\(atLeast)" }
    let isCutOff = isLong && search.source == .search && total.isCutOff
    let reachable =
      isCutOff ? " (first \(CompactNumber.grouped(SearchRequest.maxReachable)) reachable)" : ""
    return "\(range) of \(CompactNumber.grouped(total.count))\(reachable)"
  }

  /// The rows on the screen, or the selected one while the detail covers them.
  private var range: String {
    let shown = state.visibleRows
    guard !shown.isEmpty else { return CompactNumber.grouped((search.selectedRowIndex ?? 0) + 1) }
    return
      "\(CompactNumber.grouped(shown.lowerBound + 1))–\(CompactNumber.grouped(shown.upperBound))"
  }

  /// Rows that are not a response.
  private var known: SafeText {
    let count = search.rows.count
    return search.rows.last?.isCached == true
      ? "\(count) cached \(count == 1 ? "result" : "results")" : "\(range)\(atLeast)"
  }

  /// The count so far, as in `200+`.
  private var atLeast: String {
    guard search.phase == .loaded, search.paging != .end else { return "" }
    return " of \(CompactNumber.grouped(search.rows.count))+"
  }

  private var progress: SafeText {
    switch search.phase {
    case .searching where search.source != .search: return .empty
    case .searching where search.retry != nil:
      return search.rows.isEmpty ? .empty : search.retry?.sentence ?? .empty
    case .searching where search.isSlow: return "still waiting for GitHub"
    case .debouncing, .searching: return search.rows.isEmpty ? .empty : "searching…"
    case .awaitingEnter(.mistaken(let mistake)):
      return search.rows.isEmpty ? .empty : SafeText(mistake.sentence, longest: 300)
    case .awaitingEnter:
      let isNext = !search.rows.isEmpty && state.bookkeeping.queryEditedSinceMove
      return isNext ? "Enter to search" : .empty
    case .idle, .invalid, .postponed, .failed, .unavailable: return .empty
    case .loaded: break
    }
    if let excess = state.queryExcess { return SafeText(excess, longest: 300) }
    if let correction = search.correction {
      return SafeText(correction.sentence, longest: 300)
    }
    if search.source != .search, let mistake = QueryMistake.first(whileTyping: search.text) {
      return SafeText(mistake.sentence, longest: 300)
    }
    if case .loading = search.paging { return "loading more…" }
    if search.total?.isIncomplete == true { return "incomplete: GitHub timed out" }
    let isLastShown = state.visibleRows.upperBound == search.rowCount
    return search.paging == .end && isLastShown && !search.rows.isEmpty ? "end" : .empty
  }
}

// MARK: - Budget

extension StatusBar {
  /// As in `12/30 searches left`, from long to short; nothing while at least half is left.
  var budgets: [SafeText] {
    guard let reading = search.budget,
      search.secondsLeft != nil || reading.remaining * 2 < reading.limit
    else { return [] }
    let count = "\(reading.remaining)"
    let access = search.access == .anonymous ? " · not signed in" : ""
    if let seconds = search.secondsLeft {
      return [
        "limit reached; resumes in \(seconds) s\(access)", "resumes in \(seconds) s",
        "\(seconds) s",
      ]
    }
    return [
      "\(count)/\(reading.limit) searches left\(access)",
      "\(count)/\(reading.limit) left", "\(count)/\(reading.limit)",
    ]
  }

  var isBudgetLow: Bool {
    search.budget.map { $0.remaining * 5 <= $0.limit } ?? false
  }
}

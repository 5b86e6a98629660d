import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The last row: the position in the list, important keys, and the remaining rate limit.
struct StatusBar {
  let state: ScreenState
  private var search: SearchState { state.search }

  /// The position comes first, then the rate limit in the longest words that fit, and then the
  /// keys.
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

  /// The longest form that leaves space for the shortest text about the rate limit.
  private func position(width: Int) -> SafeText {
    let budget = budgets.last.map { $0.displayWidth + 2 } ?? 0
    let positions = positions
    return positions.first { $0.displayWidth + budget <= width }
      ?? positions.last?.truncated(toWidth: width) ?? .empty
  }

  private var budgetStyle: CellStyle { isBudgetLow ? Theme.warning : Theme.dim }

  /// Draws the prompt instead of the row; returns the cursor's position.
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

  /// The minimum width of the text in columns; below it, nothing is shown beside the text.
  private static let minPrompt = 20

  /// As many hints as fit, most important first.
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
  /// Texts such as `1–20 of 12,345 (first 1,000 reachable)`, then the progress; from long to short.
  var positions: [SafeText] {
    if let percent = state.detailPercent {
      return state.pane.find.map { [$0.position + " · \(percent)%"] } ?? ["\(percent)%"]
    }
    let note = Status(state).note
    return [
      joined([rows(isLong: true), note]), joined([rows(isLong: false), note]),
      rows(isLong: false),
    ]
  }

  private func joined(_ parts: [SafeText]) -> SafeText {
    let parts = parts.filter { !$0.isEmpty }
    return parts.dropFirst().reduce(parts.first ?? .empty) { $0 + " · " + $1 }
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

  /// The visible rows, or the selected one while the details cover them.
  private var range: String {
    let shown = state.visibleRows
    guard !shown.isEmpty else { return CompactNumber.grouped((search.selectedRowIndex ?? 0) + 1) }
    return
      "\(CompactNumber.grouped(shown.lowerBound + 1))–\(CompactNumber.grouped(shown.upperBound))"
  }

  /// The number of rows that are not a response.
  private var known: SafeText {
    let count = search.rows.count
    return search.rows.last?.isCached == true
      ? "\(count) cached \(count == 1 ? "result" : "results")" : "\(range)\(atLeast)"
  }

  /// The count so far, such as `200+`.
  private var atLeast: String {
    guard search.phase == .loaded, search.paging != .end else { return "" }
    return " of \(CompactNumber.grouped(search.rows.count))+"
  }
}

// MARK: - Budget

extension StatusBar {
  /// Texts such as `12/30 searches left`, from long to short; none while at least half is left.
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

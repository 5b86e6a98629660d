import GitHubModel
import SearchModel
import Terminal

/// What the status line says, in longer and shorter words.
struct StatusText {
  private let state: ScreenState
  private var search: SearchState { state.search }

  init(_ state: ScreenState) {
    self.state = state
  }

  /// As in `1–20 of 12,345 (first 1,000 reachable)`, then what is going on; from long to short.
  var positions: [SafeText] {
    [
      joined([rows(isLong: true), marks, progress]),
      joined([rows(isLong: false), marks, progress]),
      joined([rows(isLong: false), marks]), rows(isLong: false),
    ]
  }

  private func joined(_ parts: [SafeText]) -> SafeText {
    let parts = parts.filter { !$0.isEmpty }
    return parts.dropFirst().reduce(parts.first ?? .empty) { $0 + " · " + $1 }
  }

  /// For a screen of one line.
  var shortest: SafeText {
    switch search.phase {
    case .idle: .empty
    case .invalid: "?"
    case .postponed: search.budget.secondsLeft.map { "\($0)s" } ?? "…"
    case .resting, .searching: "…"
    case .failed: "!"
    case .loaded: search.total.map { SafeText(CompactNumber.text($0.count)) } ?? .empty
    }
  }

  private func rows(isLong: Bool) -> SafeText {
    guard !search.rows.isEmpty else { return search.phase == .loaded ? "0 of 0" : .empty }
    guard let total = search.total else { return isLong ? "\(range) \(known)" : "\(range)" }
    let isCutOff = isLong && total.isCutOff
    let reachable =
      isCutOff ? " (first \(Self.grouped(SearchRequest.mostReachable)) reachable)" : ""
    return "\(range) of \(Self.grouped(total.count))\(reachable)"
  }

  /// The rows on the screen, or the selected one while the detail covers them.
  private var range: String {
    let shown = state.visibleRows
    guard !shown.isEmpty else { return Self.grouped((search.selectedIndex ?? 0) + 1) }
    return "\(Self.grouped(shown.lowerBound + 1))–\(Self.grouped(shown.upperBound))"
  }

  /// Rows that are no answer.
  private var known: String {
    switch search.rows.first?.origin {
    case .local: "known here (~)"
    case .previous: "of the query before (·)"
    case .github, nil: "so far"
    }
  }

  private var marks: SafeText {
    search.marked.isEmpty ? .empty : "\(search.marked.count) marked"
  }

  private var progress: SafeText {
    switch search.phase {
    case .resting, .searching(isLate: false): return search.rows.isEmpty ? .empty : "asking GitHub"
    case .searching(isLate: true): return "GitHub is slow"
    case .idle, .invalid, .postponed, .failed: return .empty
    case .loaded: break
    }
    if case .loading = search.paging { return "more is coming" }
    if search.total?.isIncomplete == true { return "incomplete: GitHub ran out of time" }
    let isLastShown = state.visibleRows.upperBound == search.rows.count
    return search.paging == .end && isLastShown && !search.rows.isEmpty ? "end" : .empty
  }

  private static func grouped(_ count: Int) -> String { CompactNumber.grouped(count) }
}

// MARK: - Budget

extension StatusText {
  /// As in `28 of 30 searches left`, from long to short.
  var budgets: [SafeText] {
    guard let reading = search.budget.reading else { return [] }
    let count = "\(reading.remaining)"
    let access = search.access == .anonymous ? ", without the token" : ""
    if let seconds = search.budget.secondsLeft {
      return [
        "no searches left, goes on in \(seconds) s\(access)",
        "goes on in \(seconds) s", "\(seconds) s",
      ]
    }
    return [
      "\(count) of \(reading.limit) searches left\(access)",
      "\(count)/\(reading.limit) left", "\(count)/\(reading.limit)",
    ]
  }

  var isBudgetLow: Bool {
    search.budget.reading.map { $0.remaining * 5 <= $0.limit } ?? false
  }
}

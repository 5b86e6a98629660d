import SearchModel
import Terminal

/// The last row: where the list is, the keys that matter, and what is left of the budget.
struct StatusLine {
  private let state: ScreenState
  private let text: StatusText

  init(_ state: ScreenState) {
    self.state = state
    text = StatusText(state)
  }

  /// The position comes first, then the budget, in the longest words that fit, then the keys.
  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let position = position(width: region.columns)
    let wanted = position.displayWidth
    var free = region.columns
    for budget in text.budgets where free == region.columns {
      free = grid.putTrailing(TextLine(budget, budgetStyle), in: region, leaving: wanted + 1)
    }
    let room = max(free, 0)
    grid.put(TextLine(position), in: region)
    var middle = region
    middle.column += wanted + (wanted > 0 ? 2 : 0)
    middle.columns = room - middle.column - 1
    grid.put(TextLine(hints(width: middle.columns), .dim), in: middle)
  }

  /// The longest that leaves room for the shortest word on the budget.
  private func position(width: Int) -> SafeText {
    let budget = text.budgets.last.map { $0.displayWidth + 2 } ?? 0
    let positions = text.positions
    return positions.first { $0.displayWidth + budget <= width }
      ?? positions.last?.truncated(toWidth: width) ?? .empty
  }

  private var budgetStyle: CellStyle { text.isBudgetLow ? .foreground(.yellow) : .dim }

  /// As many as fit; those that come first matter most.
  private func hints(width: Int) -> SafeText {
    var line = SafeText.empty
    for (command, word) in commands {
      guard let key = state.options.keymap.name(of: command) else { continue }
      let hint: SafeText = "\(key) \(word)"
      let next = line.isEmpty ? hint : line + "  " + hint
      guard next.displayWidth <= width else { break }
      line = next
    }
    return line
  }

  private var commands: [(KeyCommand, String)] {
    switch state.focus {
    case .list where state.search.rows.isEmpty: [(.help, "keys"), (.searchHistory, "earlier")]
    case .list:
      [
        (.help, "keys"), (.accept, state.options.isPicker ? "choose" : "details"),
        (.toggleStar, "star"), (.openPage, "open"), (.toggleMark, "mark"),
      ]
    case .detail: [(.back, "list"), (.toggleStar, "star"), (.openPage, "open"), (.copyURL, "copy")]
    case .help: [(.back, "close")]
    case .history: [(.accept, "take"), (.searchHistory, "older"), (.back, "close")]
    }
  }
}

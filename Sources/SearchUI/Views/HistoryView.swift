import Terminal

/// The earlier searches that match, newest first.
struct HistoryView {
  private let search: HistorySearch
  private let matches: [String]

  init(_ search: HistorySearch, texts: [String]) {
    self.search = search
    matches = search.matches(in: texts)
  }

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    guard !matches.isEmpty else {
      let text: SafeText = "No earlier search matches."
      return grid.put([TextLine.blank, TextLine(" " + text, .bold)], in: region)
    }
    let selection = min(search.selection, matches.count - 1)
    let top = max(selection - region.rows + 1, 0)
    let lines = matches[top...].prefix(max(region.rows, 0)).enumerated().map { offset, text in
      line(text, isSelected: top + offset == selection, width: region.columns)
    }
    grid.put(lines, in: region)
  }

  private func line(_ text: String, isSelected: Bool, width: Int) -> TextLine {
    let text = SafeText(text, longest: 600).truncated(toWidth: max(width - 2, 0))
    return TextLine([
      TextLine.Span(isSelected ? "▌ " : "  ", CellStyle(.bold, foreground: .cyan)),
      TextLine.Span(text, isSelected ? CellStyle([.bold, .reverse]) : .plain),
    ])
  }
}

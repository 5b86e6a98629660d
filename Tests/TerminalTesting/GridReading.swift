package import Terminal

extension Grid {
  /// The screen as plain text, one line per row, without trailing blanks.
  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns { line += text(column: column, row: row) }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text of a cell; empty if a wide glyph covers it, or outside the grid.
  package func text(column: Int, row: Int) -> String {
    cell(column: column, row: row)?.text ?? ""
  }

  package func style(column: Int, row: Int) -> CellStyle? {
    cell(column: column, row: row)?.style
  }

  package func link(column: Int, row: Int) -> String? {
    cell(column: column, row: row)?.link?.url
  }

  private func cell(column: Int, row: Int) -> Cell? {
    guard 0..<size.columns ~= column, 0..<size.rows ~= row else { return nil }
    return cells[row * size.columns + column]
  }
}

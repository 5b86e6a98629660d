/// The number of columns and rows of a screen: at least one of each, and no more than it can draw.
package struct ScreenSize: Sendable, Hashable {
  /// The largest size we draw; terminals may report up to 65,535, and the rest stays blank.
  package static let maximum = Self(columns: 500, rows: 200)
  /// The size assumed if a terminal reports none.
  package static let fallback = Self(columns: 80, rows: 24)

  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 500)
    self.rows = min(max(rows, 1), 200)
  }
}

/// A cell's place on the screen, counted from 0 at the top left.
package struct ScreenPosition: Sendable, Hashable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells; drawing clips the part outside the screen.
package struct ScreenRegion: Sendable, Hashable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  package init(_ size: ScreenSize) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  package func contains(_ position: ScreenPosition) -> Bool {
    position.column >= column && position.column - column < columns
      && position.row >= row && position.row - row < rows
  }

  /// A row of the region, by its index.
  package func line(_ offset: Int) -> Self {
    Self(column: column, row: row + offset, columns: columns, rows: 1)
  }

  /// The columns and rows of the region within a screen of this size.
  func clipped(to size: ScreenSize) -> (columns: Range<Int>, rows: Range<Int>) {
    (
      Self.clip(from: column, count: columns, to: size.columns),
      Self.clip(from: row, count: rows, to: size.rows)
    )
  }

  private static func clip(from start: Int, count: Int, to limit: Int) -> Range<Int> {
    let (end, isTooLarge) = start.addingReportingOverflow(max(count, 0))
    let first = min(max(start, 0), limit)
    return first..<max(first, isTooLarge ? limit : min(end, limit))
  }
}

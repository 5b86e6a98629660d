extension Grid {
  /// The screen as plain text, a line a row, without the blanks at the end of each.
  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns { line += text(column: column, row: row) }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// What a cell shows; empty where a wide glyph covers it, and outside of the grid.
  package func text(column: Int, row: Int) -> String {
    guard let cell = cell(column: column, row: row), !cell.isCovered else { return "" }
    return text(of: cell.glyph)
  }

  /// How a cell looks; nil outside of the grid.
  package func style(column: Int, row: Int) -> CellStyle? {
    cell(column: column, row: row)?.style
  }

  /// The address that a cell leads to.
  package func link(column: Int, row: Int) -> String? {
    guard let cell = cell(column: column, row: row), cell.link > 0 else { return nil }
    return links.texts[Int(cell.link) - 1]
  }

  private func cell(column: Int, row: Int) -> Cell? {
    guard 0..<size.columns ~= column, 0..<size.rows ~= row else { return nil }
    return cells[row * size.columns + column]
  }

  func text(of glyph: Glyph) -> String {
    if let cluster = glyph.cluster { return clusters.texts[cluster] }
    return Unicode.Scalar(glyph.scalarValue).map { String(Character($0)) } ?? ""
  }
}

extension Grid: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.size == right.size && left.cells(numberedAs: right) == right.cells
  }

  /// The cells, with the places of clusters and links as they are in another grid's tables.
  ///
  /// What the other grid does not know gets a place that it does not have.
  func cells(numberedAs other: Grid) -> [Cell] {
    if clusters == other.clusters, links == other.links { return cells }
    let clusterPlaces = clusters.texts.map { other.clusters.place(of: $0) ?? Int(UInt16.max) }
    let linkPlaces = links.texts.map { other.links.place(of: $0) ?? Int(UInt16.max) - 1 }
    return cells.map { cell in
      var cell = cell
      if let cluster = cell.glyph.cluster { cell.glyph = Glyph(cluster: clusterPlaces[cluster]) }
      if cell.link > 0 {
        cell.link = UInt16(truncatingIfNeeded: linkPlaces[Int(cell.link) - 1] + 1)
      }
      return cell
    }
  }
}

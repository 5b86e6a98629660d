/// A screen of cells, as a value.
///
/// It contains only `SafeText`, and no partial wide glyphs. Drawing outside the grid is allowed and
/// clipped.
package struct Grid: Sendable, Equatable {
  package let size: ScreenSize
  /// The cells, row by row.
  package private(set) var cells: [Cell]

  package init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// Writes text from left to right, and returns the number of columns used, at most `width`.
  ///
  /// The text ends before a glyph that does not fit completely.
  @discardableResult
  package mutating func put(
    _ text: SafeText,
    at position: ScreenPosition,
    width: Int = .max,
    style: CellStyle = .plain,
    link: Link? = nil
  ) -> Int {
    guard 0..<size.rows ~= position.row, 0..<size.columns ~= position.column else { return 0 }
    let room = min(size.columns - position.column, width)
    let first = position.row * size.columns + position.column
    let plain = text.description[...].plainStart.prefix(max(room, 0))
    var used = place(plain, at: first, style, link)
    for character in text.description[plain.endIndex...] {
      let cell = Cell(character, style, link)
      if used + cell.width > room { break }
      place(cell, at: first + used)
      used += cell.width
    }
    return used
  }

  /// Writes printable ASCII with one cell per byte, and returns their number; this is the fast path
  /// for most text.
  private mutating func place(
    _ text: Substring.UTF8View,
    at first: Int,
    _ style: CellStyle,
    _ link: Link?
  ) -> Int {
    let count = text.count
    guard count > 0 else { return 0 }
    blankRestOfGlyph(coveredAt: first)
    blankRestOfGlyph(coveredAt: first + count)
    for (column, byte) in text.enumerated() {
      cells[first + column] = Cell(ascii: byte, style, link)
    }
    return count
  }

  package mutating func fill(_ region: ScreenRegion, style: CellStyle = .plain) {
    fill(region, with: .blank(style))
  }

  /// Fills a region with a cell one column wide.
  mutating func fill(_ region: ScreenRegion, with cell: Cell) {
    let (columns, rows) = region.clipped(to: size)
    for row in rows {
      for column in columns { place(cell, at: row * size.columns + column) }
    }
  }

  /// Replaces characters with others, all one column wide.
  package mutating func replaceGlyphs(_ replacements: [String: String]) {
    for index in cells.indices {
      if let text = replacements[cells[index].text] { cells[index].text = text }
    }
  }

  /// Places a cell and the cells it covers, and blanks the rest of any glyph it overwrites.
  private mutating func place(_ cell: Cell, at index: Int) {
    let end = index + cell.width
    blankRestOfGlyph(coveredAt: index)
    blankRestOfGlyph(coveredAt: end)
    cells[index] = cell
    for covered in index + 1..<max(end, index + 1) {
      cells[covered] = Cell(text: "", style: cell.style, link: cell.link, width: 0)
    }
  }

  /// Blanks the whole glyph that covers a cell.
  private mutating func blankRestOfGlyph(coveredAt index: Int) {
    guard index < cells.count, cells[index].isCovered else { return }
    var lead = index
    while cells[lead].isCovered { lead -= 1 }
    for part in lead..<lead + cells[lead].width { cells[part] = .blank(cells[part].style) }
  }
}

/// The complete content of a screen: a pure function of state and size.
package struct Frame: Sendable, Equatable {
  package var grid: Grid
  /// The position of the hardware cursor, which braille readers follow; nil hides it.
  package var cursor: ScreenPosition?
  /// The window's title; nil keeps the current one.
  package var title: SafeText?
  /// A picture over the cells, if the terminal supports it.
  package var picture: PicturePlacement?

  package init(
    _ grid: Grid,
    cursor: ScreenPosition? = nil,
    title: SafeText? = nil,
    picture: PicturePlacement? = nil
  ) {
    (self.grid, self.cursor, self.title, self.picture) = (grid, cursor, title, picture)
  }

  package var size: ScreenSize { grid.size }
}

/// A screen full of cells, as a value.
///
/// Only `SafeText` gets in, and a wide glyph is in as a whole or not at all. Drawing outside of the
/// grid is allowed and leaves out what does not fit.
package struct Grid: Sendable {
  package let size: ScreenSize
  /// Row by row.
  private(set) var cells: [Cell]
  private(set) var clusters = InternTable()
  private(set) var links = InternTable()

  package init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// Writes text from left to right, and says how many columns it took: at most `width`.
  ///
  /// A glyph that does not fit as a whole ends the text.
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
    let cell = Cell(style: style, glyph: .space, link: linkID(link), width: 1)
    let first = position.row * size.columns + position.column
    let plain = text.description[...].plainStart
    let used = putPlain(plain, as: cell, at: first, room: room)
    guard used == plain.count, plain.endIndex < text.description.endIndex else { return used }
    return used
      + putGlyphs(
        text.description[plain.endIndex...],
        as: cell,
        at: first + used,
        room: room - used
      )
  }

  /// A run covers whatever is inside of it, so only its two ends may cut a glyph.
  private mutating func putPlain(
    _ text: Substring.UTF8View,
    as cell: Cell,
    at first: Int,
    room: Int
  ) -> Int {
    let used = min(text.count, room)
    guard used > 0 else { return 0 }
    blankRestOfGlyph(coveredAt: first)
    blankRestOfGlyph(coveredAt: first + used)
    var cell = cell
    for (index, byte) in zip(first..<first + used, text) {
      cell.glyph = Glyph(Unicode.Scalar(byte))
      cells[index] = cell
    }
    return used
  }

  private mutating func putGlyphs(
    _ text: Substring,
    as cell: Cell,
    at first: Int,
    room: Int
  ) -> Int {
    var cell = cell
    var used = 0
    for character in text {
      let glyph = DrawnGlyph(character)
      if used + glyph.width > room { break }
      cell.glyph = intern(glyph)
      cell.width = UInt8(truncatingIfNeeded: glyph.width)
      place(cell, at: first + used)
      used += glyph.width
    }
    return used
  }

  /// Blanks a region in a style.
  package mutating func fill(_ region: ScreenRegion, style: CellStyle = .plain) {
    fill(region, with: .blank(style))
  }

  /// Puts a cell of one column all over a region.
  mutating func fill(_ region: ScreenRegion, with cell: Cell) {
    let (columns, rows) = region.clipped(to: size)
    for row in rows {
      for column in columns { place(cell, at: row * size.columns + column) }
    }
  }

  /// Changes how a region looks, and nothing of what it says.
  package mutating func restyle(_ region: ScreenRegion, _ change: (inout CellStyle) -> Void) {
    let (columns, rows) = region.clipped(to: size)
    for row in rows {
      for column in columns where !cells[row * size.columns + column].isCovered {
        restyleGlyph(at: row * size.columns + column, change)
      }
    }
  }

  private mutating func restyleGlyph(at index: Int, _ change: (inout CellStyle) -> Void) {
    change(&cells[index].style)
    for covered in 1..<max(Int(cells[index].width), 1) {
      cells[index + covered].style = cells[index].style
    }
  }

  /// Puts a cell and what it covers, and blanks what is left of the glyphs that it cuts.
  private mutating func place(_ cell: Cell, at index: Int) {
    let end = index + Int(cell.width)
    blankRestOfGlyph(coveredAt: index)
    blankRestOfGlyph(coveredAt: end)
    cells[index] = cell
    for covered in index + 1..<max(end, index + 1) {
      cells[covered] = Cell(style: cell.style, glyph: .covered, link: cell.link, width: 0)
    }
  }

  /// Blanks the whole glyph when the cell is covered by one.
  private mutating func blankRestOfGlyph(coveredAt index: Int) {
    guard index < cells.count, cells[index].isCovered else { return }
    var lead = index
    while cells[lead].isCovered { lead -= 1 }
    for part in lead..<lead + Int(cells[lead].width) { cells[part] = .blank(cells[part].style) }
  }

  private mutating func intern(_ glyph: DrawnGlyph) -> Glyph {
    switch glyph.content {
    case .scalar(let scalar): Glyph(scalar)
    case .cluster(let text):
      clusters.index(of: text).map(Glyph.init(cluster:)) ?? Glyph(DrawnGlyph.replacement)
    }
  }

  private mutating func linkID(_ link: Link?) -> UInt16 {
    guard let link, let index = links.index(of: link.url) else { return 0 }
    return UInt16(truncatingIfNeeded: index + 1)
  }
}

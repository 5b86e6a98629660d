/// A screen full of cells, as a value.
///
/// It holds only `SafeText`, and never half of a wide glyph. Drawing outside of the
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

  /// A run overwrites every cell in it, so only its two ends may cut a glyph.
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

  package mutating func fill(_ region: ScreenRegion, style: CellStyle = .plain) {
    fill(region, with: .blank(style))
  }

  /// Fills a region with a cell of one column.
  mutating func fill(_ region: ScreenRegion, with cell: Cell) {
    let (columns, rows) = region.clipped(to: size)
    for row in rows {
      for column in columns { place(cell, at: row * size.columns + column) }
    }
  }

  /// Replaces some characters with others of one column.
  package mutating func replaceGlyphs(_ replacements: [Character: Character]) {
    let glyphs = replacements.reduce(into: [UInt32: Glyph]()) { glyphs, pair in
      guard let old = pair.key.unicodeScalars.first, let new = pair.value.unicodeScalars.first
      else { return }
      glyphs[old.value] = Glyph(new)
    }
    for index in cells.indices where cells[index].width == 1 && cells[index].glyph.cluster == nil {
      if let glyph = glyphs[cells[index].glyph.scalarValue] { cells[index].glyph = glyph }
    }
  }

  /// Puts a cell and those that it covers, and blanks the rest of the glyphs that it cuts.
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

extension Grid {
  /// The screen as plain text, a line a row, without the blanks at the end of each.
  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns { line += text(column: column, row: row) }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text of a cell; empty if a wide glyph covers it, and outside of the grid.
  package func text(column: Int, row: Int) -> String {
    guard let cell = cell(column: column, row: row), !cell.isCovered else { return "" }
    return text(of: cell.glyph)
  }

  package func style(column: Int, row: Int) -> CellStyle? {
    cell(column: column, row: row)?.style
  }

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
  /// Clusters and links that the other grid does not have get an unused place.
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

/// A character as a cell stores it: its glyph and its columns.
struct DrawnGlyph {
  enum Content {
    case scalar(Unicode.Scalar)
    case cluster(String)
  }

  /// Stands for a character without columns, such as a vowel without its syllable.
  static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// More columns than any real character takes; a longer one would not fit a cell's width.
  private static let maxWidth = 8

  let content: Content
  let width: Int

  init(_ character: Character) {
    if let ascii = character.asciiValue {
      (content, width) = (.scalar(Unicode.Scalar(ascii)), 1)
      return
    }
    let columns = character.displayWidth
    guard 1...Self.maxWidth ~= columns else {
      (content, width) = (.scalar(Self.replacement), 1)
      return
    }
    let scalars = character.unicodeScalars
    width = columns
    if scalars.count == 1, let scalar = scalars.first {
      content = .scalar(scalar)
    } else {
      content = .cluster(String(character))
    }
  }
}

/// Everything a terminal is to show: a value made by a function of state and size.
package struct Frame: Sendable, Equatable {
  package var grid: Grid
  /// The position of the hardware cursor, which braille readers follow; nil hides it.
  package var cursor: ScreenPosition?
  /// The window's title; nil leaves it as it is.
  package var title: SafeText?
  /// Drawn over the cells, if the terminal can.
  package var pictures: [PicturePlacement]

  package init(
    _ grid: Grid,
    cursor: ScreenPosition? = nil,
    title: SafeText? = nil,
    pictures: [PicturePlacement] = []
  ) {
    (self.grid, self.cursor, self.title, self.pictures) = (grid, cursor, title, pictures)
  }

  package var size: ScreenSize { grid.size }
}

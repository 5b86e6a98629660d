/// Renders a frame as bytes, given what the terminal already shows.
///
/// A frame is one buffer for one `write`: a synchronized update with the cursor hidden inside,
/// containing only changed cells. An unchanged frame writes nothing. A frame with another picture
/// is drawn in full, since the cells below show the picture.
package struct Renderer: Sendable {
  /// An empty text in the terminal's styles, which starts each frame.
  private let blank: StyledText
  private let hasTitle: Bool
  private let pictures: PictureProtocol?
  private var shown: Frame?

  package init(_ capabilities: TerminalCapabilities) {
    blank = StyledText(colors: capabilities.colors, hasHyperlinks: capabilities.hasHyperlinks)
    hasTitle = capabilities.followsXterm
    pictures = capabilities.pictures
  }

  /// Forgets what the terminal shows, so that the next frame is drawn in full.
  package mutating func forget() {
    shown = nil
  }

  /// Returns the bytes of the next frame, and assumes that it is shown.
  package mutating func render(_ frame: Frame) -> [UInt8] {
    var frame = frame
    frame.picture = frame.picture.flatMap { placement in
      pictures?.fits(placement, in: frame.size) == true ? placement : nil
    }
    defer { shown = frame }
    return bytes(from: shown, to: frame)
  }

  private func bytes(from shown: Frame?, to new: Frame) -> [UInt8] {
    let old = shown?.size == new.size && shown?.picture == new.picture ? shown : nil
    var writer = ScreenWriter(size: new.size, blank)
    writer.write(old == nil || old?.cursor != nil ? "\u{1B}[?2026h\u{1B}[?25l" : "\u{1B}[?2026h")
    let start = writer.bytes.count
    writeTitle(from: old, to: new, to: &writer)
    if old == nil { writer.clearScreen(of: pictures) }
    GridDiff(
      from: old?.grid.covered(by: new.picture),
      to: new.grid.covered(by: new.picture)
    ).write(to: &writer)
    writer.resetStyle()
    if let old, old.cursor == new.cursor, writer.bytes.count == start { return [] }
    if old == nil, let pictures, let placement = new.picture {
      writer.put(placement, by: pictures)
    }
    if let cursor = new.cursor {
      writer.move(
        toColumn: min(max(cursor.column, 0), new.size.columns - 1),
        row: min(max(cursor.row, 0), new.size.rows - 1)
      )
      writer.write("\u{1B}[?25h")
    }
    writer.write("\u{1B}[?2026l")
    return writer.bytes
  }

  private func writeTitle(from old: Frame?, to new: Frame, to writer: inout ScreenWriter) {
    guard hasTitle, let title = new.title, title != old?.title else { return }
    writer.write("\u{1B}]2;")
    writer.write(title.description)
    writer.write("\u{1B}\\")
  }
}

extension Grid {
  /// The grid with each cell below a picture replaced by a placeholder that is not redrawn.
  fileprivate func covered(by placement: PicturePlacement?) -> Grid {
    guard let placement else { return self }
    var grid = self
    grid.fill(placement.region, with: .pictured)
    return grid
  }
}

/// Writes the differences between two grids of equal size, row by row.
private struct GridDiff {
  private let old: [Cell]
  private let new: [Cell]
  private let grid: Grid
  private let columns: Int

  /// Fewer unchanged characters than this are cheaper to repeat than to skip.
  private static let minJump = 4
  /// From this number on, blanks are cheaper to erase than to write.
  private static let minErasure = 4

  /// Without an old grid, assumes a cleared screen.
  init(from old: Grid?, to grid: Grid) {
    self.old = old?.cells ?? Array(repeating: .blank, count: grid.cells.count)
    self.grid = grid
    new = grid.cells
    columns = grid.size.columns
  }

  func write(to writer: inout ScreenWriter) {
    for row in 0..<grid.size.rows { write(row, to: &writer) }
  }

  private func write(_ row: Int, to writer: inout ScreenWriter) {
    let line = row * columns..<(row + 1) * columns
    var first = line.lowerBound
    while first < line.upperBound, old[first] == new[first] { first += 1 }
    guard first < line.upperBound else { return }
    var index = lead(of: first, in: line)
    let erased = startOfErasure(from: first, in: line)
    var spilledUpTo = line.lowerBound
    while index < erased {
      let cell = new[index]
      if index < spilledUpTo || old[index] != cell {
        move(to: index, row, with: &writer)
        let spill = put(cell, at: index - line.lowerBound, row, to: &writer)
        spilledUpTo = max(spilledUpTo, index + spill)
      }
      index += max(cell.width, 1)
    }
    if erased < line.upperBound {
      writer.move(toColumn: erased - line.lowerBound, row: row)
      writer.eraseToEndOfLine()
    }
  }

  private func lead(of index: Int, in line: Range<Int>) -> Int {
    var lead = index
    while lead > line.lowerBound, new[lead].isCovered { lead -= 1 }
    return lead
  }

  /// The column where the row's blank end starts, if enough of it has changed.
  private func startOfErasure(from first: Int, in line: Range<Int>) -> Int {
    guard let last = line.last(where: { new[$0] != .blank }) else { return first }
    let start = max(last + 1, first)
    let changed = (start..<line.upperBound).lazy.filter { old[$0] != .blank }
    return changed.prefix(Self.minErasure).count == Self.minErasure ? start : line.upperBound
  }

  /// Moves the cursor to a cell, rewriting unchanged characters if that is shorter.
  private func move(to index: Int, _ row: Int, with writer: inout ScreenWriter) {
    let column = index - row * columns
    if let gap = writer.gap(toColumn: column, row: row), gap < Self.minJump {
      let passed = new[index - gap..<index]
      if passed.allSatisfy({ $0.text.utf8.count == 1 && writer.isReady(for: $0) }) {
        for cell in passed { writer.put(cell.text) }
        return
      }
    }
    writer.move(toColumn: column, row: row)
  }

  /// Writes one glyph, and returns its maximum width on terminals that do not join it.
  private func put(_ cell: Cell, at column: Int, _ row: Int, to writer: inout ScreenWriter) -> Int {
    writer.setStyle(cell.style, link: cell.link)
    if cell.text.utf8.count > 1, cell.text.unicodeScalars.count > 1 {
      return put(cluster: cell.text, cell.width, at: column, row, to: &writer)
    }
    // A picture may be transparent.
    writer.put(cell.text.isEmpty ? " " : cell.text)
    return cell.width
  }

  /// Writes a cluster that terminals may draw as one glyph or as its parts, with another width than
  /// ours.
  private func put(
    cluster text: String,
    _ width: Int,
    at column: Int,
    _ row: Int,
    to writer: inout ScreenWriter
  ) -> Int {
    if width > 1 {
      for _ in 0..<width { writer.put(" ") }
      writer.move(toColumn: column, row: row)
    }
    let start = row * columns + column
    let parts = start..<start + text.unjoinedDisplayWidth
    if parts.upperBound > (row + 1) * columns || new[parts].contains(.pictured) {
      // Its parts would cover a picture or exceed the row, where terminals differ.
      writer.put(String(text.unicodeScalars.prefix(1)))
      return width
    }
    writer.put(text)
    return max(width, parts.count)
  }
}

/// Writes what differs between two grids of one size.
struct GridDiff {
  private let old: [Cell]?
  private let grid: Grid
  private let columns: Int
  /// For each cluster, its columns where its parts are drawn one after the other.
  private let widest: [Int]

  /// Without an old grid, the screen counts as cleared.
  init(from old: Grid?, to grid: Grid) {
    self.old = old?.cells(numberedAs: grid)
    self.grid = grid
    columns = grid.size.columns
    widest = grid.clusters.texts.map(\.unjoinedDisplayWidth)
  }

  func write(to writer: inout ScreenWriter) {
    grid.cells.withUnsafeBufferPointer { new in
      (old ?? Self.blank(grid.size)).withUnsafeBufferPointer { old in
        for row in 0..<grid.size.rows {
          let cells = row * columns..<(row + 1) * columns
          let line = LineDiff(
            old: UnsafeBufferPointer(rebasing: old[cells]),
            new: UnsafeBufferPointer(rebasing: new[cells]),
            row: row,
            grid: grid,
            widest: widest
          )
          line.write(to: &writer)
        }
      }
    }
  }

  private static func blank(_ size: ScreenSize) -> [Cell] {
    Array(repeating: .blank, count: size.columns * size.rows)
  }
}

/// Writes what differs between two rows.
private struct LineDiff {
  let old: UnsafeBufferPointer<Cell>
  let new: UnsafeBufferPointer<Cell>
  let row: Int
  let grid: Grid
  let widest: [Int]

  /// As many unchanged letters are cheaper to repeat than to jump over.
  private static let minJump = 4
  /// As many blanks are cheaper to erase than to write.
  private static let minErasure = 4

  func write(to writer: inout ScreenWriter) {
    guard let first = new.indices.first(where: { old[$0] != new[$0] }) else { return }
    var column = lead(of: first)
    let erased = startOfErasure(from: first)
    var spilledUpTo = 0
    while column < erased {
      let cell = new[column]
      if column < spilledUpTo || old[column] != cell {
        move(to: column, with: &writer)
        let spill = put(cell, at: column, to: &writer)
        spilledUpTo = max(spilledUpTo, column + spill)
      }
      column += max(Int(cell.width), 1)
    }
    if erased < new.count {
      writer.move(toColumn: erased, row: row)
      writer.eraseToEndOfLine()
    }
  }

  private func lead(of column: Int) -> Int {
    var lead = column
    while lead > 0, new[lead].isCovered { lead -= 1 }
    return lead
  }

  /// Where the row is blank to its end, if enough of it has to be made blank.
  private func startOfErasure(from first: Int) -> Int {
    guard let last = new.lastIndex(where: { $0 != .blank }) else { return first }
    let start = max(last + 1, first)
    let changed = (start..<new.count).lazy.filter { old[$0] != .blank }.prefix(Self.minErasure)
    return changed.count == Self.minErasure ? start : new.count
  }

  /// Brings the cursor to a column, over unchanged letters when that is shorter.
  private func move(to column: Int, with writer: inout ScreenWriter) {
    if let gap = writer.gap(toColumn: column, row: row), gap < Self.minJump {
      let passed = new[column - gap..<column]
      if passed.allSatisfy({ $0.width == 1 && $0.glyph.isASCII && writer.isReady(for: $0) }) {
        for cell in passed { writer.put(ascii: UInt8(truncatingIfNeeded: cell.glyph.scalarValue)) }
        return
      }
    }
    writer.move(toColumn: column, row: row)
  }

  /// Writes one glyph, and says how many columns it may take on terminals that do not join it.
  private func put(
    _ cell: Cell,
    at column: Int,
    to writer: inout ScreenWriter
  ) -> Int {
    writer.setStyle(cell.style, link: cell.link, of: grid.links.texts)
    if cell.glyph == .pictured {
      writer.putPictured()
      return 1
    }
    guard let cluster = cell.glyph.cluster else {
      let value = cell.glyph.scalarValue
      if value < 0x80 {
        writer.put(ascii: UInt8(truncatingIfNeeded: value))
      } else {
        writer.put(value)
      }
      return Int(cell.width)
    }
    return put(cluster, at: column, width: Int(cell.width), to: &writer)
  }

  /// A cluster may be drawn as one glyph or as its parts, in fewer or in more columns than ours.
  private func put(
    _ cluster: Int,
    at column: Int,
    width: Int,
    to writer: inout ScreenWriter
  ) -> Int {
    if width > 1 {
      for _ in 0..<width { writer.put(ascii: UInt8(ascii: " ")) }
      writer.move(toColumn: column, row: row)
    }
    let text = grid.clusters.texts[cluster]
    if column + widest[cluster] > new.count, let first = text.unicodeScalars.first {
      // Its parts would not fit the row, and what a terminal does then is not defined.
      writer.put(first.value)
      return width
    }
    writer.put(text)
    return max(width, widest[cluster])
  }
}

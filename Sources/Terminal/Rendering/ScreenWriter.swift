/// Bytes for a terminal, and the cursor position and style that they leave it with.
struct ScreenWriter {
  private(set) var bytes: [UInt8] = []
  private var style = CellStyle.plain
  private var link: Link?
  private var row: Int?
  /// Nil after a glyph on whose width terminals disagree, and after the last column.
  private var column: Int?
  private let size: ScreenSize
  private let styles: StyleEncoder

  init(size: ScreenSize, styles: StyleEncoder) {
    self.size = size
    self.styles = styles
    bytes.reserveCapacity(4096)
  }

  mutating func write(_ text: some StringProtocol) {
    bytes.append(contentsOf: text.utf8)
  }

  // MARK: Cells

  mutating func setStyle(_ wanted: CellStyle, link wantedLink: Link?) {
    if wanted != style {
      styles.write(from: style, to: wanted, into: &bytes)
      style = wanted
    }
    guard wantedLink != link else { return }
    link = wantedLink
    if styles.hasHyperlinks { write(Link.sequence(link)) }
  }

  mutating func resetStyle() {
    setStyle(.plain, link: nil)
  }

  /// Terminals leave the cursor in different places after all but ASCII, so its position counts as unknown.
  mutating func put(_ character: String) {
    write(character)
    let next = (column ?? 0) + 1
    column = character.utf8.count == 1 && next < size.columns ? next : nil
  }

  /// Terminals leave the cursor in different places.
  mutating func put(_ placement: PicturePlacement, by pictures: PictureProtocol) {
    let region = placement.region
    move(toColumn: region.column, row: region.row)
    bytes += pictures.bytes(
      of: placement.picture,
      id: placement.id,
      columns: region.columns,
      rows: region.rows
    )
    (row, column) = (nil, nil)
  }

  /// Whether the next cell would come out right without bytes for its style.
  func isReady(for cell: Cell) -> Bool {
    cell.style == style && cell.link == link
  }

  mutating func eraseToEndOfLine() {
    resetStyle()
    write("\u{1B}[K")
  }

  mutating func clearScreen(of pictures: PictureProtocol?) {
    write("\u{1B}[m\u{1B}[H\u{1B}[2J")
    bytes += pictures?.removalOfAll ?? []
    (row, column) = (0, 0)
  }

  // MARK: Moves

  /// Columns from the cursor to a place to its right on the same row; nil when that is not known.
  func gap(toColumn target: Int, row targetRow: Int) -> Int? {
    guard row == targetRow, let column, target >= column else { return nil }
    return target - column
  }

  mutating func move(toColumn target: Int, row targetRow: Int) {
    if row != targetRow {
      moveToRow(targetRow, column: target)
    } else if column != target {
      moveAlongRow(to: target)
    }
    (row, column) = (targetRow, target)
  }

  private mutating func moveToRow(_ targetRow: Int, column target: Int) {
    if target == 0, row == targetRow - 1 { return write("\r\n") }
    write("\u{1B}[")
    if targetRow > 0 || target > 0 { write(number: targetRow + 1) }
    if target > 0 {
      bytes.append(UInt8(ascii: ";"))
      write(number: target + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }

  private mutating func moveAlongRow(to target: Int) {
    if target == 0 { return write("\r") }
    write("\u{1B}[")
    if let column, target > column, target - column < target + 1 {
      if target - column > 1 { write(number: target - column) }
      bytes.append(UInt8(ascii: "C"))
    } else {
      write(number: target + 1)
      bytes.append(UInt8(ascii: "G"))
    }
  }

  private mutating func write(number: Int) {
    bytes.append(decimal: number)
  }
}

extension [UInt8] {
  /// Appends a number that is not negative, as terminals read it.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

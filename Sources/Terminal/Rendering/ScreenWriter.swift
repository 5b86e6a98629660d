/// Bytes for a terminal, with the resulting cursor position and style.
struct ScreenWriter {
  private var text: StyledText
  private var row: Int?
  /// The cursor's column; nil after a glyph of ambiguous width and after the last column.
  private var column: Int?
  private let size: ScreenSize

  init(size: ScreenSize, _ text: StyledText) {
    (self.size, self.text) = (size, text)
  }

  var bytes: [UInt8] { text.bytes }

  mutating func write(_ sequence: String) {
    text.bytes.append(contentsOf: sequence.utf8)
  }

  // MARK: Cells

  mutating func setStyle(_ style: CellStyle, link: Link?) {
    text.set(style, link)
  }

  mutating func resetStyle() {
    setStyle(.plain, link: nil)
  }

  /// Writes a character; except after ASCII, the cursor's position is unknown, since terminals
  /// differ.
  mutating func put(_ character: String) {
    guard character.utf8.count == 1, let ascii = character.utf8.first else {
      write(character)
      column = nil
      return
    }
    text.bytes.append(ascii)
    let next = (column ?? 0) + 1
    column = next < size.columns ? next : nil
  }

  /// Writes a picture; the cursor's position is unknown afterward, since terminals differ.
  mutating func put(_ placement: PicturePlacement, by pictures: PictureProtocol) {
    let region = placement.region
    move(toColumn: region.column, row: region.row)
    text.bytes += pictures.bytes(
      of: placement.picture,
      columns: region.columns,
      rows: region.rows
    )
    (row, column) = (nil, nil)
  }

  /// Whether a cell needs no bytes for its style.
  func isReady(for cell: Cell) -> Bool {
    cell.style == text.style && cell.link == text.link
  }

  mutating func eraseToEndOfLine() {
    resetStyle()
    write("\u{1B}[K")
  }

  mutating func clearScreen(of pictures: PictureProtocol?) {
    write("\u{1B}[m\u{1B}[H\u{1B}[2J")
    text.bytes += pictures?.removalOfAll ?? []
    (row, column) = (0, 0)
  }

  // MARK: Moves

  /// The columns from the cursor to a position on the right; nil if unknown.
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
    let row = targetRow > 0 || target > 0 ? "\(targetRow + 1)" : ""
    write("\u{1B}[\(row)\(target > 0 ? ";\(target + 1)" : "")H")
  }

  private mutating func moveAlongRow(to target: Int) {
    if target == 0 { return write("\r") }
    let distance = column.map { target - $0 } ?? 0
    guard distance > 0 else { return write("\u{1B}[\(target + 1)G") }
    write("\u{1B}[\(distance > 1 ? "\(distance)" : "")C")
  }
}

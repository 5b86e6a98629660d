package import Terminal

/// A model of a terminal's screen, limited to the sequences that we send.
///
/// It records all other sequences as `unknown`. When half of a wide glyph is overwritten, the other
/// half becomes `▒`, which exposes a renderer that expects anything else.
package struct ScreenModel {
  /// How a terminal draws a character of several scalars.
  package enum Clusters: CaseIterable, Sendable {
    /// As one glyph, in the columns that we assume.
    case joined
    /// As separate parts, one after another.
    case parts
  }

  package struct Cell: Equatable, CustomStringConvertible {
    package var text: String
    package var style: CellStyle
    package var link: String?
    /// The width in columns; 0 if a glyph to the left covers the cell.
    package var width: Int

    package var description: String { width == 0 ? "<" : text }
  }

  package let size: ScreenSize
  package private(set) var cells: [[Cell]]
  package private(set) var cursor = ScreenPosition(column: 0, row: 0)
  /// The numbers of the private modes that are on.
  package private(set) var modes: Set<Int> = [7, 25]
  /// Every change of a private mode, in order: positive for on, negative for off.
  package private(set) var switches: [Int] = []
  package private(set) var title: String?
  /// The text sent to the clipboard, in base64.
  package private(set) var clipboard: String?
  package private(set) var titleStack: [String?] = []
  package private(set) var keyboardFlags: [Int] = []
  /// The kitty pictures on the screen.
  package internal(set) var pictures: [ScreenRegion] = []
  /// The number of pictures drawn with either protocol.
  package private(set) var drawnPictures = 0
  package private(set) var unknown: [String] = []
  /// The number of completed synchronized updates.
  package private(set) var frames = 0

  private let clusters: Clusters
  private var style = CellStyle.plain
  private var link: String?
  /// Whether the next scalar may belong to the glyph before the cursor.
  private var isJoinable = false
  /// Whether the cursor is past the last column, where a terminal keeps it in that column.
  private var isBehindLast = false
  private var pending: [UInt8] = []
  /// The first chunk of an incomplete picture.
  var openPicture: [String: String]?

  package init(_ size: ScreenSize, clusters: Clusters = .joined) {
    self.size = size
    self.clusters = clusters
    cells = Array(
      repeating: Array(repeating: Self.blank(.plain), count: size.columns),
      count: size.rows
    )
  }

  package var lines: [String] {
    cells.map { row in
      let line = row.map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Whether no style, link or incomplete sequence remains.
  package var isAtRest: Bool {
    style == .plain && link == nil && pending.isEmpty && openPicture == nil
  }

  package mutating func write(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let length = nextLength() {
      let token = Array(pending.prefix(length))
      pending.removeFirst(length)
      perform(token)
    }
  }

  private static func blank(_ style: CellStyle) -> Cell {
    Cell(text: " ", style: CellStyle(background: style.background), link: nil, width: 1)
  }

  // MARK: Tokens

  /// The length of the first token, if it is complete.
  private func nextLength() -> Int? {
    guard let first = pending.first else { return nil }
    guard first == 0x1B else { return scalarLength(first) }
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      return pending.dropFirst(2).firstIndex { 0x40...0x7E ~= $0 }.map { $0 + 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "_"):
      let end = pending.indices.dropFirst(3).first {
        pending[$0 - 1] == 0x1B && pending[$0] == UInt8(ascii: "\\")
      }
      return end.map { $0 + 1 }
    default: return 2
    }
  }

  private func scalarLength(_ lead: UInt8) -> Int? {
    let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return pending.count >= length ? length : nil
  }

  private mutating func perform(_ token: [UInt8]) {
    let text = String(decoding: token, as: UTF8.self)
    if text.hasPrefix("\u{1B}[") {
      (isJoinable, isBehindLast) = (false, false)
      control(text)
    } else if text.hasPrefix("\u{1B}]") {
      command(text.dropFirst(2).dropLast(2))
    } else if text.hasPrefix("\u{1B}_G") {
      graphics(text.dropFirst(3).dropLast(2))
    } else if text == "\r" || text == "\n" {
      (isJoinable, isBehindLast) = (false, false)
      if text == "\r" { cursor.column = 0 } else { lineFeed() }
    } else if text.hasPrefix("\u{1B}") || token[0] < 0x20 {
      if text != "\u{1B}\\" { unknown.append(text) }
    } else {
      for scalar in text.unicodeScalars { put(scalar) }
    }
  }

  private mutating func lineFeed() {
    if cursor.row == size.rows - 1 { unknown.append("scrolled") } else { cursor.row += 1 }
  }

  /// OSC: titles and links.
  private mutating func command(_ text: Substring) {
    if text.hasPrefix("2;") {
      title = String(text.dropFirst(2))
    } else if text.hasPrefix("8;;") {
      link = text == "8;;" ? nil : String(text.dropFirst(3))
    } else if text.hasPrefix("52;c;") {
      clipboard = String(text.dropFirst(5))
    } else if text.hasPrefix("1337;File=") {
      showInline(text.dropFirst(10).prefix { $0 != ":" })
    } else {
      unknown.append(String(text))
    }
  }

  private mutating func control(_ text: String) {
    let body = text.dropFirst(2).dropLast()
    let marker = body.first.flatMap { "<=>?".contains($0) ? $0 : nil }
    let numbers = (marker == nil ? body : body.dropFirst())
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (marker, text.last) {
    case (nil, "m"): style.apply(numbers)
    case (nil, "H"):
      cursor = clamped(column: Self.count(numbers, 1) - 1, row: Self.count(numbers, 0) - 1)
    case (nil, "G"): cursor = clamped(column: Self.count(numbers, 0) - 1, row: cursor.row)
    case (nil, "C"):
      cursor = clamped(column: cursor.column + Self.count(numbers, 0), row: cursor.row)
    case (nil, "K") where numbers == [0] || numbers == []:
      erase(cursor.column..<size.columns, row: cursor.row)
    case (nil, "J") where numbers == [2]:
      for row in 0..<size.rows { erase(0..<size.columns, row: row) }
      pictures = []
    case (nil, "t") where numbers == [22, 2]: titleStack.append(title)
    case (nil, "t") where numbers == [23, 2]: title = titleStack.popLast() ?? title
    case (">", "u"): keyboardFlags += numbers
    case ("<", "u"): keyboardFlags = keyboardFlags.dropLast()
    case ("?", "h"): for number in numbers { set(number, to: true) }
    case ("?", "l"): for number in numbers { set(number, to: false) }
    default: unknown.append(text)
    }
  }

  /// A count or position parameter, for which 0 means 1.
  private static func count(_ numbers: [Int], _ index: Int) -> Int {
    numbers.indices.contains(index) ? max(numbers[index], 1) : 1
  }

  private mutating func set(_ mode: Int, to isOn: Bool) {
    switches.append(isOn ? mode : -mode)
    if mode == 2026, !isOn { frames += 1 }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  private func clamped(column: Int, row: Int) -> ScreenPosition {
    ScreenPosition(
      column: min(max(column, 0), size.columns - 1),
      row: min(max(row, 0), size.rows - 1)
    )
  }

  // MARK: Cells

  private mutating func erase(_ columns: Range<Int>, row: Int) {
    for column in columns {
      breakGlyph(at: column, row: row)
      cells[row][column] = Self.blank(style)
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if clusters == .joined, isJoinable, join(scalar) { return }
    let width = Character(scalar).displayWidth
    if width == 0 { return attach(scalar) }
    place(String(scalar), width: width)
  }

  /// Adds the scalar to the glyph before the cursor if both form one character.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard let lead = leadBeforeCursor() else { return false }
    let text = cells[cursor.row][lead].text + String(scalar)
    guard text.count == 1, let character = text.first else { return false }
    cursor.column = lead
    isBehindLast = false
    place(text, width: max(character.displayWidth, 1))
    return true
  }

  // MARK: Pictures

  mutating func note(_ text: String) { unknown.append(text) }
  mutating func countPicture() { drawnPictures += 1 }
  mutating func moveAway(to position: ScreenPosition) { cursor = position }

  mutating func pictureCells(_ region: ScreenRegion) {
    for row in region.row..<region.row + region.rows {
      for column in region.column..<region.column + region.columns {
        breakGlyph(at: column, row: row)
        cells[row][column] = Cell(text: Self.pictured, style: .plain, link: nil, width: 1)
      }
    }
  }

  /// Adds a combining mark to the glyph before the cursor.
  private mutating func attach(_ scalar: Unicode.Scalar) {
    guard isJoinable, let lead = leadBeforeCursor() else { return }
    cells[cursor.row][lead].text.unicodeScalars.append(scalar)
  }

  private func leadBeforeCursor() -> Int? {
    var column = isBehindLast ? size.columns - 1 : cursor.column - 1
    while column > 0, cells[cursor.row][column].width == 0 { column -= 1 }
    return column >= 0 ? column : nil
  }

  private mutating func place(_ text: String, width: Int) {
    // Terminals differ in this case.
    if isBehindLast || cursor.column + width > size.columns { unknown.append("crossed the edge") }
    let start = max(min(cursor.column, size.columns - width), 0)
    let columns = start..<min(start + width, size.columns)
    for column in columns { breakGlyph(at: column, row: cursor.row) }
    for column in columns {
      cells[cursor.row][column] = Cell(text: "", style: style, link: link, width: 0)
    }
    cells[cursor.row][start].text = text
    cells[cursor.row][start].width = columns.count
    isBehindLast = columns.upperBound >= size.columns
    cursor.column = min(columns.upperBound, size.columns - 1)
    isJoinable = true
  }

  /// Replaces the rest of a glyph when one of its cells is overwritten.
  private mutating func breakGlyph(at column: Int, row: Int) {
    var lead = column
    while lead > 0, cells[row][lead].width == 0 { lead -= 1 }
    guard cells[row][lead].width > 1, column < lead + cells[row][lead].width else { return }
    for part in lead..<lead + cells[row][lead].width {
      cells[row][part] = Cell(text: "▒", style: .plain, link: nil, width: 1)
    }
  }
}

extension CellStyle {
  /// Applies SGR parameters as a terminal does.
  fileprivate mutating func apply(_ parameters: [Int]) {
    var rest = parameters.isEmpty ? [0] : parameters[...]
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underline)
      case 7: attributes.insert(.reverse)
      case 9: attributes.insert(.strikethrough)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underline)
      case 27: attributes.remove(.reverse)
      case 29: attributes.remove(.strikethrough)
      case 38: foreground = Self.explicit(&rest)
      case 48: background = Self.explicit(&rest)
      case 30...39, 90...97: foreground = Self.palette(parameter - 30)
      case 40...49, 100...107: background = Self.palette(parameter - 40)
      default: break
      }
    }
  }

  private static func explicit(_ rest: inout ArraySlice<Int>) -> Color {
    let parts = Array(rest.dropFirst().prefix(3)).map { UInt8(clamping: $0) }
    rest = rest.dropFirst(4)
    return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : .terminalDefault
  }

  private static func palette(_ offset: Int) -> Color {
    offset == 9 ? .terminalDefault : .palette(UInt8(clamping: offset < 8 ? offset : offset - 52))
  }
}

extension Renderer {
  /// The bytes that change a terminal from one frame, or from an unknown state, to another.
  package func bytes(from old: Frame?, to new: Frame) -> [UInt8] {
    var renderer = self
    if let old { _ = renderer.render(old) }
    return renderer.render(new)
  }
}

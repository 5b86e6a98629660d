package import Presentation
package import Terminal

/// Rows of cells in columns that fit the terminal's width.
///
/// Each row starts with its number, which other commands accept.
package struct Table {
  package enum Room: Sendable {
    /// The width of its widest cell.
    case own
    /// The width of its widest cell, as long as the last column keeps its minimum: see
    /// ``ColumnLayout``.
    case name
    /// Omitted if there is no space, and never wider than this.
    case optional(Int = .max)
    /// The space that the others leave.
    case rest
    /// The width of its widest cell, as far as preceding columns leave space.
    case flowing
  }

  package struct Layout: Sendable {
    package var room = Room.own
    package var style: CellStyle?
    package var isRight = false

    package init(room: Room = Room.own, style: CellStyle? = nil, isRight: Bool = false) {
      (self.room, self.style, self.isRight) = (room, style, isRight)
    }
  }

  package struct Cell {
    package let text: String
    /// The text with marks, if it may have any.
    package var marked: MarkedText?
    package var url: String?
    /// A dimmed word of ours before the text.
    package var mark = ""
    /// The style that replaces the column's.
    package var style: CellStyle?

    /// Creates a cell with text of any origin; nil is empty.
    package init(_ text: String?) {
      self.text = SafeText(text ?? "", longest: Table.maxCellLength).description
    }

    /// Creates a cell with our own text.
    package init(safe text: String, style: CellStyle? = nil) {
      (self.text, self.style) = (text, style)
    }

    package init(_ marked: MarkedText, url: String? = nil) {
      (text, self.marked, self.url) = (marked.text, marked, url)
    }
  }

  package let columns: [Layout]
  package var rows: [[Cell]] = []
  package var isNumbered = true
  package var firstNumber = 1
  /// Whether each row has a star after its number; nil for a table without stars.
  package var stars: [Bool]?
  /// The lines below rows, by row index.
  package var excerpts: [Int: MarkedText] = [:]
  package var gap = 2

  package init(_ columns: [Layout]) { self.columns = columns }

  /// The maximum length in Unicode scalars, above the columns of any terminal.
  package static let maxCellLength = 4096

  /// The lines, each with its line break.
  package func text(_ display: Display) -> String {
    let digits = String(firstNumber + rows.count - 1).count
    let number = isNumbered ? digits + (stars == nil ? 0 : 2) : 0
    let widths = widths(display, number)
    let gap = String(repeating: " ", count: self.gap)
    return rows.indices.map { index in
      var cells: [String] = []
      if isNumbered {
        let place = String(firstNumber + index).rightAligned(toWidth: digits)
        let shown = display.styled(Theme.dim, place)
        let mark = stars.map { $0[index] ? " " + display.styled(Theme.star, "★") : "  " }
        cells.append(shown + (mark ?? ""))
      }
      for (column, (cell, width)) in zip(columns, zip(rows[index], widths)) where width > 0 {
        cells.append(text(cell, column, width, display))
      }
      let excerpt = excerpts[index].map { line($0, indent: number + self.gap, display) } ?? ""
      return cells.joined(separator: gap).trimmingTrailingSpaces + "\n" + excerpt
    }
    .joined()
  }

  /// The widths of the columns beside the number; 0 omits a column.
  private func widths(_ display: Display, _ number: Int) -> [Int] {
    let widest = zip(columns.indices, columns).map { index, column in
      switch column.room {
      case .rest: 0
      case .optional(let most): min(width(of: index), most)
      case .own, .name, .flowing: width(of: index)
      }
    }
    var left = display.width - (number > 0 ? number + gap : 0)
    var (first, optional) = (0, [Int]())
    for (column, width) in zip(columns, widest) {
      switch column.room {
      case .own: left -= width + gap
      case .name: first = width
      case .optional: optional.append(width)
      case .rest, .flowing: break
      }
    }
    let layout = ColumnLayout(room: left, gap: gap, first: first, optional: optional)
    var optionals = layout.optional[...]
    return zip(columns, widest).map { column, width in
      switch column.room {
      case .own: return width
      case .name: return layout.first
      case .optional: return optionals.popFirst() ?? 0
      case .rest: return layout.last
      case .flowing:
        let given = max(min(width, left), 0)
        if given > 0 { left -= given + gap }
        return given
      }
    }
  }

  private func width(of column: Int) -> Int {
    rows.reduce(0) { max($0, $1[column].text.displayWidth) }
  }

  private func text(_ cell: Cell, _ column: Layout, _ width: Int, _ display: Display) -> String {
    switch column.room {
    case .name, .rest:
      let mark = cell.mark.truncated(toWidth: width)
      let room = width - mark.displayWidth
      let marked = cell.marked?.truncated(toWidth: room)
      let shown = marked?.text ?? cell.text.truncated(toWidth: room)
      let text =
        display.hasColor
        ? marked?.styled(column.style) ?? display.styled(column.style, shown) : shown
      let link = display.hasHyperlinks ? cell.url.flatMap(Link.init)?.around(text) : nil
      return display.styled(Theme.dim, mark) + (link ?? text)
        + String(repeating: " ", count: max(0, room - shown.displayWidth))
    case .own, .optional, .flowing:
      let filled =
        column.isRight
        ? cell.text.rightAligned(toWidth: width) : cell.text.padded(toWidth: width)
      return display.styled(cell.style ?? column.style, filled)
    }
  }

  private func line(_ excerpt: MarkedText, indent: Int, _ display: Display) -> String {
    let room = max(display.width - indent, 1)
    let text =
      excerpt.text.displayWidth <= room
      ? excerpt
      : excerpt.beginning(beforeFirstMark: room / 3).truncated(toWidth: room, atWord: true)
    return String(repeating: " ", count: indent)
      + (display.hasColor ? text.styled(.dim) : text.text) + "\n"
  }
}

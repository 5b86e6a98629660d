package import Core
package import GitHubModel
package import Presentation
package import Terminal

/// Rows of cells in columns that fit the width of the terminal.
///
/// Each row begins with its number, by which other commands accept it.
package struct Table {
  package enum Room {
    /// As much as its widest cell takes.
    case own
    /// The width of its widest cell, as long as the last column keeps its minimum: see ``ColumnLayout``.
    case name
    /// Left out where there is no room, and never wider than this.
    case optional(Int = .max)
    /// The room that the others leave.
    case rest
    /// The width of its widest cell, as far as the columns before it leave that.
    case flowing
  }

  package struct Column {
    package var room = Room.own
    package var style: CellStyle?
    package var isRight = false

    package init(room: Room = Room.own, style: CellStyle? = nil, isRight: Bool = false) {
      (self.room, self.style, self.isRight) = (room, style, isRight)
    }
  }

  package struct Cell {
    package let text: String
    /// The same with marks, if it may have some.
    package var marked: MarkedText?
    package var url: String?
    /// A word of ours before the text, dimmed.
    package var mark = ""
    /// In place of the column's.
    package var style: CellStyle?

    /// A text of any origin; nil is empty.
    package init(_ text: String?) {
      self.text = SafeText(text ?? "", longest: Table.maxCellLength).description
    }

    /// A text of our own.
    package init(safe text: String, style: CellStyle? = nil) {
      (self.text, self.style) = (text, style)
    }

    package init(_ marked: MarkedText, url: String? = nil) {
      (text, self.marked, self.url) = (marked.text, marked, url)
    }
  }

  package let columns: [Column]
  package var rows: [[Cell]] = []
  package var isNumbered = true
  package var firstNumber = 1
  /// Whether each row is marked with a star behind its number; nil for a table without such marks.
  package var stars: [Bool]?
  /// Lines below rows, by the places of these.
  package var excerpts: [Int: MarkedText] = [:]
  package var gap = 2

  package init(_ columns: [Column]) { self.columns = columns }

  /// In Unicode scalars: more than any terminal has columns.
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

  /// The widths of the columns beside the number; 0 leaves a column out.
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

  private func text(_ cell: Cell, _ column: Column, _ width: Int, _ display: Display) -> String {
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

extension Table {
  /// The tab-separated values of rows; of a time in the first column only the day.
  package init<Row: OutputRow>(_ rows: [Row], room: Room) {
    let cells = rows.map(\.cells)
    self.init((cells.first ?? []).map { Column(room: room, style: $0.style) })
    let isDated = Row.fields.first.map { if case .date = $0.type { true } else { false } } ?? false
    self.rows = cells.map { row in
      row.enumerated().map { index, cell in
        Cell(isDated && index == 0 ? cell.value.map { String($0.prefix(10)) } : cell.value)
      }
    }
  }
}

// MARK: - Repositories

extension RepositoryRow {
  package static func table(_ rows: [Self], _ display: Display) -> Table { Table(rows, display) }
}

extension Table {
  fileprivate init(_ repositories: [RepositoryRow], _ display: Display) {
    self.init([
      Column(room: .name, style: .bold), Column(style: Theme.star, isRight: true),
      Column(room: .optional(Self.maxLanguage), style: Theme.language),
      Column(room: .optional(), style: Theme.dim), Column(room: .rest),
    ])
    firstNumber = max(repositories.first?.rank ?? 1, 1)
    gap = display.width < Self.narrow ? 1 : 2
    stars = repositories.map { $0.repository.isStarred == true }
    // The rows of a list have the same one.
    let marks = repositories.first?.query.map { QueryMarks($0) }
    rows = repositories.map { row in
      let repository = row.repository
      let date =
        display.showsStarDates
        ? row.starredAt.map { "starred \(RelativeDate.text($0, now: display.now))" }
        : repository.dates.pushed.map { RelativeDate.text($0, now: display.now) }
      var description = Cell(Self.description(row, marks))
      if repository.flags.isArchived == true { description.mark = "archived " }
      return [
        Cell(Self.marked(repository.name.fullName, marks), url: repository.url),
        Cell(safe: repository.counts.stars.map(CompactNumber.text) ?? "-"),
        Cell(repository.language), Cell(safe: date ?? ""), description,
      ]
    }
    for (index, row) in repositories.enumerated() {
      if let match = row.excerpt {
        excerpts[index] = MarkedText(match.fragment, ranges: match.ranges)
      }
    }
  }

  /// Such a table of repositories alone.
  package static func text(_ repositories: [Repository], _ display: Display) -> String {
    Self(repositories.map { RepositoryRow($0) }, display).text(display)
  }

  /// Below this many columns, every space counts.
  private static let narrow = 60
  package static let maxLanguage = 16

  package static func description(_ row: RepositoryRow, _ marks: QueryMarks? = nil) -> MarkedText {
    let text = row.repository.description ?? ""
    return marked(String(text.unicodeScalars.prefix(maxCellLength)), marks).withEmoji
  }

  private static func marked(_ text: String, _ marks: QueryMarks?) -> MarkedText {
    MarkedText(text, ranges: marks?.ranges(in: text) ?? [])
  }
}

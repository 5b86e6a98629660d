package import Markdown
import Terminal

/// A table whose columns share a width; if they do not fit, its cells are stacked.
package struct MarkdownTable {
  private typealias Cell = [TextLine.Span]

  private let alignments: [MarkdownNode.Alignment]
  private let header: [Cell]
  private let rows: [[Cell]]

  package init(
    _ table: MarkdownNode,
    _ alignments: [MarkdownNode.Alignment],
    options: ReadmeText.Options
  ) {
    let columns = min(alignments.count, Self.maxColumns)
    self.alignments = Array(alignments.prefix(columns))
    var header: [Cell] = []
    var rows: [[Cell]] = []
    for row in table.children.prefix(ReadmeText.maxLines) {
      let isHeader = row.kind == .row(isHeader: true)
      let cells = row.children.prefix(columns).map { cell in
        var flow = InlineFlow(options)
        flow.add(cell.children, style: isHeader ? .bold : .plain)
        return flow.spans
      }
      if isHeader { header = cells } else { rows.append(cells) }
    }
    (self.header, self.rows) = (header, rows)
  }

  private static let maxColumns = 64
  /// The minimum width of a useful column.
  private static let minColumn = 5
  private static let separator = TextLine.Span(" │ ", .dim)

  package func lines(width: Int) -> [TextLine] {
    let room = width - 3 * max(alignments.count - 1, 0)
    let widths = shares(of: room)
    guard !widths.isEmpty else { return list(width: width) }
    let head = header.contains { !$0.isEmpty } ? line(header, widths) + [rule(widths)] : []
    return head + rows.flatMap { line($0, widths) }
  }

  // MARK: Columns

  /// The width of each column: its content's, or less for the widest ones if space is short; empty
  /// if it is too short.
  ///
  /// No column is narrower than its longest word, if all of them fit.
  private func shares(of room: Int) -> [Int] {
    func widest(_ measure: ([Cell], Int) -> Int) -> [Int] {
      alignments.indices.map { column in
        ([header] + rows).reduce(1) { max($0, measure($1, column)) }
      }
    }
    let wanted = widest { $0.width(ofCell: $1) }
    guard wanted.reduce(0, +) > room else { return wanted }
    guard room >= alignments.count * Self.minColumn else { return [] }
    let words = widest { $0.widestWord(ofCell: $1) }
    let minWidths = words.reduce(0, +) <= room ? words : words.map { _ in 0 }
    func widths(_ limit: Int) -> [Int] {
      zip(wanted, minWidths).map { max(min($0, limit), $1) }
    }
    var (low, high) = (0, wanted.max() ?? 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if widths(middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    return widths(low)
  }

  private func line(_ cells: [Cell], _ widths: [Int]) -> [TextLine] {
    let columns = widths.indices.map { column in
      cells.indices.contains(column)
        ? SpanWrap.lines(cells[column], width: widths[column], breaksWords: true) : []
    }
    let height = max(columns.map(\.count).max() ?? 1, 1)
    return (0..<height).map { row in
      let parts = widths.indices.map { column in
        padded(
          columns[column].indices.contains(row) ? columns[column][row] : .blank,
          to: widths[column],
          alignments[column],
          isLast: column == widths.count - 1
        )
      }
      return TextLine(Array(parts.joined(separator: [Self.separator])))
    }
  }

  private func padded(
    _ line: TextLine,
    to width: Int,
    _ alignment: MarkdownNode.Alignment,
    isLast: Bool
  ) -> [TextLine.Span] {
    let room = max(width - line.width, 0)
    let before =
      switch alignment {
      case .leading: 0
      case .center: room / 2
      case .trailing: room
      }
    return Self.blanks(before) + line.spans + Self.blanks(isLast ? 0 : room - before)
  }

  private static func blanks(_ count: Int) -> [TextLine.Span] {
    count > 0 ? [TextLine.Span(.blanks(count))] : []
  }

  private func rule(_ widths: [Int]) -> TextLine {
    let lines = widths.map { String(repeating: "─", count: $0) }
    return TextLine(SafeText(lines.joined(separator: "─┼─")), .dim)
  }

  // MARK: Rows below each other

  private func list(width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    for row in rows {
      if !lines.isEmpty { lines.append(.blank) }
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        let name = header.indices.contains(column) ? header[column] : []
        let label = name.isEmpty ? [] : name + [TextLine.Span(": ", .bold)]
        lines += SpanWrap.lines(label + cell, width: width, breaksWords: true)
      }
      if lines.count > ReadmeText.maxLines { break }
    }
    return lines
  }
}

extension [[TextLine.Span]] {
  fileprivate func width(ofCell index: Int) -> Int {
    indices.contains(index) ? self[index].reduce(0) { $0 + $1.text.displayWidth } : 0
  }

  fileprivate func widestWord(ofCell index: Int) -> Int {
    guard indices.contains(index) else { return 0 }
    var (widest, word) = (0, 0)
    for span in self[index] {
      let parts = span.text.description.split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        word = part.displayWidth + (index == 0 ? word : 0)
        widest = Swift.max(widest, word)
      }
    }
    return widest
  }
}

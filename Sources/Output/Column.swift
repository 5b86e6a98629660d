package import Core
package import Essentials
import GitHubModel
package import Terminal

/// A column of rows: of their tab-separated values, their table, or both.
package struct Column<Row>: Sendable {
  /// The name, such as `stargazers_count`; nil for a column that only the table has.
  package let name: String?
  /// The layout; nil for a column that the table lacks.
  let layout: Table.Layout?
  let style: @Sendable (Row) -> CellStyle?
  let value: @Sendable (Row) -> String?
  let cell: @Sendable (Row, Display) -> Table.Cell

  private init(
    _ name: String?,
    _ layout: Table.Layout?,
    _ style: @escaping @Sendable (Row) -> CellStyle?,
    _ value: @escaping @Sendable (Row) -> String?,
    _ cell: @escaping @Sendable (Row, Display) -> Table.Cell
  ) {
    (self.name, self.layout, self.style, self.value, self.cell) = (name, layout, style, value, cell)
  }

  /// Creates a column for both outputs; `shown` creates its cell if the table shows the value
  /// differently.
  package init(
    _ name: String,
    _ style: CellStyle? = nil,
    room: Table.Room = .flowing,
    isRight: Bool = false,
    shown: (@Sendable (Row, Display) -> Table.Cell)? = nil,
    _ value: @escaping @Sendable (Row) -> String?
  ) {
    let layout = Table.Layout(room: room, style: style, isRight: isRight)
    self.init(name, layout, { _ in style }, value, shown ?? { row, _ in Table.Cell(value(row)) })
  }

  /// Creates a column of times, shown as days in the table.
  package static func time(
    _ name: String,
    _ style: CellStyle? = nil,
    _ value: @escaping @Sendable (Row) -> Date
  ) -> Self {
    Self(name, style) { row, _ in
      Table.Cell(safe: String(Timestamp.text(value(row)).prefix(10)))
    } _: {
      Timestamp.text(value($0))
    }
  }

  /// Creates a column only for tab-separated values.
  package static func text(
    _ name: String,
    _ style: CellStyle? = nil,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(name, nil, { _ in style }, value, { row, _ in Table.Cell(value(row)) })
  }

  /// Creates a column only for tab-separated values, whose style depends on the row.
  package static func text(
    _ name: String,
    styledBy style: @escaping @Sendable (Row) -> CellStyle?,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(name, nil, style, value) { row, _ in Table.Cell(value(row)) }
  }

  /// Creates a column only for the table.
  package static func table(
    _ style: CellStyle? = nil,
    room: Table.Room = .own,
    isRight: Bool = false,
    _ cell: @escaping @Sendable (Row, Display) -> Table.Cell
  ) -> Self {
    Self(
      nil,
      Table.Layout(room: room, style: style, isRight: isRight),
      { _ in style },
      { _ in nil },
      cell
    )
  }
}

extension Table {
  package init<Row>(_ rows: [Row], _ columns: [Column<Row>], _ display: Display) {
    let shown = columns.filter { $0.layout != nil }
    self.init(shown.compactMap(\.layout))
    self.rows = rows.map { row in shown.map { $0.cell(row, display) } }
  }
}

extension TSV {
  /// Writes a row's values, in color on request; all of them are then made safe for a terminal.
  ///
  /// The last value is cut if it is longer than `longestLast` characters.
  package static func write<Row>(
    _ row: Row,
    _ columns: [Column<Row>],
    isColored: Bool,
    longestLast: Int? = nil,
    to stream: inout some TextOutputStream
  ) {
    let named = columns.filter { $0.name != nil }
    var values = named.map { $0.value(row) }
    if let longestLast, let last = values.popLast() { values.append(last?.cut(to: longestLast)) }
    if isColored {
      values = zip(named, values).map { column, value in
        value.map(SafeText.shown).map { column.style(row)?($0) ?? $0 }
      }
    }
    write(values, to: &stream)
  }
}

extension Context {
  package func printRecords<Row>(
    _ rows: [Row],
    _ columns: [Column<Row>],
    isColored: Bool = false
  ) throws(OperationFailure) {
    var text = ""
    for row in rows { TSV.write(row, columns, isColored: isColored, to: &text) }
    try print(text)
  }
}

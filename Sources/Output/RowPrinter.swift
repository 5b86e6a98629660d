package import Core
package import GitHubModel
import JSON
import Terminal

/// Prints rows as they arrive; prints a table at the end, once its column widths are known.
package struct RowPrinter<Row: Sendable> {
  private let format: RowFormat<Row>
  private let context: Context
  private let columns: [Column<Row>]
  private let tableText: ([Row], Display) -> String
  private var tableRows: [Row] = []
  private var hasRows = false

  /// Prints the text before the first row.
  package func begin() throws(OperationFailure) {
    switch format {
    case .table, .tsv, .jsonLines, .template: break
    case .json: try context.print("[")
    case .csv(let fields): try context.print(CSV.record(fields.map(\.name)))
    }
  }

  package mutating func write(_ rows: [Row]) throws(OperationFailure) {
    if case .table = format {
      tableRows += rows
      return
    }
    var text = ""
    for row in rows {
      write(row, to: &text)
      guard text.utf8.count > Self.maxChunk else { continue }
      try context.print(text)
      text = ""
    }
    try context.print(text)
  }

  /// The maximum size of a chunk in bytes, so that output of megabytes is never completely in
  /// memory.
  private static var maxChunk: Int { 64 * 1024 }

  /// Completes the output; a table longer than the screen is paged, unless a failure follows.
  package func end(isPaged: Bool = true) async throws(OperationFailure) {
    switch format {
    case .table(let display):
      let text = tableText(tableRows, display)
      if isPaged { try await Pager.print(text, in: context) } else { try context.print(text) }
    case .json: try context.print(hasRows ? "\n]\n" : "]\n")
    case .tsv, .jsonLines, .csv, .template: break
    }
  }

  private mutating func write(_ row: Row, to stream: inout String) {
    let isShown = context.terminal != nil
    switch format {
    case .table: break
    case .tsv(let isColored, let maxDescription):
      TSV.write(row, columns, isColored: isColored, longestLast: maxDescription, to: &stream)
    case .json(let fields):
      stream.write(hasRows ? ",\n" : "\n")
      Field.object(fields, of: row).write(to: &stream)
    case .jsonLines(let fields):
      Field.object(fields, of: row).write(to: &stream)
      stream.write("\n")
    case .csv(let fields):
      let values = fields.map { CSV.text($0.value(row)) }
      CSV.write(isShown ? values.map(SafeText.shown) : values, to: &stream)
    case .template(let template, let fields):
      template.write(Field.object(fields, of: row), isShown: isShown, to: &stream)
    }
    hasRows = true
  }
}

extension String {
  /// The start of the text, with a mark if it is truncated.
  package func cut(to length: Int) -> String {
    count <= length ? self : prefix(max(length - 1, 0)) + (length > 0 ? "…" : "")
  }
}

extension RowPrinter where Row: OutputRow {
  package init(_ format: RowFormat<Row>, in context: Context) {
    (self.format, self.context) = (format, context)
    (columns, tableText) = (Row.columns, { Row.text($0, on: $1) })
  }

  package static func print(
    _ rows: [Row],
    as format: RowFormat<Row>,
    in context: Context
  ) async throws(OperationFailure) {
    var printer = Self(format, in: context)
    try printer.begin()
    try printer.write(rows)
    try await printer.end()
  }
}

extension Context {
  /// Prints a complete list up to the limit; if its rows are repositories, row numbers then refer
  /// to them.
  ///
  /// Standard error gets `footer` below a table, or `nothing` (by default also `footer`) if there
  /// are no rows. Programs get `summary`, by default the number of rows.
  package func printList<Row: OutputRow>(
    _ rows: [Row],
    as format: RowFormat<Row>,
    limit: Int? = nil,
    name: ((Row) -> RepositoryName)?,
    summary: ListSummary? = nil,
    footer: String? = nil,
    ifEmpty nothing: String?
  ) async throws(OperationFailure) {
    let shown = limit.map { Array(rows.prefix($0)) } ?? rows
    try await RowPrinter.print(shown, as: format, in: self)
    let first = (summary?.skippedCount ?? 0) + 1
    if let name { RowList(in: self).replace(with: shown.map(name), from: first) }
    var text = rows.isEmpty ? nothing.map { "ghsearch: \($0)" } ?? footer : nil
    if text == nil, case .table = format { text = footer }
    summarize(summary ?? ListSummary(shown: shown.count, of: rows.count), text)
  }
}

extension SafeText {
  /// A value's text for a terminal, truncated beyond what anyone reads.
  package static func shown(_ text: String) -> String {
    SafeText(text, longest: 65_536).description
  }
}

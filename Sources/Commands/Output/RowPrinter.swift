import GitHubModel
import JSON
import Terminal

/// Prints rows in their format, as they come; a table at the end, when the widths of its columns are known.
struct RowPrinter<Row: Sendable> {
  private let format: RowFormat<Row>
  private let context: Context
  private let cells: (Row) -> [(style: CellStyle?, value: String?)]
  private let table: ([Row], Table.Options) -> Table
  private var tableRows: [Row] = []
  private var hasRows = false

  /// `cells` are the tab-separated values of a row.
  init(
    _ format: RowFormat<Row>,
    _ context: Context,
    cells: @escaping (Row) -> [(style: CellStyle?, value: String?)],
    table: @escaping ([Row], Table.Options) -> Table = { _, _ in Table([]) }
  ) {
    (self.format, self.context, self.cells, self.table) = (format, context, cells, table)
  }

  /// Prints what stands before the first row.
  func begin() throws(CommandFailure) {
    switch format {
    case .table, .tsv, .jsonLines, .template: break
    case .json: try context.print("[")
    case .csv(let fields, _): try context.print(CSV.record(fields.map(\.name)))
    }
  }

  mutating func write(_ rows: [Row]) throws(CommandFailure) {
    if case .table = format {
      tableRows += rows
      return
    }
    var stream = ChunkedWriter(to: context.print)
    for row in rows { write(row, to: &stream) }
    try stream.flush()
  }

  /// Completes the output; a table is shown through the pager if it is longer than the screen, unless a failure
  /// follows.
  func end(isPaged: Bool = true) async throws(CommandFailure) {
    switch format {
    case .table(let options):
      let text = table(tableRows, options).text(options)
      if isPaged { try await Pager.print(text, in: context) } else { try context.print(text) }
    case .json: try context.print(hasRows ? "\n]\n" : "]\n")
    case .tsv, .jsonLines, .csv, .template: break
    }
  }

  private mutating func write(_ row: Row, to stream: inout ChunkedWriter) {
    switch format {
    case .table: break
    case .tsv(let isColored, let maxDescription):
      var values = cells(row)
      if let maxDescription, let last = values.popLast() {
        values.append((last.style, last.value.map { Self.cut($0, to: maxDescription) }))
      }
      TSV.write(values, isColored: isColored, to: &stream)
    case .json(let fields):
      stream.write(hasRows ? ",\n" : "\n")
      Field.object(fields, of: row).write(to: &stream)
    case .jsonLines(let fields):
      Field.object(fields, of: row).write(to: &stream)
      stream.write("\n")
    case .csv(let fields, let isShown):
      let values = fields.map { CSV.text($0.value(row)) }
      CSV.write(isShown ? values.map(SafeText.shown) : values, to: &stream)
    case .template(let template, let fields, let isShown):
      template.write(Field.object(fields, of: row), isShown: isShown, to: &stream)
    }
    hasRows = true
  }

  /// The start of a text, with a mark if it is cut.
  private static func cut(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(max(length - 1, 0)) + (length > 0 ? "…" : "")
  }
}

extension RowPrinter where Row: OutputRow {
  init(
    _ format: RowFormat<Row>,
    _ context: Context,
    table: @escaping ([Row], Table.Options) -> Table
  ) {
    self.init(format, context, cells: { $0.cells }, table: table)
  }

  /// Prints a complete list.
  static func print(
    _ rows: [Row],
    as format: RowFormat<Row>,
    in context: Context,
    table: @escaping ([Row], Table.Options) -> Table
  ) async throws(CommandFailure) {
    var printer = Self(format, context, table: table)
    try printer.begin()
    try printer.write(rows)
    try await printer.end()
  }
}

extension RowPrinter<RepositoryRow> {
  /// Prints repositories; a table may show when they were starred in place of the last pushes.
  init(_ format: OutputFormat, in context: Context, showsStarDates: Bool = false) {
    self.init(
      format,
      context,
      cells: { $0.cells },
      table: { Table($0, $1, now: context.now(), showsStarDates: showsStarDates) }
    )
  }

  /// Prints a complete list.
  static func print(
    _ rows: [RepositoryRow],
    as format: OutputFormat,
    in context: Context,
    showsStarDates: Bool = false
  ) async throws(CommandFailure) {
    var printer = Self(format, in: context, showsStarDates: showsStarDates)
    try printer.begin()
    try printer.write(rows)
    try await printer.end()
  }
}

extension SafeText {
  /// The text of a value on a terminal, as far as anyone reads it.
  static func shown(_ text: String) -> String { SafeText(text, longest: 65_536).description }
}

// MARK: - Complete lists

extension Context {
  /// Prints a complete list of repositories, to which row numbers refer from then on.
  ///
  /// Standard error gets `footer` below a table, or `nothing` if there are no rows. Programs read `summary`.
  func printList(
    _ rows: [RepositoryRow],
    as format: OutputFormat,
    showsStarDates: Bool = false,
    summary: ListSummary,
    footer: String,
    ifEmpty nothing: String
  ) async throws(CommandFailure) {
    try await RowPrinter.print(rows, as: format, in: self, showsStarDates: showsStarDates)
    RowList(in: self).replace(with: rows.map(\.repository.name))
    var text = rows.isEmpty ? "ghsearch: \(nothing)" : nil
    if text == nil, case .table = format { text = footer }
    summarize(summary, text)
  }

  /// Prints rows about repositories up to the limit; on a terminal their numbers refer to the repositories.
  func printList<Row: OutputRow>(
    _ rows: [Row],
    as format: RowFormat<Row>,
    limit: RowLimit? = nil,
    name: (Row) -> RepositoryName,
    ifEmpty nothing: String
  ) async throws(CommandFailure) {
    let shown = limit?.first(rows) ?? rows
    try await RowPrinter.print(shown, as: format, in: self) { rows, _ in Table(rows, room: .flowing)
    }
    RowList(in: self).replace(with: shown.map(name))
    let summary = ListSummary(shown: shown.count, of: rows.count)
    summarize(summary, shown.isEmpty ? "ghsearch: \(nothing)" : nil)
  }
}

extension Table {
  /// The tab-separated values of rows; of a time in the first column only the day.
  init<Row: OutputRow>(_ rows: [Row], room: Room) {
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

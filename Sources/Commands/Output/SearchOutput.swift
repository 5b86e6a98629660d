import Essentials
import GitHubModel
import JSON
import RepositoryStore
import SearchUI
import Terminal

/// Writes rows in any format but a table.
struct RowWriter<Field: OutputField> {
  private let format: RowFormat<Field>
  /// The values of a row as tab-separated values.
  private let columns: (Field.Row) -> [(style: CellStyle?, value: String?)]
  private var hasRows = false

  init(
    _ format: RowFormat<Field>,
    columns: @escaping (Field.Row) -> [(style: CellStyle?, value: String?)]
  ) {
    (self.format, self.columns) = (format, columns)
  }

  /// The text before the first row.
  var opening: String {
    switch format {
    case .table, .tsv, .jsonLines, .template: ""
    case .json: "["
    case .csv(let columns, _): CSV.record(columns.map(\.name))
    }
  }

  mutating func write(_ row: Field.Row, to stream: inout ChunkedWriter) {
    switch format {
    case .table: break
    case .tsv(let isColored, let maxDescription):
      var values = columns(row)
      if let maxDescription, Field.hasDescription, let last = values.popLast() {
        values.append((last.style, last.value.map { Self.cut($0, to: maxDescription) }))
      }
      TSV.write(values, isColored: isColored, to: &stream)
    case .json(let columns):
      stream.write(hasRows ? ",\n" : "\n")
      Self.object(row, columns).write(to: &stream)
    case .jsonLines(let columns):
      Self.object(row, columns).write(to: &stream)
      stream.write("\n")
    case .csv(let columns, let isShown):
      CSV.write(Self.values(row, columns, isShown: isShown), to: &stream)
    case .template(let template, let isShown):
      template.write(isShown: isShown, to: &stream) { Field(rawValue: $0)?.value(of: row) }
    }
    hasRows = true
  }

  /// The text after the last row, which completes the output.
  var closing: String {
    switch format {
    case .table, .tsv, .jsonLines, .csv, .template: ""
    case .json: hasRows ? "\n]\n" : "]\n"
    }
  }

  /// The start of a text, with a mark if it is cut.
  private static func cut(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(max(length - 1, 0)) + (length > 0 ? "…" : "")
  }

  private static func object(_ row: Field.Row, _ columns: [OutputColumn<Field>]) -> JSONValue {
    .object(columns.map { .init($0.name, $0.value(of: row)) })
  }

  private static func values(
    _ row: Field.Row,
    _ columns: [OutputColumn<Field>],
    isShown: Bool
  ) -> [String] {
    let values = columns.map { CSV.text($0.value(of: row)) }
    return isShown ? values.map { SafeText($0, longest: maxShownLength).description } : values
  }

  /// In Unicode scalars: more than anyone reads of a value on a terminal.
  private static var maxShownLength: Int { 65_536 }
}

extension RowWriter {
  /// Prints a complete list; a table as `table` draws it, and through the pager if it is longer than the
  /// screen.
  static func print(
    _ rows: [Field.Row],
    as format: RowFormat<Field>,
    columns: @escaping (Field.Row) -> [(style: CellStyle?, value: String?)],
    table: (Table.Options) -> String,
    in context: Context
  ) async throws(CommandFailure) {
    if case .table(let options) = format {
      return try await Pager.print(table(options), in: context)
    }
    var writer = Self(format, columns: columns)
    try context.print(writer.opening)
    var stream = ChunkedWriter(to: context.print)
    for row in rows { writer.write(row, to: &stream) }
    try stream.flush()
    try context.print(writer.closing)
  }
}

/// Turns pages of results into text, in the order of their ranks.
///
/// A table is complete in ``closing``, so that its best rows can be shown first.
struct SearchOutput {
  private var writer: RowWriter<RepositoryField>
  /// Nil for other formats.
  private var table: Table?
  private var tableText = ""
  /// The rank of the next row.
  private var rank: Int

  /// `firstRank` is the place of the first row among all results, counted from 1.
  init(_ format: OutputFormat, firstRank: Int = 1, now: Date) {
    writer = RowWriter(format) { Self.columns($0.repository) }
    rank = firstRank
    if case .table(let options) = format { table = Table(options, now: now) }
  }

  /// The text before the first row.
  var opening: String { writer.opening }

  /// Writes one page in chunks; `stars` has the known stars of the user among them.
  ///
  /// With `showsStarDates`, a table has their times in place of the last pushes.
  mutating func render(
    _ repositories: [Repository],
    matches: [Repository.ID: [TextMatch]] = [:],
    stars: [Repository.ID: StarDetails] = [:],
    showsStarDates: Bool = false,
    extras: RowExtras.Table = RowExtras.Table(),
    to write: @escaping (String) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if let text = table?.render(
      repositories,
      matches: matches,
      excerpts: stars.compactMapValues(\.excerpt),
      starDates: showsStarDates ? stars.compactMapValues(\.starredAt) : nil
    ) {
      tableText += text
      return
    }
    var stream = ChunkedWriter(to: write)
    for repository in repositories {
      let star = stars[repository.id]
      let row = RankedRepository(
        rank: rank,
        repository: repository,
        star: star,
        extras: extras[repository.id]
      )
      writer.write(row, to: &stream)
      rank += 1
    }
    try stream.flush()
  }

  /// The text after the last row, which completes the output.
  var closing: String { tableText + writer.closing }

  /// Prints a complete list.
  static func print(
    _ repositories: [Repository],
    stars: [Repository.ID: StarDetails],
    showsStarDates: Bool = false,
    extras: RowExtras.Table = RowExtras.Table(),
    as format: OutputFormat,
    in context: Context
  ) async throws(CommandFailure) {
    var output = Self(format, now: context.now())
    try context.print(output.opening)
    try output.render(
      repositories,
      stars: stars,
      showsStarDates: showsStarDates,
      extras: extras,
      to: context.print
    )
    try await Pager.print(output.closing, in: context)
  }

  private static func columns(
    _ repository: Repository
  ) -> [(style: CellStyle?, value: String?)] {
    [
      (.bold, repository.name.fullName),
      (Theme.star, repository.counts.stars.map(String.init)),
      (nil, repository.counts.forks.map(String.init)),
      (Theme.language, repository.language),
      (Theme.dim, repository.dates.updated.map(Timestamp.text)),
      (nil, repository.description),
    ]
  }
}

/// A repository and its place in the list of results, counted from 1.
struct RankedRepository: Sendable {
  let rank: Int
  let repository: Repository
  /// Nil if the user's stars were not read.
  var star: StarDetails?
  var extras = RowExtras()
}

/// What the local data has of the user's about a repository.
struct StarDetails: Sendable {
  /// Nil if it is not starred, or if the time is not known.
  var starredAt: Date?
  /// The names of the lists it is in; nil if there is no copy of the lists.
  var lists: [String]?
  /// A line of the note or the README with words of the search; nil if these do not match.
  var match: TextMatch?
  /// What the user has written about it.
  var note: Note?
  /// Nil where the favorites were not read.
  var isFavorite: Bool?

  /// What a table shows below the row.
  var excerpt: TextMatch? {
    match ?? note.map { TextMatch(property: .note, fragment: $0.text, ranges: []) }
  }
}

/// Writes a complete list, which row numbers refer to from then on.
struct ListOutput {
  let format: OutputFormat
  let context: Context
  /// Whether a table shows when rows were starred, and not when they were last pushed to.
  var showsStarDates = false

  /// `footer` is printed under a table, on standard error, and `ifEmpty` if there are no rows; `summary` is
  /// for programs.
  func write(
    _ repositories: [Repository],
    stars: [Repository.ID: StarDetails] = [:],
    extras: RowExtras.Table = RowExtras.Table(),
    summary: ListSummary,
    footer: String,
    ifEmpty nothing: String
  ) async throws(CommandFailure) {
    try await SearchOutput.print(
      repositories,
      stars: stars,
      showsStarDates: showsStarDates,
      extras: extras,
      as: format,
      in: context
    )
    RowList(in: context).replace(with: repositories.map(\.name))
    var text = repositories.isEmpty ? "ghsearch: \(nothing)" : nil
    if text == nil, case .table = format { text = footer }
    context.summarize(summary, text)
  }
}

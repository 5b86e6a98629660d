import GitHubModel
import JSON
import SearchUI
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The output format of rows.
enum RowFormat<Field: OutputField>: Sendable {
  case table(Table.Options)
  /// Colored only with `--color always`, for a pager: then it is made safe for a terminal.
  case tsv(isColored: Bool)
  case json([Field])
  case jsonLines([Field])
  /// Made safe if a terminal shows it.
  case csv([Field], isShown: Bool)
  /// Made safe if a terminal shows it.
  case template(RowTemplate, isShown: Bool)
}

/// The output format of repositories.
typealias OutputFormat = RowFormat<RepositoryField>

extension RowFormat where Field == RepositoryField {
  /// Whether the words of the search are highlighted.
  var marksMatches: Bool {
    if case .table(let options) = self { options.hasColor } else { false }
  }

  /// Whether it shows the lines in which the words of a search of stars were found.
  var showsMatches: Bool {
    switch self {
    case .table: true
    case .tsv: false
    case .json(let fields), .jsonLines(let fields), .csv(let fields, _): fields.contains(.match)
    case .template(let template, _): template.mentions(.match)
    }
  }

  /// Whether it shows which rows are starred.
  var showsStars: Bool {
    switch self {
    case .table: true
    case .tsv: false
    case .json(let fields), .jsonLines(let fields), .csv(let fields, _): fields.contains(.isStarred)
    case .template(let template, _): template.mentions(.isStarred)
    }
  }

  /// Whether the user asked for star states by name, not by `all`.
  var namesStars: Bool {
    switch self {
    case .table, .tsv: false
    case .json(let fields), .jsonLines(let fields), .csv(let fields, _):
      showsStars && fields.count < RepositoryField.allCases.count
    case .template: showsStars
    }
  }
}

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
    case .csv(let fields, _): CSV.record(fields.map(\.rawValue))
    }
  }

  mutating func write(_ row: Field.Row, to stream: inout PieceStream) {
    switch format {
    case .table: break
    case .tsv(let isColored):
      TSV.write(columns(row), isColored: isColored, to: &stream)
    case .json(let fields):
      stream.write(hasRows ? ",\n" : "\n")
      Self.object(row, fields).write(to: &stream)
    case .jsonLines(let fields):
      Self.object(row, fields).write(to: &stream)
      stream.write("\n")
    case .csv(let fields, let isShown):
      CSV.write(Self.values(row, fields, isShown: isShown), to: &stream)
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

  private static func object(_ row: Field.Row, _ fields: [Field]) -> JSONValue {
    .object(fields.map { .init($0.rawValue, $0.value(of: row)) })
  }

  private static func values(_ row: Field.Row, _ fields: [Field], isShown: Bool) -> [String] {
    let values = fields.map { CSV.text($0.value(of: row)) }
    return isShown ? values.map { SafeText($0, longest: longestShown).description } : values
  }

  /// In Unicode scalars: more than anyone reads of a value on a terminal.
  private static var longestShown: Int { 65_536 }
}

/// Turns pages of results into text, in the order of their ranks.
struct SearchOutput {
  private var writer: RowWriter<RepositoryField>
  /// Nil for other formats.
  private var table: Table?
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

  /// Writes one page in pieces; `stars` are what is known of the user's stars among them.
  mutating func render(
    _ repositories: [Repository],
    matches: [Repository.ID: [TextMatch]] = [:],
    stars: [Repository.ID: StarDetails] = [:],
    to write: @escaping (String) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if let text = table?.render(
      repositories,
      matches: matches,
      excerpts: stars.compactMapValues(\.match)
    ) {
      return try write(text)
    }
    var stream = PieceStream(to: write)
    for repository in repositories {
      let star = stars[repository.id]
      let row = RankedRepository(rank: rank, repository: repository, star: star)
      writer.write(row, to: &stream)
      rank += 1
    }
    try stream.flush()
  }

  /// The text after the last row, which completes the output.
  var closing: String { writer.closing }

  private static func columns(
    _ repository: Repository
  ) -> [(style: CellStyle?, value: String?)] {
    [
      (.bold, repository.name.fullName),
      (Theme.star, repository.counts.stars.map(String.init)),
      (nil, repository.counts.forks.map(String.init)),
      (Theme.language, repository.language),
      (Theme.dim, repository.dates.updated.map(ISODate.text)),
      (nil, repository.description),
    ]
  }
}

/// A repository and its place in the list of results, counted from 1.
struct RankedRepository: Sendable {
  let rank: Int
  let repository: Repository
  /// Nil where the user's stars were not read.
  var star: StarDetails?
}

/// What the local copy knows of the user's star of a repository.
struct StarDetails: Sendable {
  /// Nil if it is not starred, or if the time is not known.
  var starredAt: Date?
  /// The names of the lists it is in; nil if there is no copy of the lists.
  var lists: [String]?
  /// A line of the README with words that were searched for; nil if it is not found by its README.
  var match: TextMatch?
}

/// Writes a complete list, which row numbers refer to from then on.
struct ListOutput {
  let format: OutputFormat
  let context: Context

  /// `footer` is printed under a table, on standard error, and `ifEmpty` if there are no rows.
  func write(
    _ repositories: [Repository],
    stars: [Repository.ID: StarDetails] = [:],
    footer: String,
    ifEmpty nothing: String
  ) throws(CommandFailure) {
    var output = SearchOutput(format, now: context.now())
    try context.print(output.opening)
    try output.render(repositories, stars: stars, to: context.print)
    try context.print(output.closing)
    RowList(in: context).replace(with: repositories.map(\.name))
    if repositories.isEmpty {
      context.note("ghsearch: \(nothing)")
    } else if case .table = format {
      context.note(footer)
    }
  }
}

/// Writes text in pieces, so that megabytes of it are never in memory twice.
struct PieceStream: TextOutputStream {
  private let sink: (String) throws(CommandFailure) -> Void
  private var piece = ""
  private var failure: CommandFailure?

  init(to sink: @escaping (String) throws(CommandFailure) -> Void) {
    self.sink = sink
  }

  /// After a failure nothing more is written; ``flush()`` throws it.
  mutating func write(_ text: String) {
    var rest = text[...]
    while rest.utf8.count > Self.size {
      let scalars = rest.unicodeScalars
      let end = scalars.index(scalars.startIndex, offsetBy: Self.size / 4, limitedBy: rest.endIndex)
      let cut = end ?? rest.endIndex
      piece += rest[..<cut]
      rest = rest[cut...]
      writePiece()
    }
    piece += rest
    if piece.utf8.count >= Self.size { writePiece() }
  }

  /// Writes the rest.
  mutating func flush() throws(CommandFailure) {
    writePiece()
    if let failure { throw failure }
  }

  /// The approximate size of a piece in bytes.
  private static let size = 64 * 1024

  private mutating func writePiece() {
    defer { piece = "" }
    guard failure == nil, !piece.isEmpty else { return }
    do throws(CommandFailure) {
      try sink(piece)
    } catch {
      failure = error
    }
  }
}

/// Tab-separated values for `cut`, `awk` and `sort`: one line a record, nothing quoted.
enum TSV {
  static func record(_ values: [String?]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  static func write(_ values: [String?], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write("\t") }
      if let value { write(value, to: &stream) }
    }
    stream.write("\n")
  }

  /// Writes a record in color if asked to; then all values are made safe for a terminal.
  static func write(
    _ columns: [(style: CellStyle?, value: String?)],
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    guard isColored else { return write(columns.map(\.value), to: &stream) }
    let shown = columns.map { style, value in
      value.map { SafeText($0, longest: longestShown).description }.map { style?($0) ?? $0 }
    }
    write(shown, to: &stream)
  }

  /// In Unicode scalars: more than anyone reads of a value in a pager.
  private static let longestShown = 65_536

  /// Writes a value with each tab and line break replaced by a space.
  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 }) else {
      return stream.write(text)
    }
    var before: Unicode.Scalar?
    stream.write(text) { scalar in
      defer { before = scalar }
      if scalar == "\n", before == "\r" { return "" }
      return scalar == "\t" || scalar.properties.isWhitespace && Character(scalar).isNewline
        ? " " : nil
    }
  }
}

/// Comma-separated values (RFC 4180), with CRLF at the end of each record.
enum CSV {
  static func record(_ values: [String]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  static func write(_ values: [String], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write(",") }
      write(value, to: &stream)
    }
    stream.write("\r\n")
  }

  /// The text of a value: an owner's login, a license's identifier, the items of a list with spaces between
  /// them.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool, .number, .double: value.text
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: " ")
    case .object(let members):
      members.first { keys.contains($0.name) && $0.value != .null }
        .map { text($0.value) } ?? ""
    }
  }

  /// The members that stand for a whole object.
  private static let keys: Set<String> = ["login", "key"]

  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else {
      return stream.write(text)
    }
    stream.write("\"")
    stream.write(text) { $0 == "\"" ? "\"\"" : nil }
    stream.write("\"")
  }
}

/// Dates for programs.
enum ISODate {
  /// ISO 8601 in UTC, as in `2026-07-14T19:25:58Z`, which is how GitHub writes them.
  ///
  /// Foundation formats only years out of range, since it would load its time zones first.
  static func text(_ date: Date) -> String {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap(Timestamp.text)
      ?? date.formatted(.iso8601)
  }
}

import GitHubModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the results of a search are written as.
enum OutputFormat: Sendable {
  case table(Table.Look)
  /// Coloured when a user insists, for a pager: then it is for eyes, and made safe for them.
  case tsv(isColored: Bool)
  case json([RepositoryField])
  case jsonLines([RepositoryField])
  /// For programs, unless a terminal shows it.
  case csv([RepositoryField], isShown: Bool)
  /// The same.
  case template(RowTemplate, isShown: Bool)

  /// Whether the words of a search are marked where they stand.
  var marksMatches: Bool {
    if case .table(let look) = self { look.hasColor } else { false }
  }
}

extension OutputFormat {
  /// Whether it tells which rows are starred.
  var showsStars: Bool {
    switch self {
    case .table: true
    case .tsv: false
    case .json(let fields), .jsonLines(let fields), .csv(let fields, _): fields.contains(.isStarred)
    case .template(let template, _): template.mentionsStars
    }
  }
}

/// Turns pages of results into text: a pure state machine, fed in rank order.
struct SearchOutput {
  private let format: OutputFormat
  private var table: Table
  /// The rank of the next row.
  private var rank: Int
  private var hasRows = false

  /// `firstRank` is the place of the first row among all results, counted from 1.
  init(_ format: OutputFormat, firstRank: Int = 1, now: Date) {
    self.format = format
    rank = firstRank
    var look = Table.Look()
    if case .table(let wanted) = format { look = wanted }
    table = Table(look: look, now: now)
  }

  /// What stands before the first row.
  var opening: String {
    switch format {
    case .table, .tsv, .jsonLines, .template: ""
    case .json: "["
    case .csv(let fields, _): CSV.record(fields.map(\.rawValue))
    }
  }

  /// The text of one page, handed over piece by piece.
  mutating func render(
    _ repositories: [Repository],
    matches: [Repository.ID: [TextMatch]] = [:],
    to write: @escaping (String) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if case .table = format { return try write(table.render(repositories, matches: matches)) }
    var stream = PieceStream(to: write)
    for repository in repositories {
      self.write(RankedRepository(rank: rank, repository: repository), to: &stream)
      rank += 1
      hasRows = true
    }
    try stream.flush()
  }

  private func write(_ row: RankedRepository, to stream: inout PieceStream) {
    switch format {
    case .table: break
    case .tsv(let isColored):
      TSV.write(Self.columns(row.repository), isColored: isColored, to: &stream)
    case .json(let fields):
      stream.write(hasRows ? ",\n" : "\n")
      Self.object(row, fields).write(to: &stream)
    case .jsonLines(let fields):
      Self.object(row, fields).write(to: &stream)
      stream.write("\n")
    case .csv(let fields, let isShown):
      CSV.write(Self.values(row, fields, isShown: isShown), to: &stream)
    case .template(let template, let isShown):
      template.write(row, isShown: isShown, to: &stream)
    }
  }

  /// What stands behind the last row; with it, what was written so far is whole.
  var closing: String {
    switch format {
    case .table, .tsv, .jsonLines, .csv, .template: ""
    case .json: hasRows ? "\n]\n" : "]\n"
    }
  }

  private static func object(_ row: RankedRepository, _ fields: [RepositoryField]) -> JSONValue {
    .object(fields.map { .init($0.rawValue, $0.value(of: row)) })
  }

  private static func values(
    _ row: RankedRepository,
    _ fields: [RepositoryField],
    isShown: Bool
  ) -> [String] {
    let values = fields.map { CSV.text($0.value(of: row)) }
    return isShown ? values.map { SafeText($0, longest: longestShown).description } : values
  }

  /// Scalars; nobody reads more than this in a cell on a terminal.
  private static let longestShown = 65_536

  private static func columns(
    _ repository: Repository
  ) -> [(style: Style?, value: String?)] {
    [
      (.bold, repository.name.fullName),
      (.yellow, repository.counts.stars.map(String.init)),
      (nil, repository.counts.forks.map(String.init)),
      (.cyan, repository.language),
      (.dim, repository.dates.updated.map(ISODate.text)),
      (nil, repository.description),
    ]
  }
}

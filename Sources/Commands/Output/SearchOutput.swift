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
    case .table, .tsv, .jsonLines: ""
    case .json: "["
    case .csv(let fields, _): CSV.record(fields.map(\.rawValue))
    }
  }

  /// The text of one page, handed over piece by piece: a page of long descriptions is never there as
  /// a whole.
  mutating func render<Failure: Error>(
    _ repositories: [Repository],
    to write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    if case .table = format { return try write(table.render(repositories)) }
    var piece = ""
    for repository in repositories {
      piece += text(of: RankedRepository(rank: rank, repository: repository))
      rank += 1
      hasRows = true
      guard piece.utf8.count >= Self.largestPiece else { continue }
      try write(piece)
      piece = ""
    }
    try write(piece)
  }

  /// Bytes, but for the last row in it.
  private static let largestPiece = 64 * 1024

  private func text(of row: RankedRepository) -> String {
    switch format {
    case .table: ""
    case .tsv(let isColored): Self.tabSeparated(row.repository, isColored: isColored)
    case .json(let fields): (hasRows ? ",\n" : "\n") + Self.object(row, fields).text
    case .jsonLines(let fields): Self.object(row, fields).text + "\n"
    case .csv(let fields, let isShown): Self.commaSeparated(row, fields, isShown: isShown)
    }
  }

  /// What stands behind the last row; with it, what was written so far is whole.
  var closing: String {
    switch format {
    case .table, .tsv, .jsonLines, .csv: ""
    case .json: hasRows ? "\n]\n" : "]\n"
    }
  }

  private static func object(_ row: RankedRepository, _ fields: [RepositoryField]) -> JSONValue {
    .object(fields.map { .init($0.rawValue, $0.value(of: row)) })
  }

  private static func commaSeparated(
    _ row: RankedRepository,
    _ fields: [RepositoryField],
    isShown: Bool
  ) -> String {
    let values = fields.map { CSV.text($0.value(of: row)) }
    return CSV.record(isShown ? values.map { SafeText($0).description } : values)
  }

  private static func tabSeparated(_ repository: Repository, isColored: Bool) -> String {
    let columns: [(Style?, String?)] = [
      (.bold, repository.name.fullName),
      (.yellow, repository.counts.stars.map(String.init)),
      (nil, repository.counts.forks.map(String.init)),
      (.cyan, repository.language),
      (.dim, repository.dates.updated.map(ISODate.text)),
      (nil, repository.description),
    ]
    return TSV.record(columns, isColored: isColored)
  }
}

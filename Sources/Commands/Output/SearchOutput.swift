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
  private var count = 0

  init(_ format: OutputFormat, now: Date) {
    self.format = format
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

  /// The text of one page.
  mutating func render(_ repositories: [Repository]) -> String {
    let first = count + 1
    count += repositories.count
    let rows = repositories.enumerated().map {
      RankedRepository(rank: first + $0.offset, repository: $0.element)
    }
    switch format {
    case .table: return table.render(repositories)
    case .tsv(let isColored):
      return repositories.map { Self.tabSeparated($0, isColored: isColored) }.joined()
    case .json(let fields):
      return rows.map { ($0.rank > 1 ? ",\n" : "\n") + Self.object($0, fields).text }.joined()
    case .jsonLines(let fields): return rows.map { Self.object($0, fields).text + "\n" }.joined()
    case .csv(let fields, let isShown):
      return rows.map { Self.commaSeparated($0, fields, isShown: isShown) }.joined()
    }
  }

  /// What stands behind the last row; with it, what was written so far is whole.
  var closing: String {
    switch format {
    case .table, .tsv, .jsonLines, .csv: ""
    case .json: count > 0 ? "\n]\n" : "]\n"
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

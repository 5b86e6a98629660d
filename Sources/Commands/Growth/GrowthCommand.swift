import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import JSON
import Output
import System

struct GrowthCommand: SessionCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.growth.rawValue,
    abstract: "Show how many stars repositories gained over time.",
    usage: "ghsearch growth <repo> ... [flags]",
    discussion: """
      Counts current stars by the day they were added. Removed stars are not counted, so past \
      numbers can shrink. Days and weeks are GitHub's own. Today is excluded because it is \
      incomplete.

      When piped, a line per day, week or month: \(GrowthBucket.columnNames). Without fields, \
      --csv prints the same with a header, and --json prints all fields.

      EXAMPLES:
        ghsearch growth vapor/vapor
        ghsearch growth 1 2 --since 2y --json fullName,gained30d,buckets
        ghsearch growth vapor/vapor --since all --svg growth.svg
      """
  )

  static var schema: JSONValue { GrowthRow.schema }

  @OptionGroup var repositories: RepositoryList

  @Option(
    help: ArgumentHelp("How far back: 30d, 6mo, 2y or all. (default: 6mo)", valueName: "duration"),
    transform: Since.init
  )
  var since = Since.default

  @Option(help: "What to count by. (default: day up to 60 days, week up to 3 years, then month)")
  var by: StarHistory.Unit?

  @Option(
    help: ArgumentHelp(
      "Write the chart as an SVG picture for light and dark pages; - for standard output.",
      valueName: "file"
    ),
    completion: .file()
  )
  var svg: String?

  @OptionGroup(title: "Cache") var cache: HistoryCacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<GrowthRow>

  func validate() throws {
    if svg != nil, let flag = output.formatFlag {
      throw ValidationError("\(flag) and --svg cannot be used together")
    }
  }

  /// Without fields, `--json` prints all fields, and `--csv` the pipe's columns.
  private var rowOptions: RowOptions<GrowthRow> {
    var options = output
    if options.json == .missing { options.json = .all }
    if options.csv == .missing { options.csv = nil }
    return options
  }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await rowOptions.deliver(in: context) { context, format throws(OperationFailure) in
      let names = try RepositoryArgument.names(repositories.names, session, context)
      if let svg { try checkWritable(svg, context) }
      let reader = GrowthReader(session, acceptingAge: cache.cache.cache, maxAge: cache.maxAge)
      let start = since.date(context.world.now())
      var rows: [GrowthRow] = []
      let outcome = try await context.each(names, showing: .none, resumption: nil) { name in
        rows.append(try await reader.row(of: name, since: start, by: by))
        return BatchResult("")
      }
      if let svg {
        if !rows.isEmpty { try write(rows, asPictureTo: svg, context) }
      } else {
        try await print(rows, as: format, in: context)
      }
      return outcome.status
    }
  }

  /// Prints charts, buckets or objects.
  private func print(
    _ rows: [GrowthRow],
    as format: RowFormat<GrowthRow>,
    in context: Context
  ) async throws(OperationFailure) {
    let isCSV = output.csv == .missing
    let buckets: RowFormat<GrowthBucket>
    switch format {
    case .table where isCSV, .tsv where isCSV: buckets = .csv(GrowthBucket.fields)
    case .tsv(let isColored, _): buckets = .tsv(isColored: isColored)
    case .table, .json, .jsonLines, .csv, .template:
      return try await RowPrinter.print(rows, as: format, in: context)
    }
    try await RowPrinter.print(rows.flatMap(\.namedBuckets), as: buckets, in: context)
  }

  /// Writes a picture of the chart to a file, or to standard output for `-`.
  private func write(
    _ rows: [GrowthRow],
    asPictureTo file: String,
    _ context: Context
  ) throws(OperationFailure) {
    guard let picture = GrowthRow.chart(rows)?.svg else {
      throw OperationFailure(.notFound, "draw the growth", "no stars in this time")
    }
    guard file != "-" else { return try context.print(picture) }
    do throws(SystemError) {
      let output = try FileDescriptor(context.world.path(of: file), .overwrite, followsLinks: true)
      try output.write(Array(picture.utf8))
      try output.close()
    } catch {
      throw OperationFailure(.localFile, "write \(file)", error.description)
    }
  }

  /// Throws before any request if the file cannot be written.
  private func checkWritable(_ file: String, _ context: Context) throws(OperationFailure) {
    if file == "-" { return }
    let path = context.world.path(of: file)
    let status = FileStatus(of: path)
    let target = status.exists ? path : PrivateDirectory.path(of: path)
    if status.isDirectory {
      throw OperationFailure(.localFile, "write \(file)", "it is a directory")
    }
    guard FileStatus(of: target).isWritable else {
      throw OperationFailure(.localFile, "write \(file)", SystemError.last.description)
    }
  }
}

extension StarHistory.Unit: ExpressibleByArgument {}

enum Since: Sendable {
  case span(TimeSpan)
  case all

  init(_ text: String) throws { self = text == "all" ? .all : .span(try .readingDays(text)) }

  static let `default` = Self.span(.halfYear)

  /// The start date; nil for all time.
  func date(_ now: Date) -> Date? {
    switch self {
    case .span(let span): span.before(now)
    case .all: nil
    }
  }
}

import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output

struct TrendingCommand: RowCommand, QualifierArguments {
  static let configuration = CommandConfiguration(
    commandName: CommandName.trending.rawValue,
    abstract: "List repositories by the stars gained in a day, week or month.",
    usage: "ghsearch trending [<query> ...] [flags]",
    discussion: """
      GitHub has no API for trending repositories. This ranks candidates: results of the search, and of \
      three more in ranges of stars with a recent push, since the repositories with the most stars are \
      not those that grow fastest. Only repositories that the searches return are ranked, by their \
      current stars.

      Takes at most four searches and one request for each candidate; star histories are cached for \
      a day. When piped, lines of tab-separated values: \(TrendingRow.columnNames).

      EXAMPLES:
        ghsearch trending --language swift
        ghsearch trending http server --period month --limit 10
        ghsearch trending --topic cli --new --json fullName,gained,weeks

      JSON FIELDS:
        gained, weeks (the stars of twelve spans of seven days), and those of a search
      """
  )

  @Argument(help: ArgumentHelp("Words to search for.", valueName: "query"))
  var query: [String] = []

  @Option(help: "Period to rank by: the last whole day, 7 days or 30 days.")
  var period: Period = .week

  @Option(
    name: .limit,
    help: "Maximum number of repositories. (default: 25)",
    transform: WholeNumber.reading(1...maxCandidates)
  )
  var limit = 25

  @Option(
    help: "How many repositories to rank. (default: 100 with a token, 20 without)",
    transform: WholeNumber.reading(1...maxCandidates)
  )
  var candidates: Int?

  @Flag(help: "Only repositories younger than four periods.")
  var new = false

  @OptionGroup(title: QualifierTitle.wanted) var wanted: WantedQualifiers
  @OptionGroup(title: QualifierTitle.unwanted) var unwanted: UnwantedQualifiers
  @OptionGroup(title: "Cache") var cache: HistoryCacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<TrendingRow>

  /// The number of repositories from four searches.
  private static let maxCandidates = 400

  enum Period: String, ExpressibleByArgument, CaseIterable {
    case day, week, month

    var days: Int {
      switch self {
      case .day: 1
      case .week: 7
      case .month: 30
      }
    }
  }

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<TrendingRow>
  ) async throws(OperationFailure) -> ExitStatus {
    let now = context.world.now()
    var own = try qualifiers(in: session)
    let isOpen = query.joined().allSatisfy(\.isWhitespace) && own.isEmpty
    if isOpen, let stars = Qualifier(.stars, ">=10") { own.append(stars) }
    let query = try SearchQuery.checked(query, own, sort: .stars, order: .descending)
      .withRangesForGitHub(at: now)
    if new, query.use(of: .created) != .absent {
      throw OperationFailure(
        .usage,
        "--new and created: cannot be used together",
        advice: "use one of them"
      )
    }
    let search = CandidateSearch(
      query: query,
      isOpen: isOpen,
      createdSince: new ? now.addingTimeInterval(Double(-4 * period.days) * 86_400) : nil,
      count: candidates ?? (session.hasToken ? 100 : 20)
    )
    let found = try await search.run(session, session.client(acceptingAge: cache.cache.cache))
    var ranking = Ranking(found, days: period.days)
    await ranking.read(StarHistories(session, maxAge: cache.maxAge), session)
    if let failure = ranking.failure(session), !ranking.isCanceled {
      guard !ranking.ranked.isEmpty else { throw failure }
      context.report(failure)
      _ = try await write(ranking, as: format, session, context)
      return .partial
    }
    let status = try await write(ranking, as: format, session, context)
    return ranking.isCanceled ? .interrupted : status
  }

  private func write(
    _ ranking: Ranking,
    as format: RowFormat<TrendingRow>,
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let gained = ranking.rows
    var rows = Array(gained.prefix(limit))
    let (listed, status) = await session.complete(rows.map(\.row), with: format.needs())
    for index in rows.indices { rows[index].row = listed[index] }
    let footer = ranking.footer(shown: rows.count)
    try await context.printList(
      rows,
      as: format,
      name: \.row.repository.name,
      summary: ListSummary(shown: rows.count, of: gained.count),
      footer: footer,
      ifEmpty: footer
    )
    return status
  }
}

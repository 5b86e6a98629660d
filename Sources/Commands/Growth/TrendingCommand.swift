import ArgumentParser
import Essentials
import GitHubAPI
import GitHubModel
import SearchUI
import Terminal

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
      a day. When piped, lines of tab-separated values: gained, full_name, stargazers_count, language, \
      description.

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

  /// The number of repositories that four searches return.
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
  ) async throws(CommandFailure) -> ExitStatus {
    let now = context.world.now()
    let search = CandidateSearch(
      words: query,
      qualifiers: try qualifiers(in: session),
      createdSince: new ? now.addingTimeInterval(Double(-4 * period.days) * 86_400) : nil,
      count: candidates ?? (session.hasToken ? 100 : 20)
    )
    let found = try await search.run(session, session.client(acceptingAge: cache.cache.cache))
    var ranking = Ranking(found, period)
    await ranking.read(StarHistories(session, maxAge: cache.maxAge), session)
    let status = try ranking.status(session, context)
    let written = try await write(ranking, as: format, session, context)
    return status == .success ? written : status
  }

  private func write(
    _ ranking: Ranking,
    as format: RowFormat<TrendingRow>,
    _ session: Session,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let gained = ranking.rows
    var rows = Array(gained.prefix(limit))
    let (listed, status) = await context.complete(rows.map(\.row), with: format.needs(), session)
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

// MARK: - Candidates

private struct CandidateSearch {
  let words: [String]
  let qualifiers: [Qualifier]
  let createdSince: Date?
  let count: Int

  /// The repositories of all searches in turn, the best of each first, without duplicates.
  func run(
    _ session: Session,
    _ client: GitHubAPIClient
  ) async throws(CommandFailure) -> [Repository] {
    var pages: [[Repository]] = []
    for query in try queries(session.world.now()) {
      let response = try await CommandFailure.of(in: session.world) {
        try await client.searchPage(1, of: query, size: Self.pageSize)
      }
      let page = response.value
      pages.append(page.repositories)
      session.library.keep(response)
      // The other searches are within the first.
      if pages.count == 1, let total = page.totalCount, total <= page.repositories.count { break }
    }
    var (found, ids) = ([Repository](), Set<Repository.ID>())
    for place in 0..<Self.pageSize {
      for page in pages where place < page.count && found.count < count {
        if ids.insert(page[place].id).inserted { found.append(page[place]) }
      }
    }
    return found
  }

  /// The user's own search, and those in ranges of stars unless the user has named a range.
  private func queries(_ now: Date) throws(CommandFailure) -> [SearchQuery] {
    var own = qualifiers
    let isEmpty = words.joined().allSatisfy(\.isWhitespace) && own.isEmpty
    if isEmpty, let stars = Qualifier(.stars, ">=10") { own.append(stars) }
    var query = try SearchQuery.checked(words, own, sort: .stars, order: .descending)
      .withRangesForGitHub(at: now)
    let hasStarRange = !isEmpty && query.use(of: .stars) != .absent
    if let createdSince {
      guard query.use(of: .created) == .absent else {
        throw CommandFailure(
          .usage,
          "--new and created: cannot be used together",
          advice: "use one of them"
        )
      }
      query = query.limiting(.created, to: ">=\(Self.day(createdSince))")
    }
    guard !hasStarRange else { return [query] }
    var active = query
    if active.use(of: .pushed) == .absent {
      active = active.limiting(.pushed, to: ">=\(Self.day(now.addingTimeInterval(-30 * 86_400)))")
    }
    let bands = createdSince == nil ? Self.bands : Self.bandsOfNew
    return [query] + bands.map { active.limiting(.stars, to: $0) }
  }

  private static let pageSize = 100
  private static let bands = ["3000..15000", "500..3000", "50..500"]
  private static let bandsOfNew = ["300..1000", "50..300", "10..50"]

  private static func day(_ date: Date) -> String { String(Timestamp.text(date).prefix(10)) }
}

// MARK: - Ranking

struct TrendingRow: Sendable {
  var row: RepositoryRow
  let gained: Int

  init(_ repository: Repository, gained: Int, _ growth: StarGrowth) {
    (row, self.gained) = (RepositoryRow(repository), gained)
    row.growth = growth
  }
}

/// The candidates, with the histories that were read so far.
private struct Ranking {
  private let candidates: [Repository]
  private let period: TrendingCommand.Period
  private var ranked: [TrendingRow] = []
  /// Why the reading ended early.
  private var end: GitHubError?
  /// Why a candidate could not be read, although others may.
  private var failures: [GitHubError] = []

  init(_ candidates: [Repository], _ period: TrendingCommand.Period) {
    (self.candidates, self.period) = (candidates, period)
  }

  mutating func read(_ histories: StarHistories, _ session: Session) async {
    let progress = BatchProgress(of: candidates.count, in: session.world)
    defer { progress.end() }
    var (receivedCount, failureCount) = (0, 0)
    let results = await ConcurrentCalls.results(
      candidates,
      ends: { (error: GitHubError) in
        failureCount += 1
        // A server without star histories has none for any candidate.
        let hasNone = failureCount == receivedCount && failureCount == Self.maxFirstFailures
        return hasNone || error.endsBatch
      },
      received: { count, _ in
        receivedCount = count
        progress.show(count, item: "star histories")
      },
      call: { repository async throws(GitHubError) in
        try await histories.history(of: repository.name, since: histories.recentStart)
      }
    )
    for (repository, result) in results {
      switch result {
      case .success(let history):
        let gained = history.gained(days: period.days) ?? 0
        ranked.append(TrendingRow(repository, gained: gained, StarGrowth(history)))
      case .failure(let error) where error.endsBatch: end = end ?? error
      case .failure(let error): failures.append(error)
      }
    }
  }

  private static let maxFirstFailures = 8

  /// The exit status; candidates that are gone do not count as failures.
  ///
  /// - Throws: ``CommandFailure`` if nothing could be ranked.
  func status(_ session: Session, _ context: Context) throws(CommandFailure) -> ExitStatus {
    if end?.kind == .cancelled { return .interrupted }
    let others = failures.filter { ranked.isEmpty || $0.kind != .notFound }
    guard let error = end ?? others.first else { return .success }
    let failure = StarHistories.failure(error, session)
    guard !ranked.isEmpty else { throw failure }
    context.report(failure)
    return .partial
  }

  /// Those that gained most first, then those that gained more by their size.
  var rows: [TrendingRow] {
    let sorted = ranked.filter { $0.gained > 0 }.sorted { left, right in
      (left.gained, left.share, right.row.repository.name.fullName)
        > (right.gained, right.share, left.row.repository.name.fullName)
    }
    return sorted.enumerated().map { index, row in
      var row = row
      row.row.rank = index + 1
      return row
    }
  }

  /// As in `25 of 100 candidates by stars gained in 7 days; …`.
  func footer(shown: Int) -> String {
    let days = period.days == 1 ? "the last whole day" : "\(period.days) days"
    var text = "\(shown) of \(Counted.text(ranked.count, "candidate")), by stars gained in \(days)"
    if ranked.count < candidates.count {
      text += "; \(candidates.count - ranked.count) could not be ranked"
    }
    return text
      + "; only repositories that the searches returned are ranked; removed stars are not counted"
  }
}

extension TrendingRow {
  /// The part of its stars that is new.
  fileprivate var share: Double {
    Double(gained) / Double(max(row.repository.counts.stars ?? 0, 1))
  }
}

// MARK: - Output

extension TrendingRow: OutputRow {
  static let rowKind = "trending repositories"
  static let templateExample = #"{{gained}}\t{{fullName}}"#
  static let synonyms = RepositoryRow.synonyms
  static let hasDescription = true

  var cells: [(style: CellStyle?, value: String?)] {
    let repository = row.repository
    return [
      (Theme.star, String(gained)), (.bold, repository.name.fullName),
      (nil, repository.counts.stars.map(String.init)), (Theme.language, repository.language),
      (nil, repository.description),
    ]
  }

  static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(style: Theme.star, isRight: true), Table.Column(room: .name, style: .bold),
      Table.Column(isRight: true), Table.Column(room: .optional(), style: Theme.star),
      Table.Column(room: .optional(Table.maxLanguage), style: Theme.language),
      Table.Column(room: .rest),
    ])
    table.rows = rows.map { trending in
      let (repository, weeks) = (trending.row.repository, trending.row.growth?.weeks)
      return [
        Table.Cell(safe: "+" + CompactNumber.grouped(trending.gained)),
        Table.Cell(repository.name.fullName),
        Table.Cell(safe: repository.counts.stars.map(CompactNumber.text) ?? "-"),
        Table.Cell(safe: display.isPlain ? "" : Chart.sparkline(weeks ?? [])),
        Table.Cell(repository.language), Table.Cell(Table.description(trending.row)),
      ]
    }
    return table
  }

  /// Those that other repositories do not have.
  static let own: [Field<Self>] = [
    .of("gained", "stars gained in the period") { $0.gained },
    .of("weeks", "stars gained in each of the last weeks") { $0.row.growth?.weeks },
  ]

  static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source != .requests || $0.name.hasPrefix("gained") }
    .map { $0.on { (trending: Self) in trending.row } }
}

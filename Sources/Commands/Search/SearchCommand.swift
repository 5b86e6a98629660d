import ArgumentParser
import Core
import Discovery
import GitHubAPI
import GitHubModel
import Output

/// `ghsearch search`, and `ghsearch` followed by words that are not a command.
struct SearchCommand: RowCommand, QualifierArguments {
  static let configuration = CommandConfiguration(
    commandName: CommandName.search.rawValue,
    abstract: "Search repositories.",
    usage: "ghsearch search [<query> ...] [flags]",
    discussion: """
      The query is sent to GitHub as typed, with its qualifiers and operators; flags add \
      qualifiers that are checked first. Put query text that starts with a dash after `--`.

      Separate several names with commas, or repeat the flag. A range is n, >n, >=n, <n, <=n, \
      a..b, n..* or *..n, where n may be 1k or 2m; quote it, since shells treat < and > as \
      redirections. A date range is the same with dates such as 2024, 2024-05, 2024-01-31 or \
      2024-01-31T12:00:00Z, and with today, yesterday, 'this year' or 'last month', which are days \
      in UTC; 1y, 3mo or 7d alone means since then. All of them can also be typed, as in \
      stars:1k..5k.

      On a terminal the results are a table; when piped, lines of tab-separated values: \
      \(RepositoryRow.columnNames).

      EXAMPLES:
        ghsearch swift server --stars '>=1000' --sort stars
        ghsearch --topic cli --not-language go --pushed '>=2024-01-31'
        ghsearch json --limit 100 --json fullName,stargazersCount

      \(CommandHelp.fields)

      ENVIRONMENT:
        GHSEARCH_TOKEN  token for 30 searches a minute instead of 10
        NO_COLOR        turns color off

      EXIT STATUS:
        0   success, even if nothing matches
        6   rate limit exceeded
        10  stopped early with partial results
        64  usage error, or GitHub rejected the query
        n   see `ghsearch --help` for the others
      """
  )

  @Argument(help: ArgumentHelp("Words to search for.", valueName: "query"))
  var query: [String] = []

  @OptionGroup(title: QualifierTitle.wanted) var wanted: WantedQualifiers
  @OptionGroup(title: QualifierTitle.unwanted) var unwanted: UnwantedQualifiers
  @OptionGroup(title: "Sorting and limits") var list: ListOptions
  @OptionGroup(title: "Stars") var stars: StarFilterOptions
  @OptionGroup(title: "Cache") var cache: CacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(
    inversion: .prefixedNo,
    help: """
      Search for fewer words if nothing has all of them; the default in a table on a terminal.
      """
  )
  var relax: Bool?

  @Flag(name: [.long, .customShort("w")], help: "Open the search in the browser.")
  var web = false

  func validate() throws {
    try output.validate(web: web)
    if web, let flag = stars.choice.map({ $0 == .starred ? "--starred" : "--not-starred" }) {
      throw ValidationError("--web and \(flag) cannot be used together")
    }
  }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    let qualifiers = try self.qualifiers(in: session)
    let query = try SearchQuery.checked(query, qualifiers, sort: list.sort, order: list.order)
      .withRangesForGitHub(at: context.world.now())
    if web {
      let url = try WebPage.search(query).address(on: session.base)
      return try await Browser.open(url, context)
    }
    let run = SearchRun(
      query: query,
      words: self.query,
      scope: list.scope,
      filter: stars.filter,
      relaxes: relax,
      format: format,
      session: session,
      context: context
    )
    return try await run.execute(session.client(acceptingAge: cache.cache))
  }
}

/// The options for the order and number of results.
struct ListOptions: ParsableArguments {
  @Option(help: "Sort order of the results.")
  var sort: SearchQuery.Sort = .bestMatch

  @Option(help: "Direction of the sort; has no effect on best-match.")
  var order: SearchQuery.Order = .descending

  @Option(
    name: .limit,
    help: "Maximum number of results, 1 to 1000. (default: 30)",
    transform: WholeNumber.reading(limits)
  )
  var limit: Int?

  @Option(
    help: "Skip this many of the first results, 0 to 999. (default: 0)",
    transform: WholeNumber.reading(skips)
  )
  var skip = 0

  @Flag(
    help: """
      Fetch every match, beyond GitHub's limit of 1,000, in order of stars; first prints how many \
      requests that takes.
      """
  )
  var all = false

  static let defaultLimit = 30
  static let limits = 1...SearchPages.reachable
  static let skips = 0...SearchPages.reachable - 1

  var scope: RepositorySearch.Scope {
    all ? .everything : .rows(limit ?? Self.defaultLimit, skip: skip)
  }

  func validate() throws {
    guard all else { return }
    guard limit == nil, skip == 0 else {
      throw ValidationError("--all cannot be combined with --limit or --skip")
    }
    guard [.bestMatch, .stars].contains(sort), order == .descending else {
      throw ValidationError("--all works only with --sort stars and --order desc")
    }
  }
}

extension SearchQuery.Sort: ExpressibleByArgument {}
extension SearchQuery.Order: ExpressibleByArgument {}

/// The flags that select rows by star state.
struct StarFilterOptions: ParsableArguments {
  enum Choice: EnumerableFlag {
    case starred
    case notStarred

    static func help(for value: Self) -> ArgumentHelp? {
      switch value {
      case .starred: "Only repositories you have starred."
      case .notStarred: "Only repositories you have not starred."
      }
    }
  }

  @Flag var choice: Choice?

  /// True for starred rows, false for unstarred ones, nil for all.
  var filter: Bool? { choice.map { $0 == .starred } }
}

extension SearchQuery {
  /// The query with words and qualifiers.
  ///
  /// - Throws: ``OperationFailure`` for a query that GitHub would refuse.
  static func checked(
    _ words: [String],
    _ qualifiers: [Qualifier],
    sort: Sort,
    order: Order
  ) throws(OperationFailure) -> Self {
    do throws(InvalidQuery) {
      return try Self(
        text: words.joined(separator: " "),
        qualifiers: qualifiers,
        sort: sort,
        order: order
      )
    } catch {
      throw OperationFailure(.usage, "search", error.why, advice: error.advice)
    }
  }
}

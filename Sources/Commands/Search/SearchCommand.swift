import ArgumentParser
import GitHubModel

/// `ghsearch search`, and `ghsearch` with words that are no command.
struct SearchCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search repositories.",
    discussion: """
      The words reach GitHub as typed, qualifiers and operators included; the flags add checked \
      qualifiers. After `--` everything is query text.

      A flag for names takes several, with commas between or one by one. A range is n, >n, >=n, <n, \
      <=n, a..b, n..* or *..n; quote it, since a shell takes < and > for itself. Dates are ranges of \
      2024-01-31 or 2024-01-31T12:00:00Z.

      GitHub reaches no further than the first 1,000 results of a search. `--all` goes on behind \
      them, with searches for fewer and fewer stars.

      On a terminal the results are a table. Elsewhere they are lines of tab-separated values: \
      full_name, stargazers_count, forks_count, language, updated_at, description.
      """
  )

  @Argument(help: ArgumentHelp("What to search for.", valueName: "query"))
  var query: [String] = []

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup(title: "Order and number") var list: ListOptions
  @OptionGroup(title: "Stars") var stars: StarFilterOptions
  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Limits") var cache: CacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(name: [.long, .customShort("w")], help: "Open the search in the browser instead.")
  var web = false

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let search = try searchQuery()
    let services = try Services(context, patience: wait.patience)
    if web {
      return try Browser.open(SearchPage.url(search, base: services.base), context)
    }
    let scope: SearchRun.Scope =
      list.all ? .everything : .rows(list.limit ?? ListOptions.usualLimit, skip: list.skip)
    return try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let rows = FoundRows(
        services,
        showsStars: format.showsStars,
        filter: stars.filter,
        limit: scope.limit,
        in: context
      )
      var run = SearchRun(
        query: search,
        scope: scope,
        filter: stars.filter,
        format: format,
        context: context,
        rows: rows
      )
      return try await run.execute(cache.client(services))
    }
  }

  private func searchQuery() throws(CommandFailure) -> SearchQuery {
    let qualifiers = try qualifiers.list()
    do throws(InvalidQuery) {
      return try SearchQuery(
        text: query.joined(separator: " "),
        qualifiers: qualifiers,
        sort: list.sort,
        order: list.order
      )
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  fileprivate init(_ error: InvalidQuery) {
    switch error {
    case .empty:
      self.init(
        .usage,
        "search",
        "the query is empty",
        advice: "type words or a qualifier, as in `ghsearch swift --sort stars`; see --help"
      )
    case .tooLong(let count):
      self.init(
        .usage,
        "search",
        "the query has \(count) characters, and GitHub takes \(SearchQuery.longestText)",
        advice: "leave words out; qualifiers do not count"
      )
    case .tooManyOperators(let count):
      self.init(
        .usage,
        "search",
        "the query has \(count) of AND, OR and NOT, and GitHub takes \(SearchQuery.mostOperators)",
        advice: "split it into several searches"
      )
    }
  }
}

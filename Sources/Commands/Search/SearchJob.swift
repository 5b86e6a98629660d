import GitHubAPI
import GitHubModel

/// All that a search was asked for, whoever read it: the parser, or ``PlainSearch``.
struct SearchJob: Equatable, Sendable {
  var words: [String] = []
  /// As they were given; what is wrong with one is told when the job runs.
  var qualifiers: [GivenQualifier] = []
  var list = ListChoice()
  /// True for starred rows, false for the others, nil for all.
  var starFilter: Bool?
  var patience = WaitPolicy.Patience.usual
  /// How old an answer of this machine may be; nil for GitHub's own.
  var longestAge: AnswerAge?
  var connection = ConnectionChoice()
  var output = OutputChoice()
  /// Whether the search is opened in the browser instead.
  var isForBrowser = false

  /// Searches, and writes what is found; `context` is connected as ``connection`` says.
  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let query = try query()
    let services = try Services(context, patience: patience)
    if isForBrowser {
      return try Browser.open(SearchPage.url(query, base: services.base), context)
    }
    return try await output.deliver(in: context) { context, format throws(CommandFailure) in
      var run = SearchRun(
        query: query,
        scope: list.scope,
        filter: starFilter,
        format: format,
        context: context,
        rows: rows(services, format, context)
      )
      return try await run.execute(services.client(acceptingAge: longestAge))
    }
  }

  private func rows(_ services: Services, _ format: OutputFormat, _ context: Context) -> FoundRows {
    FoundRows(
      services,
      showsStars: format.showsStars,
      filter: starFilter,
      limit: list.scope.limit,
      in: context
    )
  }

  private func query() throws(CommandFailure) -> SearchQuery {
    let qualifiers = try qualifiers.checked()
    do throws(InvalidQuery) {
      return try SearchQuery(
        text: words.joined(separator: " "),
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

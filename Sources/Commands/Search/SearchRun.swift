import Core
import Discovery
import GitHubAPI
import GitHubModel
import Output
import Terminal

/// A search whose rows are printed as they arrive, used by the command and the fast path.
struct SearchRun {
  let query: SearchQuery
  /// The words of the query as typed.
  let words: [String]
  let scope: RepositorySearch.Scope
  /// True for starred rows only, false for the others only, nil for all.
  var filter: Bool?
  /// Whether to try other texts if nothing is found; nil for the default: in a table on a terminal,
  /// and in a REPL.
  var relaxes: Bool?
  let format: OutputFormat
  let session: Session
  let context: Context

  func execute(_ client: GitHubAPIClient) async throws(OperationFailure) -> ExitStatus {
    var printer = RowPrinter(format, in: context)
    var names: [RepositoryName] = []
    var search = RepositorySearch(
      query,
      scope,
      filter: filter,
      // A mistyped command is not a question.
      relaxes: (relaxes ?? relaxesByDefault) && !hint(query).isCommand,
      needs: format.needs(inTable: RowNeeds(ownData: true, stars: .shown)),
      session
    )
    var isComplete = false
    // A search that fails before its first row keeps the old numbers.
    defer {
      if isComplete || !names.isEmpty {
        RowList(in: context).replace(with: names, from: scope.firstRank)
      }
    }
    let error = try await search.run(client) { search, event throws(OperationFailure) in
      switch event {
      case .began(let page):
        if let text = search.relaxedText { say("showing", text, insteadOf: query) }
        if search.totals.isEverything, let cost = SearchForecast(page) {
          context.note("ghsearch: \(cost.sentence)")
        }
        try printer.begin()
      case .found(let rows):
        try printer.write(rows)
        if names.count < Self.maxNames { names += rows.map(\.repository.name) }
      }
    }
    if let error { throw try await failure(error, search, printer) }
    try await printer.end()
    isComplete = true
    return await report(search)
  }

  /// The highest supported row number.
  private static let maxNames = 1000

  private var relaxesByDefault: Bool {
    if context.shownRows != nil { return true }
    if case .table = format { return context.terminal != nil }
    return false
  }

  private func hint(_ query: SearchQuery) -> SearchHint {
    SearchHint(query: query, base: session.base, isSearchNamed: context.namesCommand)
  }

  private func list(of search: RepositorySearch) -> ListSummary {
    var list = search.totals.list
    list.relaxed = search.relaxedText.map { RelaxedSearch(words: words, to: $0) }
    return list
  }

  /// Completes the output written before a failure, such as a JSON array.
  private func failure(
    _ error: GitHubError,
    _ search: RepositorySearch,
    _ printer: RowPrinter<RepositoryRow>
  ) async throws(OperationFailure) -> OperationFailure {
    let failure = OperationFailure(error, in: context.world)
    let totals = search.totals
    guard totals.hasPages else { return failure }
    try await printer.end(isPaged: false)
    var list = list(of: search)
    list.isIncomplete = true
    context.summarize(list, nil)
    let isCanceled = error.kind == .canceled
    guard totals.rowCount > 0, !isCanceled || totals.isEverything else { return failure }
    let rows = totals.progress
    let stopped = failure.with(
      totals.chosenCount > 0 && !isCanceled ? .partial : nil,
      why: isCanceled ? "canceled after \(rows)" : "stopped after \(rows): \(failure.why)",
      advice: [failure.advice, totals.resumption(error)]
    )
    // Users know why it ends, but not how to continue a search that takes minutes.
    if isCanceled { context.report(stopped) }
    return stopped
  }

  /// Prints the footer, warnings and hints on standard error, and returns the exit status.
  ///
  /// A mistyped command is not a success, so that a script stops there.
  private func report(_ search: RepositorySearch) async -> ExitStatus {
    let (query, totals) = (search.query, search.totals)
    var footer: String?
    if case .table = format, totals.rowCount > 0 { footer = totals.footer }
    let hasSummary = footer != nil || context.messageFormat == .json
    for warning in totals.warnings(query, hasFooter: hasSummary) { context.warn(warning) }
    context.summarize(list(of: search), footer)
    let hint = hint(query)
    if let meant = hint.suggestedCommand, totals.isEmpty || context.errorTerminal != nil {
      context.note(meant)
    }
    guard totals.isEmpty else { return search.isPartial ? .partial : .success }
    for sentence in hint.sentences { context.note(sentence) }
    if hint.isCommand { return .usage }
    if let name = await session.library.nearestName(to: query.text) {
      context.note("ghsearch: did you mean \(SafeText(name, longest: 100))?")
    }
    if let text = search.unaffordable {
      say("too few searches are left this minute for", text, insteadOf: query)
    } else if relaxes == nil, !relaxesByDefault,
      let text = await RepositorySearch.otherTexts(than: query, session).first
    {
      say("--relax searches for", text, insteadOf: query)
    }
    return .success
  }

  private func say(_ words: String, _ text: String, insteadOf typed: SearchQuery) {
    context.note("ghsearch: \(RepositorySearch.sentence(words, text, insteadOf: typed))")
  }
}

import GitHubAPI
import GitHubModel
import SearchUI
import Terminal

/// One search from the first page to the last, its rows written as they arrive.
struct SearchRun {
  /// The number of matches to fetch.
  enum Scope {
    /// This many rows, after those that are skipped.
    case rows(Int, skip: Int)
    case everything

    var limit: Int {
      switch self {
      case .rows(let limit, _): limit
      case .everything: .max
      }
    }
  }

  private let query: SearchQuery
  private let scope: Scope
  private let filter: Bool?
  private let format: OutputFormat
  private let session: Session
  private var rows: FoundRows

  private var context: Context { session.context }

  /// `filter` is true for starred rows only, false for the others only, nil for all.
  init(
    _ query: SearchQuery,
    _ scope: Scope,
    filter: Bool?,
    format: OutputFormat,
    _ session: Session
  ) {
    (self.query, self.scope, self.filter, self.format) = (query, scope, filter, format)
    self.session = session
    rows = FoundRows(session, for: format, filter: filter, limit: scope.limit)
  }

  mutating func execute(_ client: GitHubAPIClient) async throws(CommandFailure) -> ExitStatus {
    var isComplete = false
    defer { rows.close(isComplete: isComplete) }
    let status = try await search(client)
    isComplete = true
    return status
  }

  private mutating func search(
    _ client: GitHubAPIClient
  ) async throws(CommandFailure) -> ExitStatus {
    switch scope {
    case .rows(let limit, let skip):
      // With a filter, the number of results to look at is not known in advance.
      let results = filter == nil ? limit : SearchPages.reachable
      return try await write(client.search(query, limit: results, skip: skip), firstRank: skip + 1)
    case .everything:
      return try await write(client.searchAll(query), firstRank: 1)
    }
  }

  private mutating func write<Pages: AsyncSequence>(
    _ pages: Pages,
    firstRank: Int
  ) async throws(CommandFailure) -> ExitStatus
  where Pages.Element == APIResponse<RepositoryPage>, Pages.Failure == GitHubError {
    var printer = RowPrinter(format, in: context)
    let words = QueryMarks(query.text)
    var rank = firstRank
    var summary = SearchSummary(scope, filter: filter)
    var pages = pages.makeAsyncIterator()
    while true {
      let page: APIResponse<RepositoryPage>?
      var chosen: [Repository] = []
      do throws(GitHubError) {
        page = try await pages.next(isolation: nil)
        if let page { chosen = try await rows.chosen(from: page.value.repositories) }
      } catch {
        throw try await failure(error, printer, summary)
      }
      guard let page else { break }
      if !summary.hasPages { try begin(page, printer) }
      var listed = await session.complete(chosen.rows(from: rank), for: format).rows
      for index in listed.indices { listed[index].words = words }
      rank += listed.count
      try printer.write(listed)
      await rows.record(chosen, among: page.value.repositories)
      summary.add(page, written: chosen.count)
      guard rows.wantsMore else {
        summary.unreadCount =
          page.value.repositories.reversed()
          .prefix { $0.id != chosen.last?.id }.count
        break
      }
    }
    try await printer.end()
    summary.unknownCount = rows.unknownCount
    return report(summary)
  }

  private func begin(
    _ first: APIResponse<RepositoryPage>,
    _ printer: RowPrinter<RepositoryRow>
  ) throws(CommandFailure) {
    if case .everything = scope, let cost = SearchSummary.forecast(first) { context.note(cost) }
    try printer.begin()
  }

  /// Completes the output written before a failure, such as a JSON array.
  private func failure(
    _ error: GitHubError,
    _ printer: RowPrinter<RepositoryRow>,
    _ summary: SearchSummary
  ) async throws(CommandFailure) -> CommandFailure {
    let failure = CommandFailure(error, in: context)
    guard summary.hasPages else { return failure }
    try await printer.end(isPaged: false)
    var list = summary.list
    list.isIncomplete = true
    context.summarize(list, nil)
    let isCanceled = error.kind == .cancelled
    guard summary.rowCount > 0, !isCanceled || summary.isEverything else { return failure }
    let written = CompactNumber.grouped(summary.writtenCount)
    let rows =
      summary.wantedCount.map { "\(written) of \(CompactNumber.grouped($0)) rows" }
      ?? Counted.text(summary.writtenCount, "row")
    let stopped = failure.with(
      summary.writtenCount > 0 && !isCanceled ? .partial : nil,
      why: isCanceled ? "canceled after \(rows)" : "stopped after \(rows): \(failure.why)",
      advice: [failure.advice, summary.resumption(error)]
    )
    // Users know why it ends, but not how to continue a search that takes minutes.
    if isCanceled { context.report(stopped) }
    return stopped
  }

  /// Prints the footer, warnings and hints on standard error; returns how the search ends.
  ///
  /// A mistyped command is not a success, so that a script stops there.
  private func report(_ summary: SearchSummary) -> ExitStatus {
    var footer: String?
    if case .table = format, summary.rowCount > 0 { footer = summary.footer }
    let hasSummary = footer != nil || context.messageFormat == .json
    for warning in summary.warnings(query, hasFooter: hasSummary) { context.warn(warning) }
    context.summarize(summary.list, footer)
    let hint = SearchHint(query: query, base: session.base, isSearchNamed: context.namesCommand)
    if let meant = hint.suggestedCommand, summary.isEmpty || context.errorTerminal != nil {
      context.note(meant)
    }
    guard summary.isEmpty else {
      return summary.unreachableCount > 0 || summary.unknownCount > 0 ? .partial : .success
    }
    for sentence in hint.sentences { context.note(sentence) }
    return hint.isCommand ? .usage : .success
  }
}

import GitHubAPI
import GitHubModel
import Terminal

/// One search from the first page to the last, its rows written as they arrive.
struct SearchRun {
  /// How much of what matches is wanted.
  enum Scope {
    /// That many rows, behind those that are left out.
    case rows(Int, skip: Int)
    case everything

    var limit: Int {
      switch self {
      case .rows(let limit, _): limit
      case .everything: .max
      }
    }
  }

  let query: SearchQuery
  let scope: Scope
  /// Whether only rows that are starred are wanted, or only others; nil for all.
  var filter: Bool?
  let format: OutputFormat
  let context: Context
  var rows: FoundRows

  mutating func execute(_ client: GitHubAPIClient) async throws(CommandFailure) -> ExitStatus {
    defer { rows.close() }
    let marks = format.marksMatches
    switch scope {
    case .rows(let limit, let skip):
      // How many it takes to find as many as are wanted is known once they are found.
      let results = filter == nil ? limit : SearchPages.reachable
      return try await write(
        client.search(query, limit: results, skip: skip, findsMatches: marks),
        firstRank: skip + 1
      )
    case .everything:
      return try await write(client.searchAll(query, findsMatches: marks), firstRank: 1)
    }
  }

  private mutating func write<Pages: AsyncSequence>(
    _ pages: Pages,
    firstRank: Int
  ) async throws(CommandFailure) -> ExitStatus
  where Pages.Element == Answer<RepositoryPage>, Pages.Failure == GitHubError {
    var output = SearchOutput(format, firstRank: firstRank, now: context.now())
    var summary = SearchSummary(scope, filter: filter)
    var pages = pages.makeAsyncIterator()
    while true {
      let page: Answer<RepositoryPage>?
      do throws(GitHubError) {
        page = try await pages.next(isolation: nil)
      } catch {
        throw try failure(error, output, summary)
      }
      guard let page else { break }
      if !summary.hasPages { try begin(page, output) }
      let chosen = await rows.chosen(from: page.value.repositories)
      try output.render(chosen, matches: page.value.matches, to: context.print)
      rows.keep(chosen, among: page.value.repositories)
      summary.add(page, written: chosen.count)
      guard rows.wantsMore else { break }
    }
    try context.print(output.closing)
    summary.unknownCount = rows.unknownCount
    report(summary)
    return summary.unreachableCount > 0 ? .partial : .success
  }

  private func begin(
    _ first: Answer<RepositoryPage>,
    _ output: SearchOutput
  ) throws(CommandFailure) {
    if case .everything = scope, let plan = CrawlPlan(first) { context.note(plan.sentence) }
    try context.print(output.opening)
  }

  /// What was printed before a failure stays, and is made whole.
  private func failure(
    _ error: GitHubError,
    _ output: SearchOutput,
    _ summary: SearchSummary
  ) throws(CommandFailure) -> CommandFailure {
    let failure = CommandFailure(error, in: context)
    guard summary.hasPages else { return failure }
    try context.print(output.closing)
    guard summary.rowCount > 0, error.code != .cancelled else { return failure }
    let wanted = summary.wantedCount.map { " of \(CompactNumber.grouped($0))" } ?? ""
    let rest = [failure.advice, summary.resumption(error)].filter { !$0.isEmpty }
    return CommandFailure(
      .partial,
      failure.what,
      "only \(CompactNumber.grouped(summary.writtenCount))\(wanted) rows, then \(failure.why)",
      advice: rest.joined(separator: "; ")
    )
  }

  /// What the rows alone do not tell, on standard error.
  private func report(_ summary: SearchSummary) {
    var hasFooter = false
    if case .table = format { hasFooter = summary.rowCount > 0 }
    for warning in summary.warnings(query, hasFooter: hasFooter) { context.note(warning) }
    if hasFooter { context.note(summary.footer) }
    guard summary.isEmpty else { return }
    for hint in SearchHint(query: query).sentences { context.note(hint) }
  }
}

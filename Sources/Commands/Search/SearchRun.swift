import GitHubAPI
import GitHubModel

/// One search from the first page to the last, its rows written as they arrive.
struct SearchRun {
  let query: SearchQuery
  let limit: Int
  let format: OutputFormat
  let context: Context

  func execute(_ client: GitHubAPIClient) async throws(CommandFailure) -> ExitStatus {
    var output = SearchOutput(format, now: context.now())
    var summary = SearchSummary()
    var pages = client.search(query, limit: limit).makeAsyncIterator()
    while true {
      let page: Answer<RepositoryPage>?
      do throws(GitHubError) {
        page = try await pages.next()
      } catch {
        throw try failure(error, output, summary)
      }
      guard let page else { break }
      let opening = summary.hasPages ? "" : output.opening
      try context.print(opening + output.render(page.value.repositories))
      summary.add(page)
    }
    try context.print(output.closing)
    report(summary)
    return .success
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
    let wanted = min(limit, summary.totalCount)
    return CommandFailure(
      .partial,
      failure.what,
      "only \(summary.rowCount) of \(wanted) rows, then \(failure.why)",
      advice: failure.advice
    )
  }

  /// What the rows alone do not tell, on standard error.
  private func report(_ summary: SearchSummary) {
    var hasFooter = false
    if case .table = format { hasFooter = summary.rowCount > 0 }
    for warning in summary.warnings(query, hasFooter: hasFooter) { context.note(warning) }
    if hasFooter { context.note(summary.footer) }
  }
}

import GitHubModel

/// Writes a list that is known as a whole, and makes it the one that `#N` speaks of.
struct ListOutput {
  let format: OutputFormat
  let context: Context

  /// - Parameter footer: What is said under a table, on standard error.
  func write(_ repositories: [Repository], footer: String) throws(CommandFailure) {
    var output = SearchOutput(format, now: context.now())
    try context.print(output.opening)
    try output.render(repositories, to: context.print)
    try context.print(output.closing)
    RowList(in: context).replace(with: repositories.map(\.name))
    if case .table = format { context.note(footer) }
  }
}

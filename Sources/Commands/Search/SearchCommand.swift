import ArgumentParser

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
    try await job.run(in: context)
  }

  /// What was asked for.
  var job: SearchJob {
    SearchJob(
      words: query,
      qualifiers: qualifiers.given,
      list: list.choice,
      starFilter: stars.filter,
      patience: wait.patience,
      longestAge: cache.cache,
      connection: connection.choice,
      output: output.choice,
      isForBrowser: web
    )
  }
}

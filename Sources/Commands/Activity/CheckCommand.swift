import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output
import Terminal

struct CheckCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.check.rawValue,
    abstract: "Check whether repositories are still maintained.",
    usage: "ghsearch check [<file> | <repo>] ... [flags]",
    discussion: """
      Takes names, URLs, row numbers, files, directories and - (standard input), and finds the \
      repositories in any text: manifests, lock files, workflows, READMEs. Without arguments, it \
      reads a pipe, or the manifests in the working directory.

      The states, worst first: gone (deleted, private or blocked), archived, deprecated (its \
      description says so), unknown (could not be read), quiet (no commit for a year) and active. \
      A table omits active repositories unless --all is given.

      Exits with 1 if a repository has one of the states of --fail-on, and with 10 if some are \
      unknown. Without a token, each repository takes a request, and only the last push is known.

      When piped: \(CheckedRow.columnNames) (FILE:LINE).

      EXAMPLES:
        ghsearch check
        ghsearch check README.md --fail-on gone,archived
        ghsearch stars list | ghsearch check - --all
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Files, directories or repositories; - for standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var sources: [String] = []

  @Option(
    help: ArgumentHelp("Check this repository; may be repeated.", valueName: "repo"),
    completion: .repositories
  )
  var repo: [String] = []

  @Option(
    help: ArgumentHelp(
      "A repository without a commit for this long is quiet. (default: 1y)",
      valueName: "duration"
    ),
    transform: TimeSpan.reading
  )
  var quietAfter: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Exit with 1 for these states, or none. (default: gone,archived,deprecated)",
      valueName: "states"
    ),
    completion: .list(Activity.State.allCases.map(\.rawValue)),
    transform: { $0 == "none" ? [] : try Activity.State.commaList($0) }
  )
  var failOn: Set<Activity.State>?

  @Flag(help: "Show active repositories in a table, too.")
  var all = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<CheckedRow>

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<CheckedRow>
  ) async throws(OperationFailure) -> ExitStatus {
    var reader = CheckSources(session, context)
    try await reader.read(sources, repositories: repo)
    let judgments = try await ActivityReader(session, quietAfter: quietAfter ?? .year)
      .judge(reader.named.all.map(\.name))
    let rows = reader.named.all.compactMap { name, place in
      judgments[name].map { CheckedRow(name: name, place: place, judgment: $0) }
    }
    .filter { $0.judgment.failure?.kind != .canceled }
    var shown = rows
    if case .table = format {
      shown = CheckedRow.words.flatMap { word in rows.filter { $0.word == word } }
        .filter { all || $0.word != Activity.State.active.rawValue }
    }
    try await context.printList(
      shown,
      as: format,
      name: \.currentName,
      footer: rows.isEmpty ? nil : summary(of: rows),
      ifEmpty: rows.isEmpty && reader.outcome.status == .success ? "no repositories" : nil
    )
    var (outcome, reported) = (reader.outcome, Set<String>())
    for row in rows {
      let failure = row.judgment.failure
      outcome.add(failure?.status ?? .success)
      if let failure, reported.insert(failure.why).inserted { context.report(failure) }
    }
    if Task.isCancelled { throw OperationFailure(.canceled, "canceled") }
    let failing = failOn ?? [.gone, .archived, .deprecated]
    return rows.contains { failing.contains($0.state) } ? .negative : outcome.status
  }

  /// The summary, such as `38 repositories: 1 gone, 1 moved, 36 active`.
  private func summary(of rows: [CheckedRow]) -> String {
    let counts = Dictionary(grouping: rows, by: \.word).mapValues(\.count)
    let words = CheckedRow.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    return "\(Counted.text(rows.count, "repository")): \(words.joined(separator: ", "))"
  }
}

extension Activity.State: ExpressibleByArgument {}

import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output
import SearchUI
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

      The states, from the worst: gone (deleted, private or blocked), archived, deprecated (its \
      description says so), unknown (could not be read), quiet (no commit for a year) and active. A \
      table leaves out the active ones unless --all is given.

      Exits with 1 if a repository has one of the states of --fail-on, and with 10 if some are \
      unknown. Without a token, each repository takes a request, and only the last push is known.

      When piped: full_name, state, since, last_commit_at, new_name, and the place as FILE:LINE.

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
  ) async throws(CommandFailure) -> ExitStatus {
    var named = CheckSources(session, context)
    try await named.read(sources, repositories: repo)
    let judgments = try await ActivityReader(session, quietAfter: quietAfter ?? .year)
      .judge(named.rows.map(\.name))
    let rows = named.rows.compactMap { name, source in
      judgments[name].map { CheckedRow(name: name, source: source, judgment: $0) }
    }
    .filter { $0.judgment.failure?.kind != .cancelled }
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
      ifEmpty: rows.isEmpty && named.outcome.status == .success ? "no repositories" : nil
    )
    var (outcome, reported) = (named.outcome, Set<String>())
    for row in rows {
      let failure = row.judgment.failure
      outcome.add(failure?.status ?? .success)
      if let failure, reported.insert(failure.why).inserted { context.report(failure) }
    }
    if Task.isCancelled { throw CommandFailure(.cancelled, "canceled") }
    let failing = failOn ?? [.gone, .archived, .deprecated]
    return rows.contains { failing.contains($0.state) } ? .negative : outcome.status
  }

  /// As in `38 repositories: 1 gone, 1 moved, 36 active`.
  private func summary(of rows: [CheckedRow]) -> String {
    let counts = Dictionary(grouping: rows, by: \.word).mapValues(\.count)
    let words = CheckedRow.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    return "\(Counted.text(rows.count, "repository")): \(words.joined(separator: ", "))"
  }
}

extension Activity.State: ExpressibleByArgument {}

/// A repository with its activity and the place that names it.
struct CheckedRow: Sendable {
  /// As the source names it.
  let name: RepositoryName
  let source: CheckSources.Source?
  let judgment: ActivityReader.Judgment

  var state: Activity.State { judgment.activity.state }
  private var facts: Activity.Facts? { judgment.judged?.facts }

  /// The same as commands for repositories have it; nil if it could not be read.
  private var repository: RepositoryRow? {
    judgment.judged.map {
      var row = RepositoryRow($0.repository)
      (row.activityFacts, row.latestRelease) = ($0.facts, $0.facts.latestRelease)
      return row
    }
  }

  /// The name under which the repository answers, if it is another one.
  var newName: RepositoryName? {
    judgment.judged.flatMap { $0.repository.name == name ? nil : $0.repository.name }
  }
  var currentName: RepositoryName { newName ?? name }

  /// The state as people read it: an active repository with another name has moved.
  var word: String { state == .active && newName != nil ? Self.moved : state.rawValue }

  fileprivate func words(now: Date) -> String {
    let (failure, judged) = (judgment.failure?.why, judgment.judged)
    return ActivityText(judgment.activity, judged, failure: failure, now: now).words
  }

  private static let moved = "moved"
  /// From the worst to the best.
  static let words = ["gone", "archived", "deprecated", "unknown", moved, "quiet", "active"]
}

extension CheckedRow: OutputRow {
  static let rowKind = "checked repositories"
  static let templateExample = "{{fullName}}: {{state}}"
  static let synonyms = ["name": "fullName", "stars": "stargazersCount", "activity": "state"]

  var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, name.fullName), (Self.style(of: state), state.rawValue),
      (.dim, judgment.activity.since.map(Timestamp.text)),
      (.dim, facts?.lastCommit.map(Timestamp.text)), (nil, newName?.fullName), (.dim, source?.text),
    ]
  }

  static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(), Table.Column(room: .name, style: .bold), Table.Column(room: .rest),
      Table.Column(room: .optional(30), style: .dim),
    ])
    table.rows = rows.map { row in
      [
        Table.Cell(safe: row.word, style: style(of: row.state)),
        Table.Cell(row.newName.map { "\(row.name) → \($0)" } ?? row.name.fullName),
        Table.Cell(row.words(now: display.now)), Table.Cell(row.source?.text),
      ]
    }
    return table
  }

  private static func style(of state: Activity.State) -> CellStyle? {
    switch state {
    case .gone, .archived, .deprecated: Theme.failure
    case .unknown, .quiet: Theme.warning
    case .active: Theme.success
    }
  }

  static let fields: [Field<Self>] =
    ([
      .of("fullName", "owner and name, as the source has them") { $0.name.fullName },
      .of("line", "line of the source that names it", .list) { $0.source?.line },
      .of("newName", "owner and name under which it answers, if others") { $0.newName?.fullName },
      .of("openIssuesCount", "number of open issues") { $0.facts?.openIssues },
      .of("says", "words that deprecate it, or why it could not be read") {
        $0.judgment.activity.says ?? $0.judgment.failure?.why
      },
      .of("since", "time since when it is archived or quiet") { $0.judgment.activity.since },
      .of("source", "file that names it", .list) { $0.source?.file },
      .of("state", "gone, archived, deprecated, unknown, quiet or active") { $0.state.rawValue },
    ]
    + RepositoryRow.fields.filter { sharedFields.contains($0.name) }
    .map { $0.on(as: .github) { (row: Self) in row.repository } })
    .sorted { $0.name < $1.name }

  private static let sharedFields: Set<String> = [
    "archivedAt", "commits90d", "lastCommitAt", "latestRelease", "openPullRequestsCount",
    "pushedAt", "stargazersCount", "url",
  ]
}

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
    transform: FailingStates.init
  )
  var failOn = FailingStates.default

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
    for failure in named.failures { context.report(failure) }
    for line in named.unnamed { context.note(line) }
    let judgments = try await ActivityReader(session, quietAfter: quietAfter ?? .year)
      .judge(named.rows.map(\.name))
    let rows = named.rows.compactMap { name, source in
      judgments[name].map { CheckedRow(name: name, source: source, judgment: $0) }
    }
    .filter { $0.judgment.failure?.kind != .cancelled }
    try await print(rows, as: format, context)
    var reported: Set<String> = []
    for failure in rows.compactMap(\.judgment.failure) where reported.insert(failure.why).inserted {
      context.report(failure)
    }
    if Task.isCancelled { throw CommandFailure(.cancelled, "canceled") }
    return status(of: rows, named.failures)
  }

  private func print(
    _ rows: [CheckedRow],
    as format: RowFormat<CheckedRow>,
    _ context: Context
  ) async throws(CommandFailure) {
    var shown = rows
    if case .table = format {
      shown = rows.enumerated().sorted {
        ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
      }
      .map(\.element).filter { all || !$0.isActive }
    }
    try await context.printList(
      shown,
      as: format,
      name: \.currentName,
      footer: summary(of: rows),
      ifEmpty: rows.isEmpty ? "no repositories" : summary(of: rows)
    )
  }

  /// As in `38 repositories: 1 gone, 1 moved, 36 active`.
  private func summary(of rows: [CheckedRow]) -> String {
    let counts = Dictionary(grouping: rows, by: \.word).mapValues(\.count)
    let words = CheckedRow.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    return "\(Counted.text(rows.count, "repository")): \(words.joined(separator: ", "))"
  }

  private func status(of rows: [CheckedRow], _ failures: [CommandFailure]) -> ExitStatus {
    if rows.contains(where: { failOn.states.contains($0.state) }) { return .negative }
    let causes = rows.compactMap(\.judgment.failure?.status) + failures.map(\.status)
    guard let first = causes.first else { return .success }
    let isOneCause = causes.allSatisfy { $0 == first }
    return isOneCause && causes.count == rows.count + failures.count ? first : .partial
  }
}

/// The value of `--fail-on`.
struct FailingStates: Equatable {
  let states: Set<Activity.State>

  static let `default` = Self(states: [.gone, .archived, .deprecated])

  private init(states: Set<Activity.State>) { self.states = states }

  /// Reads a comma list of states, or `none`.
  init(_ text: String) throws {
    states = text == "none" ? [] : try Activity.State.commaList(text)
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
  private var repository: Repository? { judgment.judged?.repository }
  private var facts: Activity.Facts? { judgment.judged?.facts }

  /// The name under which the repository answers, if it is another one.
  var newName: RepositoryName? { repository.map(\.name).flatMap { $0 == name ? nil : $0 } }
  var currentName: RepositoryName { newName ?? name }

  /// Active, under the same name.
  var isActive: Bool { word == Activity.State.active.rawValue }

  /// The state as people read it: an active repository with another name has moved.
  var word: String { state == .active && newName != nil ? Self.moved : state.rawValue }

  private static let moved = "moved"
  /// From the worst to the best.
  static let words = ["gone", "archived", "deprecated", "unknown", moved, "quiet", "active"]
  var place: Int { Self.words.firstIndex(of: word) ?? 0 }
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
        Table.Cell(row.word),
        Table.Cell(row.newName.map { "\(row.name) → \($0)" } ?? row.name.fullName),
        Table.Cell(row.judgment.words(now: display.now)), Table.Cell(row.source?.text),
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

  static let fields: [Field<Self>] = [
    .of("archivedAt", "time when it was archived") { $0.facts?.archived },
    .of("commits90d", "commits in the last 90 days") { $0.facts?.recentCommits },
    .of("fullName", "owner and name, as the source has them") { $0.name.fullName },
    .of("lastCommitAt", "time of the newest commit of the default branch") { $0.facts?.lastCommit },
    .object("latestRelease", "latest release", of: releaseFields) { $0.facts?.latestRelease },
    .of("line", "line of the source that names it", .list) { $0.source?.line },
    .of("newName", "owner and name under which it answers, if others") { $0.newName?.fullName },
    .of("openIssuesCount", "number of open issues") { $0.facts?.openIssues },
    .of("openPullRequestsCount", "number of open pull requests") { $0.facts?.openPullRequests },
    .of("pushedAt", "time of the last push") { $0.repository?.dates.pushed },
    .of("says", "words that deprecate it, or why it could not be read") {
      $0.judgment.says
    },
    .of("since", "time since when it is archived or quiet") { $0.judgment.activity.since },
    .of("source", "file that names it", .list) { $0.source?.file },
    .of("stargazersCount", "number of stars") { $0.repository?.counts.stars },
    .of("state", "gone, archived, deprecated, unknown, quiet or active") { $0.state.rawValue },
    .of("url", "address of its page") { $0.repository?.url },
  ]
}

extension ActivityReader.Judgment {
  /// The words that deprecate it, or why it could not be read.
  fileprivate var says: String? { activity.says ?? failure?.why }

  /// The facts in one line, such as `last commit 3 weeks ago · 42 commits in 90 days`; not safe for a terminal.
  func words(now: Date) -> String {
    func age(_ date: Date) -> String { RelativeDate.text(date, now: now) }
    let reason: String? =
      switch activity.state {
      case .gone: "deleted, private or blocked"
      case .archived: activity.since.map { "since \(age($0))" }
      case .deprecated: activity.says.map { "“\($0)”" }
      case .unknown: says
      case .quiet, .active: nil
      }
    guard let judged else { return reason ?? "" }
    let (facts, dates) = (judged.facts, judged.repository.dates)
    let issues = facts.openIssues.map { Counted.text($0, "issue") }
    let requests = facts.openPullRequests.map { Counted.text($0, "pull request") }
    let open = [requests, issues].compactMap(\.self).joined(separator: " and ")
    let parts = [
      reason,
      facts.isEmpty
        ? "no commits"
        : facts.lastCommit.map { "last commit \(age($0))" }
          ?? dates.pushed.map { "last push \(age($0))" },
      facts.isEmpty ? nil : facts.recentCommits.map { "\(Counted.text($0, "commit")) in 90 days" },
      facts.latestRelease.map { "\($0.tagName) \(age($0.publishedAt))" },
      open.isEmpty ? nil : "\(open) open",
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}

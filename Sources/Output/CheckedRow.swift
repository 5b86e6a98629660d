import Core
package import Discovery
package import Essentials
package import GitHubModel
import Presentation
import Terminal

/// A repository with its activity and the place where it is named.
package struct CheckedRow: Sendable {
  /// The name in the source.
  package let name: RepositoryName
  package let place: NamedRepositories.Place?
  package let judgment: ActivityReader.Judgment

  package init(
    name: RepositoryName,
    place: NamedRepositories.Place?,
    judgment: ActivityReader.Judgment
  ) {
    (self.name, self.place, self.judgment) = (name, place, judgment)
  }

  package var state: Activity.State { judgment.activity.state }
  private var facts: Activity.Facts? { judgment.judged?.facts }

  /// The row for commands about repositories; nil if it could not be read.
  private var repository: RepositoryRow? {
    judgment.judged.map {
      var row = RepositoryRow($0.repository)
      (row.activityFacts, row.latestRelease) = ($0.facts, $0.facts.latestRelease)
      return row
    }
  }

  /// The repository's current name, if it differs.
  package var newName: RepositoryName? {
    judgment.judged.flatMap { $0.repository.name == name ? nil : $0.repository.name }
  }
  package var currentName: RepositoryName { newName ?? name }

  /// The state as shown: an active repository with another name has moved.
  package var word: String { state == .active && newName != nil ? Self.moved : state.rawValue }

  package func words(now: Date) -> String {
    let (failure, judged) = (judgment.failure?.why, judgment.judged)
    return ActivityText(judgment.activity, judged, failure: failure, now: now).words
  }

  private static let moved = "moved"
  /// The words, worst first.
  package static let words = [
    "gone", "archived", "deprecated", "unknown", moved, "quiet", "active",
  ]
}

extension CheckedRow: OutputRow {
  package static let templateExample = "{{fullName}}: {{state}}"
  package static let synonyms = [
    "name": "fullName", "stars": "stargazersCount", "activity": "state",
  ]

  package static let columns: [Column<Self>] = [
    .table { row, _ in Table.Cell(safe: row.word, style: row.style) },
    Column("full_name", .bold, room: .name) { row, _ in
      Table.Cell(row.newName.map { "\(row.name) → \($0)" } ?? row.name.fullName)
    } _: {
      $0.name.fullName
    },
    .text("state", styledBy: \.style) { $0.state.rawValue },
    .text("since", .dim) { $0.judgment.activity.since.map(Timestamp.text) },
    .text("last_commit_at", .dim) { $0.facts?.lastCommit.map(Timestamp.text) },
    .text("new_name") { $0.newName?.fullName },
    .table(room: .rest) { row, display in Table.Cell(row.words(now: display.now)) },
    Column("place", .dim, room: .optional(30)) { $0.place?.text },
  ]

  private var style: CellStyle? {
    switch state {
    case .gone, .archived, .deprecated: Theme.failure
    case .unknown, .quiet: Theme.warning
    case .active: Theme.success
    }
  }

  package static let fields: [Field<Self>] =
    ([
      .of("fullName", "owner and name, as in the source") { $0.name.fullName },
      .of("line", "line of the source that contains it", .list) { $0.place?.line },
      .of("newName", "owner and name after a rename or transfer") { $0.newName?.fullName },
      .of("openIssuesCount", "number of open issues") { $0.facts?.openIssues },
      .of("says", "words in the description that deprecate it, or why it could not be read") {
        $0.judgment.activity.says ?? $0.judgment.failure?.why
      },
      .of("since", "time since which it has been archived or quiet") { $0.judgment.activity.since },
      .of("source", "file that contains it", .list) { $0.place?.file },
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

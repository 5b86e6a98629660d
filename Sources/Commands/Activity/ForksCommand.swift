import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubAPI
package import GitHubModel
package import Output
import SearchUI
package import Terminal

struct ForksCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.forks.rawValue,
    abstract: "List the forks of a repository that are ahead of it.",
    usage: "ghsearch forks <repo> [flags]",
    discussion: """
      Compares the default branches of up to 200 forks, the most starred and the last pushed to, with \
      the repository's. Needs a token.

      When piped: full_name, ahead_by, behind_by, stargazers_count, pushed_at, description.

      EXAMPLES:
        ghsearch forks flameshot-org/flameshot
        ghsearch forks 3 --all --json fullName,aheadBy,pushedAt
      """
  )

  @OptionGroup var repository: SingleRepository

  @Flag(help: "Show the forks that are not ahead, too.")
  var all = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<Fork>

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<Fork>
  ) async throws(CommandFailure) -> ExitStatus {
    let name = try RepositoryArgument.name(repository.text, session, context)
    _ = try session.token()
    let comparison = try await ForkComparison(of: name, session)
    try await context.printList(
      comparison.forks.filter { all || $0.aheadBy > 0 },
      as: format,
      name: \.repository.name,
      footer: comparison.summary,
      ifEmpty: comparison.total == 0 ? "\(name) has no forks" : nil
    )
    return .success
  }
}

extension ForkComparison {
  /// As in `414 forks: 22 of the 187 compared are ahead`.
  fileprivate var summary: String {
    let ahead = forks.count { $0.aheadBy > 0 }
    let compared =
      forks.isEmpty
      ? "none could be compared"
      : "\(ahead) of the \(forks.count) compared \(ahead == 1 ? "is" : "are") ahead"
    return "\(Counted.text(total, "fork")): \(compared)"
  }
}

extension Fork: OutputRow {
  package static let rowKind = "forks"
  package static let templateExample = "{{fullName}} +{{aheadBy}}"
  package static let synonyms = RepositoryRow.synonyms
  package static let hasDescription = true

  package var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, repository.name.fullName), (Theme.success, String(aheadBy)),
      (.dim, String(behindBy)), (Theme.star, repository.counts.stars.map(String.init)),
      (.dim, repository.dates.pushed.map(Timestamp.text)), (nil, repository.description),
    ]
  }

  package static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(style: Theme.success, isRight: true), Table.Column(style: .dim, isRight: true),
      Table.Column(room: .name, style: .bold), Table.Column(style: Theme.star, isRight: true),
      Table.Column(style: .dim), Table.Column(room: .rest),
    ])
    table.rows = rows.map { fork in
      let repository = fork.repository
      return [
        Table.Cell(safe: "+\(fork.aheadBy)"), Table.Cell(safe: "−\(fork.behindBy)"),
        Table.Cell(repository.name.fullName),
        Table.Cell(repository.counts.stars.map(CompactNumber.text)),
        Table.Cell(repository.dates.pushed.map { RelativeDate.text($0, now: display.now) }),
        Table.Cell(repository.description),
      ]
    }
    return table
  }

  /// Those that other repositories do not have.
  static let own: [Field<Self>] = [
    .of("aheadBy", "commits that only the fork has") { $0.aheadBy },
    .of("behindBy", "commits that the fork lacks") { $0.behindBy },
  ]

  package static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source == .github }
    .map { $0.on { (row: Self) in RepositoryRow(row.repository) } }
}

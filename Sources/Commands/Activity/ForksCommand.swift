import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubAPI
import GitHubModel
import Output
import SearchUI
import Terminal

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
  @OptionGroup(title: "Output") var output: RowOptions<ForkRow>

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<ForkRow>
  ) async throws(CommandFailure) -> ExitStatus {
    let name = try RepositoryArgument.name(repository.text, session, context)
    _ = try session.token()
    let comparison = try await ForkComparison(of: name, session)
    let rows = comparison.forks.filter { all || $0.aheadBy > 0 }.map { ForkRow(fork: $0) }
    try await context.printList(
      rows,
      as: format,
      name: \.fork.repository.name,
      footer: comparison.summary,
      ifEmpty: comparison.total == 0 ? "\(name) has no forks" : comparison.summary
    )
    return .success
  }
}

extension ForkComparison {
  /// As in `414 forks: 22 of the 187 compared are ahead`.
  fileprivate var summary: String {
    let ahead = forks.count { $0.aheadBy > 0 }
    return
      "\(Counted.text(total, "fork")): \(ahead) of the \(forks.count) compared \(ahead == 1 ? "is" : "are") ahead"
  }
}

struct ForkRow: Sendable {
  let fork: Fork
}

extension ForkRow: OutputRow {
  static let rowKind = "forks"
  static let templateExample = "{{fullName}} +{{aheadBy}}"
  static let synonyms = RepositoryRow.synonyms
  static let hasDescription = true

  private var repository: Repository { fork.repository }

  var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, repository.name.fullName), (Theme.success, String(fork.aheadBy)),
      (.dim, String(fork.behindBy)), (Theme.star, repository.counts.stars.map(String.init)),
      (.dim, repository.dates.pushed.map(Timestamp.text)), (nil, repository.description),
    ]
  }

  static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(style: Theme.success, isRight: true), Table.Column(style: .dim, isRight: true),
      Table.Column(room: .name, style: .bold), Table.Column(style: Theme.star, isRight: true),
      Table.Column(style: .dim), Table.Column(room: .rest),
    ])
    table.rows = rows.map { row in
      let (fork, repository) = (row.fork, row.repository)
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
    .of("aheadBy", "commits that only the fork has") { $0.fork.aheadBy },
    .of("behindBy", "commits that the fork lacks") { $0.fork.behindBy },
  ]

  static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source == .github }
    .map { $0.on { (row: Self) in RepositoryRow(row.fork.repository) } }
}

import Core
package import Discovery
import Essentials
package import GitHubModel
import Presentation
package import Terminal

extension ForkComparison {
  /// As in `414 forks: 22 of the 187 compared are ahead`.
  package var summary: String {
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
  package static let own: [Field<Self>] = [
    .of("aheadBy", "commits that only the fork has") { $0.aheadBy },
    .of("behindBy", "commits that the fork lacks") { $0.behindBy },
  ]

  package static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source == .github }
    .map { $0.on { (row: Self) in RepositoryRow(row.repository) } }
}

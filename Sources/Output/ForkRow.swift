import Core
package import Discovery
import Essentials
package import GitHubModel
import Presentation
import Terminal

extension ForkComparison {
  /// A summary such as `414 forks: 22 of the 187 compared are ahead`.
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
  package static let templateExample = "{{fullName}} +{{aheadBy}}"
  package static let synonyms = RepositoryRow.synonyms
  package static let hasDescription = true

  package static let columns: [Column<Self>] = [
    .table(Theme.success, isRight: true) { fork, _ in Table.Cell(safe: "+\(fork.aheadBy)") },
    .table(.dim, isRight: true) { fork, _ in Table.Cell(safe: "−\(fork.behindBy)") },
    Column("full_name", .bold, room: .name) { $0.repository.name.fullName },
    .text("ahead_by", Theme.success) { String($0.aheadBy) },
    .text("behind_by", .dim) { String($0.behindBy) },
    Column("stargazers_count", Theme.star, room: .own, isRight: true) { fork, _ in
      Table.Cell(fork.repository.counts.stars.map(CompactNumber.text))
    } _: {
      $0.repository.counts.stars.map(String.init)
    },
    Column("pushed_at", .dim, room: .own) { fork, display in
      Table.Cell(fork.repository.dates.pushed.map { RelativeDate.text($0, now: display.now) })
    } _: {
      $0.repository.dates.pushed.map(Timestamp.text)
    },
    Column("description", room: .rest) { $0.repository.description },
  ]

  /// The fields that other repositories lack.
  package static let own: [Field<Self>] = [
    .of("aheadBy", "commits that only the fork has") { $0.aheadBy },
    .of("behindBy", "commits that the fork lacks") { $0.behindBy },
  ]

  package static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source == .github }
    .map { $0.on { (row: Self) in RepositoryRow(row.repository) } }
}

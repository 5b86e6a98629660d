import Core
package import Discovery
import Essentials
import GitHubModel
import Presentation
import Terminal

extension Ranking {
  /// A footer such as `25 of 100 candidates by stars gained in 7 days; …`.
  package func footer(shown: Int) -> String {
    let days = days == 1 ? "the last whole day" : "\(days) days"
    var text = "\(shown) of \(Counted.text(ranked.count, "candidate")), by stars gained in \(days)"
    if ranked.count < candidates.count {
      text += "; \(candidates.count - ranked.count) could not be ranked"
    }
    return text
      + "; only repositories that the searches returned are ranked; removed stars are not counted"
  }
}

extension TrendingRow: OutputRow {
  package static let templateExample = #"{{gained}}\t{{fullName}}"#
  package static let synonyms = RepositoryRow.synonyms
  package static let hasDescription = true

  package static let columns: [Column<Self>] = [
    Column("gained", Theme.star, room: .own, isRight: true) { trending, _ in
      Table.Cell(safe: "+" + CompactNumber.grouped(trending.gained))
    } _: {
      String($0.gained)
    },
    Column("full_name", .bold, room: .name) { $0.row.repository.name.fullName },
    Column("stargazers_count", room: .own, isRight: true) { trending, _ in
      Table.Cell(safe: trending.row.repository.counts.stars.map(CompactNumber.text) ?? "-")
    } _: {
      $0.row.repository.counts.stars.map(String.init)
    },
    .table(Theme.star, room: .optional()) { trending, display in
      let weeks = trending.row.growth?.weeks ?? []
      return Table.Cell(safe: display.isPlain ? "" : Chart.sparkline(weeks))
    },
    Column("language", Theme.language, room: .optional(RepositoryRow.maxLanguage)) {
      $0.row.repository.language
    },
    Column("description", room: .rest) { trending, _ in
      Table.Cell(RepositoryRow.description(of: trending.row))
    } _: {
      $0.row.repository.description
    },
  ]

  /// The fields that other repositories lack.
  package static let own: [Field<Self>] = [
    .of("gained", "stars gained in the period") { $0.gained },
    .of("weeks", "stars gained in each of the last weeks") { $0.row.growth?.weeks },
  ]

  package static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source != .requests || $0.name.hasPrefix("gained") }
    .map { $0.on { (trending: Self) in trending.row } }
}

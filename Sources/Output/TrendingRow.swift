import Core
package import Discovery
import Essentials
import GitHubModel
import Presentation
package import Terminal

extension Ranking {
  /// As in `25 of 100 candidates by stars gained in 7 days; …`.
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
  package static let rowKind = "trending repositories"
  package static let templateExample = #"{{gained}}\t{{fullName}}"#
  package static let synonyms = RepositoryRow.synonyms
  package static let hasDescription = true

  package var cells: [(style: CellStyle?, value: String?)] {
    let repository = row.repository
    return [
      (Theme.star, String(gained)), (.bold, repository.name.fullName),
      (nil, repository.counts.stars.map(String.init)), (Theme.language, repository.language),
      (nil, repository.description),
    ]
  }

  package static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(style: Theme.star, isRight: true), Table.Column(room: .name, style: .bold),
      Table.Column(isRight: true), Table.Column(room: .optional(), style: Theme.star),
      Table.Column(room: .optional(Table.maxLanguage), style: Theme.language),
      Table.Column(room: .rest),
    ])
    table.rows = rows.map { trending in
      let (repository, weeks) = (trending.row.repository, trending.row.growth?.weeks)
      return [
        Table.Cell(safe: "+" + CompactNumber.grouped(trending.gained)),
        Table.Cell(repository.name.fullName),
        Table.Cell(safe: repository.counts.stars.map(CompactNumber.text) ?? "-"),
        Table.Cell(safe: display.isPlain ? "" : Chart.sparkline(weeks ?? [])),
        Table.Cell(repository.language), Table.Cell(Table.description(trending.row)),
      ]
    }
    return table
  }

  /// Those that other repositories do not have.
  package static let own: [Field<Self>] = [
    .of("gained", "stars gained in the period") { $0.gained },
    .of("weeks", "stars gained in each of the last weeks") { $0.row.growth?.weeks },
  ]

  package static let fields: [Field<Self>] =
    own
    + RepositoryRow.fields.filter { $0.source != .requests || $0.name.hasPrefix("gained") }
    .map { $0.on { (trending: Self) in trending.row } }
}

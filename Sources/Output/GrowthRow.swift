package import Discovery
import Essentials
package import GitHubModel
import Presentation
import Terminal

extension GrowthRow {
  /// A chart of some repositories, without an unfinished last bucket; nil if there is nothing to
  /// draw.
  package static func chart(_ rows: [Self]) -> GrowthChart? {
    let drawn = rows.map { row in (row, row.buckets.filter(\.isWhole)) }
    let dates = drawn.map(\.1).max { $0.count < $1.count } ?? []
    return GrowthChart(
      drawn.map { row, buckets in
        GrowthChart.Line(name: row.repository.name.fullName, values: buckets.map(\.gained))
      },
      dates: dates.map(\.start)
    )
  }
}

extension GrowthRow: OutputRow {
  package static let templateExample = "{{fullName}} {{gained7d}}"
  package static let synonyms = ["name": "fullName", "stargazerscount": "stars"]

  /// Empty, since tab-separated output prints the buckets.
  package static let columns: [Column<Self>] = []

  /// The charts, followed by an explanation of their numbers.
  package static func text(_ rows: [Self], on display: Display) -> String {
    let meaning = rows.first.map { "\n" + display.meaning($0.unit) } ?? ""
    return rows.map { $0.text(on: display) }.joined(separator: "\n") + meaning
  }

  package static let fields: [Field<Self>] = [
    .of("fullName", "owner and name, as in owner/name") { $0.repository.name.fullName },
    .of("stars", "number of stars") { $0.repository.counts.stars },
    .of("gained7d", "stars gained in the last 7 whole days") { $0.growth.week },
    .of("gained30d", "stars gained in the last 30 whole days") { $0.growth.month },
    .of("gained365d", "stars gained in the last 365 whole days") { $0.growth.year },
    .of("from", "first day, as in 2026-01-31") { $0.buckets.first?.start },
    .of("to", "last day") { $0.lastDay },
    .objects(
      "buckets",
      "first day of each bucket, and the stars gained in it",
      of: bucketFields
    ) { $0.buckets },
  ]
}

private let bucketFields: [Field<StarHistory.Bucket>] = [
  .of("start") { $0.start }, .of("gained") { $0.gained },
]

/// The stars gained by a repository in a day, week or month.
package struct GrowthBucket: OutputRow {
  package let name: RepositoryName
  package let bucket: StarHistory.Bucket

  package static let columns: [Column<Self>] = [
    Column("full_name", .bold) { $0.name.fullName }, Column("start", Theme.dim) { $0.bucket.start },
    Column("gained", Theme.star) { String($0.bucket.gained) },
  ]

  package static let fields: [Field<Self>] =
    [.of("fullName") { $0.name.fullName }] + bucketFields.map { $0.on(\.bucket) }
}

extension GrowthRow {
  package var namedBuckets: [GrowthBucket] {
    buckets.map { GrowthBucket(name: repository.name, bucket: $0) }
  }

  /// The name, the numbers and the chart.
  private func text(on display: Display) -> String {
    let name = repository.name.fullName.truncated(toWidth: display.width)
    let stars = repository.counts.stars.map { Counted.text($0, "star") }
    let numbers = [stars, GrowthText.gained(growth)].compactMap(\.self).filter { !$0.isEmpty }
    let lines = TextWrap.lines(numbers.joined(separator: " · "), width: display.width)
    let chart = Self.chart([self])?.text(display) ?? "no stars in this time\n"
    return display.styled(.bold, name) + "\n"
      + lines.map { $0 + "\n" }.joined() + "\n" + chart
  }
}

package import Core
package import Discovery
import Essentials
import GitHubModel
import Presentation
import Terminal

/// A repository compared with others.
package struct ComparedRow: Sendable {
  package let row: RepositoryRow
  /// Its weekly history, for the chart.
  private let history: GrowthRow

  package init(_ row: RepositoryRow, _ history: GrowthRow) {
    (self.row, self.history) = (row, history)
  }

  private var repository: Repository { row.repository }

  /// The growth in 30 days in tenths of a percent; nil if there were no stars before.
  private var growth: String? {
    guard let gained = row.growth?.month, let stars = repository.counts.stars, stars > gained
    else { return nil }
    let tenths = Int((Double(gained) / Double(stars - gained) * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension ComparedRow: OutputRow {
  package static let templateExample = RepositoryRow.templateExample
  package static let synonyms = RepositoryRow.synonyms

  package static let fields = RepositoryRow.fields.map {
    $0.on { (compared: Self) in compared.row }
  }

  package static let columns: [Column<Self>] =
    [Column("full_name", .bold) { $0.repository.name.fullName }] + facts.map(\.column)

  /// Each fact with its label.
  fileprivate static let facts: [(label: String, column: Column<Self>)] = [
    ("Stars", .number("stargazers_count") { $0.repository.counts.stars }),
    ("In 7 days", .number("gained_7d", sign: "+") { $0.row.growth?.week }),
    ("In 30 days", .number("gained_30d", sign: "+") { $0.row.growth?.month }),
    ("In a year", .number("gained_365d", sign: "+") { $0.row.growth?.year }),
    (
      "30-day growth",
      Column("growth_30d_percent") { row, _ in
        Table.Cell(row.growth.map { $0 + "%" })
      } _: {
        $0.growth
      }
    ), ("Forks", .number("forks_count") { $0.repository.counts.forks }),
    ("Open issues", .number("open_issues_count") { $0.repository.counts.openIssues }),
    (
      "Last push",
      Column("pushed_at") { row, display in
        Table.Cell(row.repository.dates.pushed.map { RelativeDate.text($0, now: display.now) })
      } _: {
        $0.repository.dates.pushed.map(Timestamp.text)
      }
    ), ("Release", Column("latest_release") { $0.row.latestRelease?.tagName }),
    ("License", Column("license") { $0.repository.license?.shortName }),
    ("Language", Column("language") { $0.repository.language }),
    (
      "Age",
      Column("created_at") { row, display in
        Table.Cell(row.repository.dates.created.map { RelativeDate.age(of: $0, now: display.now) })
      } _: {
        $0.repository.dates.created.map(Timestamp.text)
      }
    ),
    ("Archived", Column("archived") { $0.repository.flags.isArchived.map { $0 ? "yes" : "no" } }),
  ]

  /// The facts side by side, and a chart of all repositories.
  package static func text(_ rows: [Self], on display: Display) -> String {
    ComparisonTable(rows, display).text(display) + "\n"
      + (GrowthRow.chart(rows.map(\.history))?.text(display) ?? "") + "\n" + display.meaning(.week)
  }
}

extension Column {
  /// A count, shown with grouped digits and an optional sign.
  fileprivate static func number(
    _ name: String,
    sign: String = "",
    _ count: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(name) { row, _ in
      Table.Cell(count(row).map { sign + CompactNumber.grouped($0) })
    } _: {
      count($0).map(String.init)
    }
  }
}

/// Repositories as the columns of a table; those that do not fit follow in another table below.
private struct ComparisonTable {
  private let names: [String]
  /// The facts of each repository; `-` for unknown ones.
  private let cells: [[String]]

  init(_ rows: [ComparedRow], _ display: Display) {
    names = rows.enumerated().map { index, row in
      "\(Chart.letter(index)) \(row.row.repository.name)"
    }
    cells = rows.map { row in
      ComparedRow.facts.map { fact in
        let text = fact.column.cell(row, display).text
        return text.isEmpty ? "-" : text
      }
    }
  }

  func text(_ display: Display) -> String {
    let labels = ComparedRow.facts.map(\.label)
    let margin = labels.map(\.count).max() ?? 0
    let room = max(display.width - margin, Self.minColumn + Self.gap)
    let perTable = min(max(room / (Self.minColumn + Self.gap), 1), names.count)
    return stride(from: 0, to: names.count, by: perTable).map { first in
      let shown = first..<min(first + perTable, names.count)
      let widths = shown.map { index in
        let widest = ([names[index]] + cells[index]).map(\.displayWidth).max() ?? 0
        return min(widest, room / shown.count - Self.gap)
      }
      let head = zip(shown, widths).map { index, width in
        let name = names[index].truncated(toWidth: width).rightAligned(toWidth: width)
        return display.colored(name, index)
      }
      let rows = labels.indices.map { row in
        display.styled(Theme.dim, labels[row].padded(toWidth: margin))
          + line(
            zip(shown, widths).map { index, width in
              cells[index][row].truncated(toWidth: width).rightAligned(toWidth: width)
            }
          )
      }
      return ([String(repeating: " ", count: margin) + line(head)] + rows)
        .map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: Self.gap) + $0 }.joined()
  }

  private static let gap = 2
  /// The minimum width in columns; in fewer, names and dates are hard to tell apart.
  private static let minColumn = 8
}

package import Core
package import Essentials
import GitHubModel
import Presentation
package import Terminal

/// A repository beside others.
package struct ComparedRepository {
  package let row: RepositoryRow

  package init(
    row: RepositoryRow
  ) {
    self.row = row
  }

  private var repository: Repository { row.repository }
  private var gained: StarGrowth? { row.growth }

  /// The stars gained in 30 days by those before, in tenths of a percent; nil if there were none.
  private var growth: Int? {
    guard let gained = gained?.month, let stars = repository.counts.stars, stars > gained else {
      return nil
    }
    return Int((Double(gained) / Double(stars - gained) * 1000).rounded())
  }

  private var percent: String? { growth.map { "\($0 / 10).\($0 % 10)" } }

  /// Each fact with its label, for programs and for people; nil for what is not known.
  private func facts(now: Date) -> [(label: String, plain: String?, shown: String?)] {
    func number(_ label: String, _ count: Int?, sign: String = "") -> (String, String?, String?) {
      (label, count.map(String.init), count.map { sign + CompactNumber.grouped($0) })
    }
    func text(_ label: String, _ text: String?) -> (String, String?, String?) {
      (label, text, text)
    }
    let (counts, dates) = (repository.counts, repository.dates)
    return [
      number("Stars", counts.stars), number("In 7 days", gained?.week, sign: "+"),
      number("In 30 days", gained?.month, sign: "+"),
      number("In a year", gained?.year, sign: "+"),
      ("30-day growth", percent, percent.map { $0 + "%" }), number("Forks", counts.forks),
      number("Open issues", counts.openIssues),
      (
        "Last push", dates.pushed.map(Timestamp.text),
        dates.pushed.map { RelativeDate.text($0, now: now) }
      ),
      text("Release", row.latestRelease?.tagName),
      text("License", repository.license?.shortName),
      text("Language", repository.language),
      (
        "Age", dates.created.map(Timestamp.text),
        dates.created.map { RelativeDate.age(of: $0, now: now) }
      ),
      text("Archived", repository.flags.isArchived.map { $0 ? "yes" : "no" }),
    ]
  }

  package func columns(now: Date) -> [(style: CellStyle?, value: String?)] {
    [(.bold, repository.name.fullName)] + facts(now: now).map { (nil, $0.plain) }
  }

  /// For people, each with its label; `-` for what is not known.
  package func cells(now: Date) -> [(label: String, text: String)] {
    facts(now: now).map { label, _, shown in
      (label, shown.map { SafeText($0, longest: 100).description } ?? "-")
    }
  }
}

/// Repositories as the columns of a table; those that do not fit beside the others follow below them.
package struct ComparisonTable {
  private let names: [String]
  private let cells: [[(label: String, text: String)]]

  package init(_ repositories: [ComparedRepository], now: Date) {
    names = repositories.enumerated().map { index, repository in
      "\(Chart.letter(index)) \(repository.row.repository.name)"
    }
    cells = repositories.map { $0.cells(now: now) }
  }

  package func text(_ display: Display) -> String {
    let labels = (cells.first ?? []).map(\.label)
    let margin = labels.map(\.count).max() ?? 0
    let room = max(display.width - margin, Self.minColumn + Self.gap)
    let perTable = min(max(room / (Self.minColumn + Self.gap), 1), names.count)
    return stride(from: 0, to: names.count, by: perTable).map { first in
      let shown = first..<min(first + perTable, names.count)
      let widths = shown.map { index in
        let widest = ([names[index]] + cells[index].map(\.text)).map(\.displayWidth).max() ?? 0
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
              cells[index][row].text.truncated(toWidth: width).rightAligned(toWidth: width)
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
  /// In columns; names and dates are hard to tell apart in fewer.
  private static let minColumn = 8
}

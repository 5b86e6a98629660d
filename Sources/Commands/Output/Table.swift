import GitHubModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Repositories as a table that fits its width, for eyes.
///
/// Columns grow with the pages and never shrink, so later rows stand below the earlier ones.
struct Table {
  /// What the terminal can show.
  struct Look: Sendable {
    var width = 80
    var hasColor = false
    var hasHyperlinks = false
  }

  private let look: Look
  private let now: Date
  private var measure = TableMeasure()

  init(look: Look, now: Date) {
    self.look = look
    self.now = now
  }

  /// The rows of one page, each line ended.
  mutating func render(_ repositories: [Repository]) -> String {
    let rows = repositories.map { Row($0, now: now) }
    for row in rows { measure.add(row) }
    let layout = TableLayout(measure, width: look.width)
    return rows.map { line($0, layout) + "\n" }.joined()
  }

  /// The cells of a row, safe and not yet styled.
  struct Row {
    let isStarred: Bool
    let name: String
    let url: String
    let stars: String
    let language: String
    let updated: String
    let description: String

    init(_ repository: Repository, now: Date) {
      isStarred = repository.isStarred == true
      name = SafeText(repository.name.fullName).description
      url = repository.url
      stars = repository.counts.stars.map(CompactNumber.text) ?? "-"
      language = SafeText(repository.language ?? "", longest: Self.longestCell).description
      updated = repository.dates.updated.map { RelativeDate.text($0, now: now) } ?? ""
      description = SafeText(repository.description ?? "", longest: Self.longestCell).description
    }

    /// Scalars; more than any terminal has columns for.
    private static let longestCell = 4096
  }

  private func line(_ row: Row, _ layout: TableLayout) -> String {
    var cells = [mark(row), name(row, width: layout.name), stars(row, width: layout.stars)]
    if layout.language > 0 {
      cells.append(styled(.cyan, padded(row.language, to: layout.language)))
    }
    if layout.updated > 0 { cells.append(styled(.dim, padded(row.updated, to: layout.updated))) }
    if layout.description > 0 {
      cells.append(row.description.truncated(toWidth: layout.description))
    }
    return cells.joined(separator: layout.gap).trimmingTrailingSpaces
  }

  private func mark(_ row: Row) -> String {
    row.isStarred ? styled(.yellow, "★") : " "
  }

  private func name(_ row: Row, width: Int) -> String {
    let text = row.name.truncated(toWidth: width)
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    let linked = look.hasHyperlinks ? Hyperlink.wrap(text, url: row.url) : text
    return styled(.bold, linked) + padding
  }

  private func stars(_ row: Row, width: Int) -> String {
    styled(.yellow, String(repeating: " ", count: max(0, width - row.stars.count)) + row.stars)
  }

  private func padded(_ text: String, to width: Int) -> String {
    let text = text.truncated(toWidth: width)
    return text + String(repeating: " ", count: max(0, width - text.displayWidth))
  }

  private func styled(_ style: Style, _ text: String) -> String {
    look.hasColor && !text.isEmpty ? style(text) : text
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

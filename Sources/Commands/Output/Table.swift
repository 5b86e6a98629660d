package import GitHubModel
import Terminal

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Repositories as a table that fits its width, for eyes.
///
/// Columns grow with the pages and never shrink, so later rows stand below the earlier ones.
package struct Table {
  /// What the terminal can show.
  package struct Look: Sendable {
    var width = 80
    var hasColor = false
    var hasHyperlinks = false

    package init(width: Int = 80, hasColor: Bool = false, hasHyperlinks: Bool = false) {
      (self.width, self.hasColor, self.hasHyperlinks) = (width, hasColor, hasHyperlinks)
    }
  }

  private let look: Look
  private let now: Date
  private var measure = TableMeasure()

  package init(look: Look, now: Date) {
    self.look = look
    self.now = now
  }

  /// The rows of one page, each line ended.
  package mutating func render(
    _ repositories: [Repository],
    matches: [Repository.ID: [TextMatch]] = [:]
  ) -> String {
    let rows = repositories.map { Row($0, matches: matches[$0.id] ?? [], now: now) }
    for row in rows { measure.add(row) }
    let layout = TableLayout(measure, width: look.width)
    return rows.map { line($0, layout) + "\n" }.joined()
  }

  /// The cells of a row, safe and not yet styled.
  struct Row {
    let isStarred: Bool
    let name: MarkedText
    let url: String
    let stars: String
    let language: String
    let updated: String
    let description: MarkedText

    init(_ repository: Repository, matches: [TextMatch], now: Date) {
      isStarred = repository.isStarred == true
      name = Self.name(repository.name, matches)
      url = repository.url
      stars = repository.counts.stars.map(CompactNumber.text) ?? "-"
      language = SafeText(repository.language ?? "", longest: Self.longestCell).description
      updated = repository.dates.updated.map { RelativeDate.text($0, now: now) } ?? ""
      description = Self.description(repository.description ?? "", matches)
    }

    /// What matches is the name without the owner.
    private static func name(_ name: RepositoryName, _ matches: [TextMatch]) -> MarkedText {
      let start = name.owner.utf8.count + 1
      let ranges = MarkedText.ranges(of: matches, for: .name, in: name.name)
      return MarkedText(
        name.fullName,
        ranges: ranges.map { $0.lowerBound + start..<$0.upperBound + start }
      )
    }

    private static func description(_ text: String, _ matches: [TextMatch]) -> MarkedText {
      let shown = String(text.unicodeScalars.prefix(longestCell))
      let ranges = MarkedText.ranges(of: matches, for: .description, in: shown)
      return MarkedText(shown, ranges: ranges)
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
      let description = row.description.truncated(toWidth: layout.description)
      cells.append(look.hasColor ? description.styled() : description.text)
    }
    return cells.joined(separator: layout.gap).trimmingTrailingSpaces
  }

  private func mark(_ row: Row) -> String {
    row.isStarred ? styled(.yellow, "★") : " "
  }

  private func name(_ row: Row, width: Int) -> String {
    let name = row.name.truncated(toWidth: width)
    let padding = String(repeating: " ", count: max(0, width - name.text.displayWidth))
    let text = look.hasColor ? name.styled(.bold) : name.text
    return (look.hasHyperlinks ? Hyperlink.wrap(text, url: row.url) : text) + padding
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

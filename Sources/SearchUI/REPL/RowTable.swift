import GitHubModel
import SearchModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the output can show: its width, colors and links.
package struct REPLStyle: Sendable, Equatable {
  /// Columns; nil where nothing is cut off because it is not a terminal.
  package var width: Int?
  package var hasColor: Bool
  package var hasHyperlinks: Bool

  package init(width: Int? = nil, hasColor: Bool = false, hasHyperlinks: Bool = false) {
    (self.width, self.hasColor, self.hasHyperlinks) = (width, hasColor, hasHyperlinks)
  }

  func styled(_ style: CellStyle, _ text: String) -> String {
    hasColor && !text.isEmpty ? style(text) : text
  }
}

/// Numbered rows in columns that fit the width.
///
/// Columns grow with the pages and never shrink, so later rows line up with earlier ones.
struct RowTable: Sendable {
  var style: REPLStyle
  private var widest = RowWidths()

  init(_ style: REPLStyle) {
    self.style = style
  }

  /// - Parameters:
  ///   - rows: those to print.
  ///   - first: the number of the first of them.
  ///   - state: where their stars and favorites are.
  ///   - now: the time that ages are computed from.
  /// - Returns: a line a row.
  mutating func lines(
    of rows: [RepositoryRow],
    from first: Int,
    in state: SearchState,
    now: Date
  ) -> [String] {
    let cells = rows.enumerated().map {
      RowCells($0.element, number: first + $0.offset, in: state, now: now)
    }
    for cells in cells { widest.add(cells) }
    let columns = widest.columns(width: style.width)
    return cells.map { line($0, columns) }
  }

  private func line(_ cells: RowCells, _ columns: ColumnLayout) -> String {
    let (language, age) = (columns.optional[0], columns.optional[1])
    var texts = [
      cells.number.description.rightAligned(toWidth: widest.number),
      style.styled(Theme.star, cells.marks), name(cells, width: columns.first),
      style.styled(Theme.star, cells.stars.description.rightAligned(toWidth: widest.stars)),
    ]
    if language > 0 {
      texts.append(
        style.styled(Theme.language, cells.language.description.padded(toWidth: language))
      )
    }
    if age > 0 { texts.append(style.styled(Theme.dim, cells.age.description.padded(toWidth: age))) }
    if columns.last > 0 {
      texts.append(cells.description.truncated(toWidth: columns.last).description)
    }
    return texts.joined(separator: " ").trimmingTrailingSpaces
  }

  private func name(_ cells: RowCells, width: Int) -> String {
    let text = cells.name.truncated(toWidth: width)
    let linked =
      style.hasHyperlinks ? Hyperlink.wrap(text.description, url: cells.url) : text.description
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    return style.styled(.bold, linked) + padding
  }
}

struct RowCells {
  let number: SafeText
  /// Star, favorite, and where the row comes from: a column each.
  let marks: String
  let name: SafeText
  let url: String
  let stars: SafeText
  let language: SafeText
  /// Since the last push; empty if that is not known.
  let age: SafeText
  let description: SafeText

  init(_ row: RepositoryRow, number: Int, in state: SearchState, now: Date) {
    let repository = row.repository
    let marks = RowMarks(row, state)
    self.number = SafeText("\(number)")
    self.marks = "\(marks.star)\(marks.favorite)\(marks.origin)"
    name = SafeText(repository.name.fullName)
    url = repository.url
    stars = SafeText(repository.counts.stars.map(CompactNumber.text) ?? "-")
    language = SafeText(repository.language ?? "", longest: 100)
    age = SafeText(repository.dates.pushed.map { RelativeDate.age(of: $0, now: now) } ?? "")
    description = SafeText(repository.description ?? "", longest: Self.maxDescriptionLength)
  }

  /// Scalars; GitHub's own bound on what is typed there is 350.
  private static let maxDescriptionLength = 1_024
}

private struct RowWidths: Sendable {
  private(set) var number = 1
  private(set) var stars = 1
  private var name = 0
  private var language = 0
  private var age = 0
  private var description = 0

  mutating func add(_ cells: RowCells) {
    number = max(number, cells.number.displayWidth)
    name = max(name, cells.name.displayWidth)
    stars = max(stars, cells.stars.displayWidth)
    language = max(language, min(cells.language.displayWidth, Self.maxLanguage))
    age = max(age, cells.age.displayWidth)
    description = max(description, cells.description.displayWidth)
  }

  func columns(width: Int?) -> ColumnLayout {
    guard let width else {
      return ColumnLayout(first: name, optional: [language, age], last: description)
    }
    let room = width - number - Self.marks - stars - 3
    return ColumnLayout(room: room, gap: 1, first: name, optional: [language, age])
  }

  private static let marks = 3
  private static let maxLanguage = 16
}

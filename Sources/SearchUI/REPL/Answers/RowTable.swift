import GitHubModel
import SearchModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the place can show that answers are printed to.
package struct REPLLook: Sendable, Equatable {
  /// Columns; nil where nothing is cut off, since it is no terminal.
  package var width: Int?
  package var hasColor: Bool
  package var hasHyperlinks: Bool

  package init(width: Int? = nil, hasColor: Bool = false, hasHyperlinks: Bool = false) {
    (self.width, self.hasColor, self.hasHyperlinks) = (width, hasColor, hasHyperlinks)
  }

  func styled(_ style: Style, _ text: String) -> String {
    hasColor && !text.isEmpty ? style(text) : text
  }
}

/// Numbered rows in columns that fit the width.
///
/// Columns grow with the pages and never shrink, so later rows stand below the earlier ones.
struct RowTable: Sendable {
  var look: REPLLook
  private var widest = RowWidths()

  init(_ look: REPLLook) {
    self.look = look
  }

  /// - Parameters:
  ///   - rows: those to print.
  ///   - first: the number of the first of them.
  ///   - state: where their stars and favourites are.
  ///   - now: what ages are told from.
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
    let widths = widest.fitted(to: look.width)
    return cells.map { line($0, widths) }
  }

  private func line(_ cells: RowCells, _ widths: RowWidths) -> String {
    var columns = [
      cells.number.paddedBefore(to: widths.number), look.styled(.yellow, cells.marks),
      name(cells, width: widths.name),
      look.styled(.yellow, cells.stars.paddedBefore(to: widths.stars)),
    ]
    if widths.language > 0 {
      columns.append(look.styled(.cyan, cells.language.padded(to: widths.language)))
    }
    if widths.age > 0 { columns.append(look.styled(.dim, cells.age.padded(to: widths.age))) }
    if widths.description > 0 {
      columns.append(cells.description.truncated(toWidth: widths.description).description)
    }
    let line = columns.joined(separator: " ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func name(_ cells: RowCells, width: Int) -> String {
    let text = cells.name.truncated(toWidth: width)
    let linked =
      look.hasHyperlinks ? Hyperlink.wrap(text.description, url: cells.url) : text.description
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    return look.styled(.bold, linked) + padding
  }
}

/// The texts of a row.
struct RowCells {
  let number: SafeText
  /// Star, favourite, and where the row comes from: a column each.
  let marks: String
  let name: SafeText
  let url: String
  let stars: SafeText
  let language: SafeText
  let age: SafeText
  let description: SafeText

  init(_ row: RepositoryRow, number: Int, in state: SearchState, now: Date) {
    let repository = row.repository
    let marks = RowMarks(row, state)
    self.number = SafeText("\(number)")
    self.marks = "\(marks.star)\(marks.favourite)\(marks.origin)"
    name = SafeText(repository.name.fullName)
    url = repository.url
    stars = SafeText(repository.counts.stars.map(CompactNumber.text) ?? "-")
    language = SafeText(repository.language ?? "", longest: 100)
    age = SafeText(repository.dates.updated.map { RelativeDate.age(of: $0, now: now) } ?? "")
    description = SafeText(repository.description ?? "", longest: Self.longestDescription)
  }

  /// Scalars; GitHub's own bound on what is typed there is 350.
  private static let longestDescription = 1_024
}

/// How wide the columns are; 0 leaves one out.
struct RowWidths: Sendable, Equatable {
  private(set) var number = 1
  private(set) var name = 0
  private(set) var stars = 1
  private(set) var language = 0
  private(set) var age = 0
  private(set) var description = 0

  mutating func add(_ cells: RowCells) {
    number = max(number, cells.number.displayWidth)
    name = max(name, cells.name.displayWidth)
    stars = max(stars, cells.stars.displayWidth)
    language = max(language, min(cells.language.displayWidth, Self.widestLanguage))
    age = max(age, cells.age.displayWidth)
    description = max(description, cells.description.displayWidth)
  }

  /// The name first, then the description, then language and age: those that do not fit go.
  func fitted(to width: Int?) -> Self {
    guard let width else { return self }
    var fitted = self
    var room = max(width - number - Self.marks - stars - 3, 0)
    fitted.name = min(name, max(room - Self.leastDescription - 1, min(room, Self.leastName)))
    room -= fitted.name
    func take(_ wanted: Int) -> Int {
      guard wanted > 0, room >= wanted + 1 + Self.leastDescription + 1 else { return 0 }
      room -= wanted + 1
      return wanted
    }
    fitted.language = take(language)
    fitted.age = take(age)
    fitted.description = max(room - 1, 0)
    return fitted
  }

  private static let marks = 3
  private static let leastName = 20
  private static let leastDescription = 20
  private static let widestLanguage = 16
}

extension SafeText {
  fileprivate func padded(to width: Int) -> String {
    let text = truncated(toWidth: width)
    return text.description + String(repeating: " ", count: max(0, width - text.displayWidth))
  }

  fileprivate func paddedBefore(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + description
  }
}

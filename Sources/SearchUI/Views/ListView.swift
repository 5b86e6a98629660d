import GitHubModel
import SearchModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows, or what there is to say when there are none.
struct ListView {
  private let state: ScreenState

  init(_ state: ScreenState) {
    self.state = state
  }

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let rows = state.search.rows
    guard !rows.isEmpty else {
      return grid.put(EmptyList.lines(state, width: region.columns), in: region)
    }
    let columns = RowColumns(width: region.columns)
    let top = min(max(state.listTop, 0), rows.count)
    for (offset, row) in rows[top...].prefix(max(region.rows, 0)).enumerated() {
      var place = region
      (place.row, place.rows) = (region.row + offset, 1)
      RowView(row, state, columns).draw(in: place, on: &grid)
    }
  }
}

/// One row.
struct RowView {
  private let row: RepositoryRow
  private let columns: RowColumns
  private let marks: RowMarks
  private let now: Date

  init(_ row: RepositoryRow, _ state: ScreenState, _ columns: RowColumns) {
    self.row = row
    self.columns = columns
    marks = RowMarks(row, state.search)
    now = state.now
  }

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    grid.put(gutter, in: region)
    var pen = Pen(column: region.column + RowColumns.gutter, end: region.column + region.columns)
    pen.put(
      SafeText(row.repository.name.fullName),
      width: columns.name,
      style: nameStyle,
      row: region.row,
      on: &grid
    )
    drawFacts(with: &pen, row: region.row, on: &grid)
  }

  /// Cells are made only where there is room for them.
  private func drawFacts(with pen: inout Pen, row: Int, on grid: inout Grid) {
    if columns.stars > 0 {
      pen.put(stars, width: columns.stars, style: rest, row: row, on: &grid)
    }
    if columns.language > 0 {
      pen.column += 1
      pen.put(dot, width: 2, style: dotStyle, row: row, on: &grid)
      pen.put(language, width: columns.language - 3, style: rest, row: row, on: &grid)
    }
    if columns.age > 0 {
      pen.column += 1
      pen.put(age, width: columns.age - 1, style: .dim, row: row, on: &grid)
    }
    if columns.description > 0 {
      pen.column += 1
      pen.put(description, width: columns.description - 1, style: .dim, row: row, on: &grid)
    }
  }

  private var gutter: TextLine {
    TextLine([
      TextLine.Span(marks.pointer, CellStyle(.bold, foreground: .cyan)),
      TextLine.Span(marks.mark, CellStyle(.bold, foreground: .magenta)),
      TextLine.Span(marks.star, marks.isStarred ? .foreground(.yellow) : rest),
      TextLine.Span(marks.favourite, .foreground(.red)),
      TextLine.Span(marks.origin, .dim),
    ])
  }

  private var nameStyle: CellStyle {
    marks.isSelected ? rest.with([.bold, .reverse]) : rest
  }

  /// Rows that are no answer of GitHub's stand back.
  private var rest: CellStyle { row.origin == .github ? .plain : .dim }

  /// At the right edge of its column.
  private var stars: SafeText {
    let text = row.repository.counts.stars.map(CompactNumber.text) ?? "-"
    return SafeText(String(repeating: " ", count: max(columns.stars - text.count, 1)) + text)
  }

  private var dot: SafeText { row.repository.language == nil ? .empty : Sign.dot }

  private var dotStyle: CellStyle {
    row.repository.language.flatMap(LanguageColor.color).map(CellStyle.foreground) ?? .dim
  }

  private var age: SafeText {
    let date = row.repository.dates.pushed ?? row.repository.dates.updated
    return date.map { SafeText(RelativeDate.age(of: $0, now: now)) } ?? .empty
  }

  private var language: SafeText {
    SafeText(row.repository.language ?? "", longest: Self.longestCell)
  }

  private var description: SafeText {
    SafeText(row.repository.description ?? "", longest: Self.longestCell)
  }

  /// Scalars; more than any screen has columns for.
  private static let longestCell = 600
}

/// Writes cells beside each other, each in its width.
private struct Pen {
  var column: Int
  let end: Int

  mutating func put(
    _ text: SafeText,
    width: Int,
    style: CellStyle,
    row: Int,
    on grid: inout Grid
  ) {
    let room = min(width, end - column)
    guard room > 0 else { return }
    grid.put(
      text.truncated(toWidth: room),
      at: ScreenPosition(column: column, row: row),
      width: room,
      style: style
    )
    column += width
  }
}

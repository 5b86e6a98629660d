import GitHubModel
import SearchModel
import Terminal

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
  private let age: SafeText

  init(_ row: RepositoryRow, _ state: ScreenState, _ columns: RowColumns) {
    self.row = row
    self.columns = columns
    marks = RowMarks(row, state.search)
    let date = row.repository.dates.pushed ?? row.repository.dates.updated
    age = date.map { SafeText(RelativeDate.age(of: $0, now: state.now)) } ?? .empty
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
    for cell in cells where cell.width > 0 {
      pen.put(cell.text, width: cell.width, style: cell.style, row: region.row, on: &grid)
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

  private var cells: [(text: SafeText, width: Int, style: CellStyle)] {
    [
      (stars, columns.stars, rest),
      (" ", min(columns.language, 1), .plain),
      (dot, min(columns.language, 2), dotStyle),
      (language, max(columns.language - 3, 0), rest),
      (" " + age, columns.age, .dim),
      (" " + description, columns.description, .dim),
    ]
  }

  /// At the right edge of its column.
  private var stars: SafeText {
    let text = row.repository.counts.stars.map(CompactNumber.text) ?? "–"
    return SafeText(String(repeating: " ", count: max(columns.stars - text.count, 1)) + text)
  }

  private var dot: SafeText { row.repository.language == nil ? "" : "● " }

  private var dotStyle: CellStyle {
    row.repository.language.flatMap(LanguageColor.color).map(CellStyle.foreground) ?? .dim
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

import Essentials
import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The list of rows, or the text of an empty list.
struct RowsView {
  let state: ScreenState

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let rows = state.search.rows
    guard !rows.isEmpty else {
      return grid.put(EmptyList.lines(state, width: region.columns), in: region)
    }
    let top = min(max(state.listTop, 0), rows.count)
    let shown = rows[top...].prefix(max(region.rows, 0))
    let icons = RowIcon.shown(in: state.search)
    let selected = state.search.selectedIndex
    let cells = zip(shown.indices, shown).map { index, row in
      RowCells(row, icons, state.search, state.now, isSelected: index == selected)
    }
    let ageName: SafeText = state.search.showsStarDates ? "starred " : .empty
    let columns = RowColumns(width: region.columns, state.widths, icons.count, ageName: ageName)
    let words = QueryMarks(state.search.text)
    for (offset, cells) in cells.enumerated() {
      RowView(cells: cells, columns: columns, words: words).draw(in: region.line(offset), on: &grid)
    }
  }
}

/// An icon before the name, with its own column from the first row on; that of stars only if they
/// can be known.
enum RowIcon {
  case mark, star, favorite

  static func shown(in search: SearchState) -> [Self] {
    search.access == .anonymous && !search.stars.hasFailures
      ? [.mark, .favorite] : [.mark, .star, .favorite]
  }

  /// The icon of a row; blank if it does not apply.
  func span(_ row: SearchRow, _ search: SearchState) -> TextLine.Span {
    func icon(_ icon: SafeText, _ style: CellStyle, if isShown: Bool) -> TextLine.Span {
      TextLine.Span(isShown ? icon : Symbol.none, style)
    }
    return switch self {
    case .mark: icon(Symbol.mark, Theme.marked, if: search.isMarked(row.id))
    case .star: search.stars[row.id].sign
    case .favorite: icon(Symbol.favorite, Theme.favorite, if: search.favorites.contains(row.id))
    }
  }
}

extension StarState {
  /// The sign; blank if unknown, which is not "no".
  var sign: TextLine.Span {
    switch self {
    case .unknown: TextLine.Span(Symbol.none)
    case .known(true): TextLine.Span(Symbol.starred, Theme.star)
    case .known(false): TextLine.Span(Symbol.notStarred)
    case .pending(true): TextLine.Span(Symbol.beingStarred, Theme.star)
    case .pending(false): TextLine.Span(Symbol.beingUnstarred)
    case .failed: TextLine.Span(Symbol.failed, Theme.failure)
    }
  }
}

struct RowCells {
  let isSelected: Bool
  let icons: [TextLine.Span]
  let name: RepositoryName
  let stars: SafeText
  let language: SafeText
  let dotStyle: CellStyle
  /// The age of the last push or, when sorted by star date, of the star; empty if unknown.
  let age: SafeText
  /// A word before the description, or otherwise instead of the language; usually empty.
  let mark: SafeText
  let description: SafeText
  /// The text with the query's words, shown instead of the description.
  let match: MarkedText?
  let isPreview: Bool

  init(
    _ row: SearchRow,
    _ icons: [RowIcon],
    _ search: SearchState,
    _ now: Date,
    isSelected: Bool
  ) {
    let repository = row.repository
    self.isSelected = isSelected
    self.icons = icons.map { $0.span(row, search) }
    name = repository.name
    stars = SafeText(repository.counts.stars.map(CompactNumber.text) ?? "-")
    language = Self.language(of: repository)
    dotStyle = repository.language.map(LanguageColor.style) ?? Theme.dim
    let date = search.showsStarDates ? row.starredAt : repository.dates.pushed
    age = date.map { SafeText(RelativeDate.age(of: $0, now: now)) } ?? .empty
    mark = Self.mark(of: repository)
    let text = EmojiNames.replaced(in: repository.description ?? "")
    description = SafeText(text, longest: Self.maxLength)
    match = row.match.map { MarkedText($0.fragment, ranges: $0.ranges, longest: Self.maxLength) }
    isPreview = row.isCached
  }

  static func language(of repository: Repository) -> SafeText {
    SafeText(repository.language ?? "", longest: maxLength).truncated(toWidth: maxLanguage)
  }

  static func mark(of repository: Repository) -> SafeText {
    repository.flags.isArchived == true ? "archived" : .empty
  }

  private static let maxLanguage = 12
  /// The maximum number of scalars, above the columns of any screen.
  private static let maxLength = 600
}

struct RowView {
  let cells: RowCells
  let columns: RowColumns
  let words: QueryMarks

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    if cells.isSelected { grid.fill(region, style: .reverse) }
    grid.put(icons, in: region)
    let age = cells.age.isEmpty ? cells.age : columns.ageName + cells.age
    let parts = [
      (words.spans(name), columns.name), ([span(stars, Theme.star)], columns.stars),
      (language, columns.language),
      // A separate style would cost 13 bytes per row.
      ([span(age, .plain)], columns.age), (text, columns.description),
    ]
    var (column, room) = (region.column + columns.gutter, region.columns - columns.gutter)
    for (spans, width) in parts where width > 0 {
      let position = ScreenPosition(column: column, row: region.row)
      grid.put(TextLine(spans), at: position, width: room)
      column += width + RowColumns.gap
      room -= width + RowColumns.gap
    }
  }

  /// The description, or the line that shows why the row matches.
  private var text: [TextLine.Span] {
    let mark =
      cells.mark.isEmpty ? .empty : (cells.mark + " ").truncated(toWidth: columns.description)
    let width = columns.description - mark.displayWidth
    let marks = mark.isEmpty ? [] : [span(mark, Theme.dim)]
    guard let match = cells.match else {
      return marks + words.spans([span(cells.description.truncated(toWidth: width), .plain)])
    }
    let shown = match.beginning(beforeFirstMark: width / 3).truncated(toWidth: width, atWord: true)
    return marks + shown.pieces.map { span(SafeText($0.text), $0.isMarked ? .underline : .dim) }
  }

  /// A span of the row; the selected row is highlighted as a whole, in one color and brightness,
  /// keeping bold text.
  ///
  /// Blanks in other rows have no style, which would be invisible and cost bytes.
  private func span(_ text: SafeText, _ style: CellStyle) -> TextLine.Span {
    if cells.isSelected {
      return TextLine.Span(text, CellStyle(style.attributes.subtracting(.dim).union(.reverse)))
    }
    return TextLine.Span(text, text == Symbol.none ? .plain : cells.isPreview ? Theme.dim : style)
  }

  private var icons: TextLine {
    let pointer = span(cells.isSelected ? Symbol.pointer : Symbol.none, .plain)
    return TextLine([pointer] + cells.icons.map { span($0.text, $0.style) })
  }

  /// The name, whose owner is truncated first.
  private var name: [TextLine.Span] {
    let owner = SafeText(cells.name.owner)
    let name = SafeText(cells.name.name)
    let room = columns.name - name.displayWidth - 1
    if owner.displayWidth <= room || room >= Self.minOwner {
      return [span(owner.truncated(toWidth: room) + "/", Theme.dim), span(name, .bold)]
    }
    return [
      span("…/", Theme.dim), span(name.truncated(toWidth: max(columns.name - 2, 1)), .bold),
    ]
  }

  /// The minimum length of a truncated owner's name.
  private static let minOwner = 4

  /// The stars, aligned to the right of their column including the gap after it, which saves a
  /// change of style.
  private var stars: SafeText {
    .blanks(columns.stars - cells.stars.displayWidth) + cells.stars
      + .blanks(columns.language > 0 ? RowColumns.gap : 0)
  }

  private var language: [TextLine.Span] {
    let isMarked = columns.description == 0 && !cells.mark.isEmpty
    guard isMarked || !cells.language.isEmpty else { return [] }
    let dot = span(Symbol.dot, cells.dotStyle)
    if columns.language == 1 { return [dot] }
    return [
      dot,
      isMarked
        ? span(" " + cells.mark, Theme.dim) : span(" " + cells.language, Theme.language),
    ]
  }
}

/// The widths of rows' columns, measured once for all of them.
struct RowWidths: Sendable {
  private(set) var name = 0
  private(set) var language = 0
  /// The language column's width for rows without descriptions, where marks replace languages.
  private(set) var markedLanguage = 0
  private(set) var hasAge = false
  private(set) var hasDescription = false

  /// The maximum name length counted, since a single longer name would leave no space for the rest.
  private static let maxName = 40

  init(_ rows: [SearchRow]) {
    for row in rows {
      let (repository, fullName) = (row.repository, row.repository.name)
      // Names are ASCII.
      let name = fullName.owner.utf8.count + 1 + fullName.name.utf8.count
      if name <= Self.maxName { self.name = max(self.name, name) }
      let language = RowCells.language(of: repository)
      if !language.isEmpty { self.language = max(self.language, language.displayWidth + 2) }
      let mark = RowCells.mark(of: repository)
      if !mark.isEmpty { markedLanguage = max(markedLanguage, mark.displayWidth + 2) }
      hasAge = hasAge || row.starredAt != nil || repository.dates.pushed != nil
      hasDescription =
        hasDescription || row.match != nil || repository.description?.isEmpty == false
        || repository.flags.isArchived == true
    }
    markedLanguage = max(markedLanguage, language)
    if name == 0 { name = Self.maxName }
  }
}

/// The columns that fit a row, and their widths; 0 omits a column.
///
/// Columns fit their content in all loaded rows, so that scrolling moves none of them. When space
/// runs out, the language shrinks to its dot, the age disappears, then the description, which may
/// leave space for the age again; then the owner is truncated, and finally the name. The
/// description takes the remaining space.
struct RowColumns {
  private static let maxStars = 5
  private static let maxAge = 4
  /// The minimum width of a useful name or description.
  private static let minName = 16
  private static let minDescription = 20
  /// The width of a description below which age and language are left to the details.
  private static let goodDescription = 30
  /// The minimum width for the language in a list without descriptions, beside details that name
  /// it.
  private static let minWidthForLanguage = 60
  fileprivate static let gap = 2

  /// The width of the pointer, the icons and a space.
  let gutter: Int
  private(set) var name = 0
  private(set) var stars = 0
  /// The width; 1 for only the dot.
  private(set) var language = 0
  private(set) var age = 0
  /// The event that the age refers to, if there is space for it.
  private(set) var ageName = SafeText.empty
  private(set) var description = 0

  init(width: Int, _ widths: RowWidths, _ iconCount: Int, ageName: SafeText) {
    gutter = iconCount + 2
    let wanted = widths.name
    var room = width - gutter
    func take(_ columns: Int, _ minRest: Int) -> Int {
      guard columns > 0, room - columns - Self.gap >= minRest else { return 0 }
      room -= columns + Self.gap
      return columns
    }
    stars = take(Self.maxStars, Self.minName)
    // A dot alone means nothing.
    language = stars > 0 ? take(min(widths.markedLanguage, 1), Self.minName) : 0
    let hasDescription =
      widths.hasDescription && room >= wanted + Self.gap + Self.minDescription
    let wholeLanguage = hasDescription ? widths.language : widths.markedLanguage
    let minRoom =
      hasDescription ? wanted + Self.gap + Self.goodDescription : wanted
    age = take(widths.hasAge ? Self.maxAge : 0, minRoom)
    if language > 0, width >= Self.minWidthForLanguage, room - wholeLanguage + 1 >= minRoom {
      room -= wholeLanguage - 1
      language = wholeLanguage
    }
    if age > 0, room - ageName.displayWidth >= minRoom {
      room -= ageName.displayWidth
      age += ageName.displayWidth
      self.ageName = ageName
    }
    name = hasDescription ? wanted : max(min(room, wanted), 1)
    description = hasDescription ? room - wanted - Self.gap : 0
  }
}

/// The symbols, created once because a screen has hundreds of them.
enum Symbol {
  static let none: SafeText = " "
  static let pointer: SafeText = "▌"
  static let mark: SafeText = "✓"
  static let starred: SafeText = "★"
  static let notStarred: SafeText = "☆"
  static let beingStarred: SafeText = "✦"
  static let beingUnstarred: SafeText = "✧"
  static let failed: SafeText = "!"
  static let favorite: SafeText = "♥"
  static let dot: SafeText = "●"
}

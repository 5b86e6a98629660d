package import Essentials
package import GitHubModel
import SearchUI
import Terminal

/// Repositories as a table that fits the width of the terminal.
///
/// Columns grow with the pages and never shrink, so later rows align with earlier ones. Each row begins with
/// its number, by which other commands accept it.
package struct Table {
  /// The abilities of the terminal.
  package struct Options: Sendable {
    var width: Int
    var hasColor: Bool
    var hasHyperlinks: Bool
    /// The number of the first row.
    var firstNumber: Int

    package init(
      width: Int = 80,
      hasColor: Bool = false,
      hasHyperlinks: Bool = false,
      firstNumber: Int = 1
    ) {
      (self.width, self.hasColor, self.hasHyperlinks) = (width, hasColor, hasHyperlinks)
      self.firstNumber = firstNumber
    }
  }

  private let options: Options
  private let now: Date
  private var measure = TableMeasure()
  private var nextNumber: Int

  package init(_ options: Options, now: Date) {
    self.options = options
    self.now = now
    nextNumber = options.firstNumber
  }

  /// The lines of one page, each with its line break.
  ///
  /// `excerpts` are shown below their rows; `starDates` are when rows were starred, if these are to be shown in
  /// place of the last pushes.
  package mutating func render(
    _ repositories: [Repository],
    matches: [Repository.ID: [TextMatch]] = [:],
    excerpts: [Repository.ID: TextMatch] = [:],
    starDates: [Repository.ID: Date]? = nil
  ) -> String {
    let rows = repositories.map { repository in
      let pushed = repository.dates.pushed.map { RelativeDate.text($0, now: now) }
      let starred = starDates?[repository.id].map { "starred \(RelativeDate.text($0, now: now))" }
      return Row(
        repository,
        matches: matches[repository.id] ?? [],
        date: (starDates == nil ? pushed : starred) ?? ""
      )
    }
    for row in rows { measure.add(row) }
    let first = nextNumber
    nextNumber += rows.count
    measure.number = String(nextNumber - 1).count
    let gap = options.width < Self.narrow ? " " : "  "
    let columns = measure.columns(width: options.width, gap: gap.count)
    return zip(repositories, rows).enumerated().map { index, row in
      let excerpt = excerpts[row.0.id].map(excerpt) ?? ""
      return line(first + index, row.1, columns, gap) + "\n" + excerpt
    }
    .joined()
  }

  /// A line that is indented like the names.
  private func excerpt(_ match: TextMatch) -> String {
    let indent = measure.number + 4
    let room = max(options.width - indent, 1)
    let line = MarkedText(match.fragment, ranges: match.ranges)
    let text =
      line.text.displayWidth <= room
      ? line : line.beginning(beforeFirstMark: room / 3).truncated(toWidth: room, atWord: true)
    return String(repeating: " ", count: indent)
      + (options.hasColor ? text.styled(.dim) : text.text)
      + "\n"
  }

  /// Below this many columns, every space counts.
  private static let narrow = 60

  /// The cells of a row, safe and not yet styled.
  struct Row {
    let isStarred: Bool
    let name: MarkedText
    let url: String
    let stars: String
    let language: String
    /// When it was last pushed to or starred; empty if that is not known.
    let date: String
    let description: MarkedText

    init(_ repository: Repository, matches: [TextMatch], date: String) {
      self.date = date
      isStarred = repository.isStarred == true
      name = Self.name(repository.name, matches)
      url = repository.url
      stars = repository.counts.stars.map(CompactNumber.text) ?? "-"
      language = SafeText(repository.language ?? "", longest: Self.maxCellLength).description
      description = Self.description(repository.description ?? "", matches)
    }

    /// Matches are ranges of the name without the owner.
    private static func name(_ name: RepositoryName, _ matches: [TextMatch]) -> MarkedText {
      let start = name.owner.utf8.count + 1
      let ranges = MarkedText.ranges(of: matches, for: .name, in: name.name)
      return MarkedText(
        name.fullName,
        ranges: ranges.map { $0.lowerBound + start..<$0.upperBound + start }
      )
    }

    private static func description(_ text: String, _ matches: [TextMatch]) -> MarkedText {
      let shown = String(text.unicodeScalars.prefix(maxCellLength))
      let ranges = MarkedText.ranges(of: matches, for: .description, in: shown)
      return MarkedText(shown, ranges: ranges).withEmoji
    }

    /// In Unicode scalars: more than any terminal has columns.
    private static let maxCellLength = 4096
  }

  private func line(
    _ number: Int,
    _ row: Row,
    _ columns: ColumnLayout,
    _ gap: String
  ) -> String {
    let (language, date) = (columns.optional[0], columns.optional[1])
    var cells = [
      styled(Theme.dim, String(number).rightAligned(toWidth: measure.number)) + " " + mark(row),
      name(row, width: columns.first),
      styled(Theme.star, row.stars.rightAligned(toWidth: measure.stars)),
    ]
    if language > 0 { cells.append(styled(Theme.language, row.language.padded(toWidth: language))) }
    if date > 0 { cells.append(styled(Theme.dim, row.date.padded(toWidth: date))) }
    if columns.last > 0 {
      let description = row.description.truncated(toWidth: columns.last)
      cells.append(options.hasColor ? description.styled() : description.text)
    }
    return cells.joined(separator: gap).trimmingTrailingSpaces
  }

  private func mark(_ row: Row) -> String {
    row.isStarred ? styled(Theme.star, "★") : " "
  }

  private func name(_ row: Row, width: Int) -> String {
    let name = row.name.truncated(toWidth: width)
    let padding = String(repeating: " ", count: max(0, width - name.text.displayWidth))
    let text = options.hasColor ? name.styled(.bold) : name.text
    return (options.hasHyperlinks ? Hyperlink.wrap(text, url: row.url) : text) + padding
  }

  private func styled(_ style: CellStyle, _ text: String) -> String {
    options.hasColor && !text.isEmpty ? style(text) : text
  }
}

/// The widest cell of each column so far.
private struct TableMeasure {
  private var name = 0
  /// The width of the largest row number.
  var number = 1
  private(set) var stars = 1
  private var language = 0
  private var date = 0

  mutating func add(_ row: Table.Row) {
    name = max(name, row.name.text.displayWidth)
    stars = max(stars, row.stars.count)
    language = max(language, min(row.language.displayWidth, Self.maxLanguage))
    date = max(date, row.date.displayWidth)
  }

  /// The number, the mark and the stars are always there.
  func columns(width: Int, gap: Int) -> ColumnLayout {
    let room = width - number - 2 - gap - stars - gap
    return ColumnLayout(room: room, gap: gap, first: name, optional: [language, date])
  }

  private static let maxLanguage = 16
}

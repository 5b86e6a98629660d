import Essentials
import GitHubModel
import SearchModel
import Terminal

/// The texts that the REPL prints, safe to print.
enum REPLText {
  /// As in `30 of 12,345 repositories (first 1,000 reachable) · 28/30 searches left`.
  static func summary(_ state: SearchState, shownCount: Int) -> String {
    guard let total = state.total, total.count > 0 || shownCount > 0 else {
      if state.text.isEmpty { return "no repositories" }
      return "no repositories match \(SafeText(state.text, longest: 200))"
    }
    let noun = total.count == 1 ? "repository" : "repositories"
    var text =
      "\(CompactNumber.grouped(shownCount)) of \(CompactNumber.grouped(total.count)) \(noun)"
    if total.isCutOff {
      text += " (first \(CompactNumber.grouped(SearchRequest.maxReachable)) reachable)"
    }
    if total.isIncomplete { text += ", incomplete: GitHub timed out" }
    return ([text] + hints(state, shownCount)).joined(separator: " · ")
  }

  private static func hints(_ state: SearchState, _ shownCount: Int) -> [String] {
    var hints: [String] = []
    if let correction = state.correction {
      let sentence = correction.sentence(found: state.total?.count)
      hints.append(SafeText(sentence, longest: 300).description)
    }
    if let budget = state.budget.reading, state.source == .search {
      hints.append("\(budget.remaining)/\(budget.limit) searches left")
    }
    if state.access == .anonymous, state.source == .search { hints.append("not signed in") }
    if shownCount < state.rows.count || state.paging != .end {
      hints.append(":more for the next rows")
    }
    return hints
  }

  static func end(_ count: Int) -> String {
    "no more results (\(CompactNumber.grouped(count)) \(count == 1 ? "row" : "rows"))"
  }

  static let known = "cached results (~); GitHub did not respond"

  static func sort(_ sort: SearchQuery.Sort, _ order: SearchQuery.Order) -> String {
    if sort == .bestMatch { return "sorted by best match" }
    return
      "sorted by \(sort.rawValue), \(order == .descending ? "most or newest" : "least or oldest") first"
  }

  static func limit(_ limit: Int) -> String {
    limit == 1 ? "1 row at a time" : "\(CompactNumber.grouped(limit)) rows at a time"
  }

  static func starred(_ repository: Repository, _ isStarred: Bool) -> String {
    "\(isStarred ? "★" : "☆") \(repository.name) is \(isStarred ? "starred" : "not starred")"
  }

  static func favorite(_ repository: Repository, _ isFavorite: Bool) -> String {
    "\(isFavorite ? "♥" : "♡") \(repository.name) is \(isFavorite ? "a favorite" : "not a favorite")"
  }

  /// The names of lists, with the number of repositories in each.
  static func lists(_ lists: [StarList]) -> [String] {
    let width = lists.map { String($0.repositoryCount).count }.max() ?? 0
    return lists.map { list in
      let count = String(list.repositoryCount).rightAligned(toWidth: width)
      return "\(count)  \(SafeText(list.name))"
    }
  }

  static func history(_ texts: [String]) -> [String] {
    texts.map { SafeText($0).description }
  }

  static let help: [String] = {
    let rows =
      [("QUERY", "search GitHub, such as: swift nio language:swift stars:>100")]
      + LineCommand.all.map { ($0.usage, $0.summary) }
    let short = rows.map(\.0.count).filter { $0 <= maxUsageWidth }.max() ?? 0
    return rows.flatMap { usage, summary in
      guard usage.count > short else {
        return [usage + String(repeating: " ", count: short - usage.count + 2) + summary]
      }
      return [usage, String(repeating: " ", count: short + 2) + summary]
    } + [
      "N… are row numbers or names, such as 1 3-5 vapor/vapor.",
      "help, quit and exit need no colon; in quotes they are a query.",
    ]
  }()

  /// A longer usage has its summary on a line of its own.
  private static let maxUsageWidth = 16
}

/// The details of a repository as lines: name, description, facts, and how its README begins.
struct RepositoryLines {
  let detail: DetailState
  let star: StarState
  let style: REPLStyle
  let now: Date

  var lines: [String] {
    guard let repository = detail.facts.value ?? detail.repository else { return [] }
    return title(repository) + facts(repository) + readme
  }

  private var width: Int { style.width ?? Self.maxTextWidth }

  private func title(_ repository: Repository) -> [String] {
    let name = style.styled(.bold, SafeText(repository.name.fullName).description)
    let description = SafeText(repository.description ?? "").wrapped(toWidth: width)
    return [name] + description.map(\.description)
  }

  private func facts(_ repository: Repository) -> [String] {
    let starred = star.isStarred.map { [(label: "Starred", value: $0 ? "★ yes" : "no")] } ?? []
    let facts = starred + RepositoryFacts.lines(of: repository, now: now)
    let labelWidth = (facts.map(\.label.count).max() ?? 0) + 2
    return facts.map { label, value in
      let label = label + String(repeating: " ", count: labelWidth - label.count)
      let value = SafeText(value)
      let room = style.width.map { max($0 - labelWidth, 1) }
      return style.styled(.dim, label)
        + (room.map { value.truncated(toWidth: $0) } ?? value).description
    }
  }

  private var readme: [String] {
    guard let markdown = detail.readme.value ?? nil else { return [] }
    let page = detail.repository?.url
    let lines = ReadmeText.lines(markdown, ReadmeText.Options(width: width, page: page)).map(text)
    let rest = lines.count - Self.maxReadmeLines
    let more = rest > 0 ? ["… \(rest) more lines; :open opens the page"] : []
    return lines.isEmpty ? [] : [""] + lines.prefix(Self.maxReadmeLines) + more
  }

  private func text(_ line: TextLine) -> String {
    guard style.hasColor else { return line.plainText }
    let text = StyledText.text([line], colors: .palette, hasHyperlinks: style.hasHyperlinks)
    return String(text.dropLast())
  }

  /// About a screen.
  private static let maxReadmeLines = 40
  /// Columns: wider text is harder to read.
  private static let maxTextWidth = 100
}

/// The width, colors and links that the output can show.
package struct REPLStyle: Sendable, Equatable {
  /// Columns; nil if nothing is cut off, since the output is not a terminal.
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
  private var maxWidths = RowWidths()

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
    for cells in cells { maxWidths.add(cells) }
    let columns = maxWidths.columns(width: style.width)
    return cells.map { line($0, columns) }
  }

  private func line(_ cells: RowCells, _ columns: ColumnLayout) -> String {
    let (language, age) = (columns.optional[0], columns.optional[1])
    var texts = [
      cells.number.description.rightAligned(toWidth: maxWidths.number),
      style.styled(Theme.star, cells.marks), name(cells, width: columns.first),
      style.styled(Theme.star, cells.stars.description.rightAligned(toWidth: maxWidths.stars)),
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

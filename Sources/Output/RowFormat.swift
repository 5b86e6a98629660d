package import Core
import GitHubModel

/// The output format of rows.
///
/// `Row` is an ``OutputRow``; as a constraint, the runtime would look it up in every search.
package enum RowFormat<Row: Sendable>: Sendable {
  case table(Display)
  /// Colored only with `--color always`, for a pager: then it is made safe for a terminal.
  ///
  /// Descriptions longer than `maxDescription` characters are cut.
  case tsv(isColored: Bool, maxDescription: Int? = nil)
  case json([Field<Row>])
  case jsonLines([Field<Row>])
  /// Made safe if a terminal shows it.
  case csv([Field<Row>])
  /// Filled in with the fields it names, and made safe if a terminal shows it.
  case template(RowTemplate, [Field<Row>])

  /// The fields to write; nil for columns.
  package var fields: [Field<Row>]? {
    switch self {
    case .table, .tsv: nil
    case .json(let fields), .jsonLines(let fields), .csv(let fields), .template(_, let fields):
      fields
    }
  }

  /// Whether it writes one of the fields, because the user named it or requested all fields.
  package func includes(_ names: String...) -> Bool {
    fields?.contains { field in names.contains(where: field.belongs) } ?? false
  }
}

package typealias OutputFormat = RowFormat<RepositoryRow>

extension RowFormat {
  /// A table on a terminal, otherwise tab-separated values.
  package static func rows(_ color: ColorChoice, in context: Context) -> Self {
    context.terminal.map { .table(Display($0, color, in: context)) }
      ?? .tsv(isColored: color.isColored(context))
  }

  /// The format with star dates in a table.
  package var showingStarDates: Self {
    guard case .table(var display) = self else { return self }
    display.showsStarDates = true
    return .table(display)
  }

  /// Whether it shows lines that match a search of stars.
  package var showsMatches: Bool { isTable || includes("match") }

  private var isTable: Bool { if case .table = self { true } else { false } }

  /// The values of repositories that it shows and lists lack; `table` is what their table shows.
  package func needs(inTable table: RowNeeds = RowNeeds()) -> RowNeeds {
    guard let fields else { return isTable ? table : RowNeeds() }
    var needs = RowNeeds()
    needs.ownData = fields.contains { $0.source == .local }
    if includes("isStarred") {
      needs.stars = fields.count < RepositoryRow.all.count ? .named : .all
    }
    if case .template = self, needs.stars == .all { needs.stars = .named }
    if includes("latestRelease") { needs.release = .named }
    if includes("activity") { needs.activity = .shown }
    if includes("archivedAt", "commits90d", "lastCommitAt", "openPullRequestsCount") {
      needs.activity = .named
    }
    (needs.readme, needs.outline) = (includes("readme"), includes("outline"))
    needs.languages = includes("languages")
    if includes("gained365d") {
      needs.historyDays = 365
    } else if includes("gained30d", "gained7d") {
      needs.historyDays = 30
    }
    return needs
  }

  /// The needs for rows of local data, whose star states come from the copy: GitHub is asked only
  /// for missing ones, and only if the user named the field.
  package var needsOfCopy: RowNeeds {
    var needs = needs(inTable: RowNeeds(ownData: true))
    if needs.stars != .named { needs.stars = .none }
    return needs
  }
}

import GitHubModel
import SearchUI
import Terminal

/// The output format of rows.
///
/// `Row` is an ``OutputRow``; as a constraint, the runtime would look that up in every search.
enum RowFormat<Row: Sendable>: Sendable {
  case table(Display)
  /// Colored only with `--color always`, for a pager: then it is made safe for a terminal.
  ///
  /// Descriptions may be cut to so many characters.
  case tsv(isColored: Bool, maxDescription: Int? = nil)
  case json([Field<Row>])
  case jsonLines([Field<Row>])
  /// Made safe if a terminal shows it.
  case csv([Field<Row>])
  /// Filled in with the fields that it names, and made safe if a terminal shows it.
  case template(RowTemplate, [Field<Row>])

  /// The fields that it writes; nil for rows of columns.
  var fields: [Field<Row>]? {
    switch self {
    case .table, .tsv: nil
    case .json(let fields), .jsonLines(let fields), .csv(let fields), .template(_, let fields):
      fields
    }
  }

  /// Whether it writes one of the fields because the user named it, or all fields.
  func includes(_ names: String...) -> Bool {
    fields?.contains { field in names.contains(where: field.belongs) } ?? false
  }
}

typealias OutputFormat = RowFormat<RepositoryRow>

extension RowFormat {
  /// A table on a terminal, else tab-separated values.
  static func rows(_ color: ColorChoice, in context: Context) -> Self {
    context.terminal.map { .table(Display($0, color, in: context)) }
      ?? .tsv(isColored: color.isColored(context))
  }

  /// The same with the times when repositories were starred in a table.
  var showingStarDates: Self {
    guard case .table(var display) = self else { return self }
    display.showsStarDates = true
    return .table(display)
  }

  /// Whether it shows the lines that match a search of stars.
  var showsMatches: Bool { isTable || includes("match") }

  var showsStars: Bool { isTable || includes("isStarred") }

  /// Whether it shows what only the local data have.
  var showsOwnDetails: Bool {
    isTable || fields?.contains { $0.source == .local } == true
  }

  private var isTable: Bool { if case .table = self { true } else { false } }

  /// The days of star history that its fields take; nil if it names none of them.
  var historyDays: Int? {
    if includes("gained365d") { return 365 }
    return includes("gained30d", "gained7d") ? 30 : nil
  }

  /// Whether the user asked for star states by name, not by `all`.
  var requestsStars: Bool {
    switch self {
    case .table, .tsv: false
    case .json(let fields), .jsonLines(let fields), .csv(let fields):
      showsStars && fields.count < RepositoryRow.all.count
    case .template: showsStars
    }
  }
}

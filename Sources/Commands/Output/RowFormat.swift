/// The output format of rows.
///
/// `Field` is an ``OutputField``; as a constraint, the runtime would look that up in every search.
enum RowFormat<Field: Sendable>: Sendable {
  case table(Table.Options)
  /// Colored only with `--color always`, for a pager: then it is made safe for a terminal.
  ///
  /// Descriptions may be cut to so many characters.
  case tsv(isColored: Bool, maxDescription: Int? = nil)
  case json([OutputColumn<Field>])
  case jsonLines([OutputColumn<Field>])
  /// Made safe if a terminal shows it.
  case csv([OutputColumn<Field>], isShown: Bool)
  /// Made safe if a terminal shows it.
  case template(RowTemplate, isShown: Bool)
}

/// The output format of repositories.
typealias OutputFormat = RowFormat<RepositoryField>

extension RowFormat where Field == RepositoryField {
  /// Whether the words of the search are highlighted.
  var marksMatches: Bool {
    if case .table(let options) = self { options.hasColor } else { false }
  }

  /// Whether it shows the lines that match a search of stars.
  var showsMatches: Bool { shows(.match) }

  /// Whether it shows which rows are starred.
  var showsStars: Bool { shows(.isStarred) }

  /// The days of star history that its fields take; nil if it names none of them.
  var historyDays: Int? {
    if names(.gained365d) { return 365 }
    return names(.gained30d) || names(.gained7d) ? 30 : nil
  }

  private func shows(_ field: RepositoryField) -> Bool {
    if case .table = self { true } else { names(field) }
  }

  /// Whether it shows the field because the user named it, or all fields.
  func names(_ field: RepositoryField) -> Bool {
    switch self {
    case .table, .tsv: false
    case .json(let columns), .jsonLines(let columns), .csv(let columns, _):
      columns.contains { $0.field == field }
    case .template(let template, _): template.mentions(field)
    }
  }

  /// Whether the user asked for star states by name, not by `all`.
  var namesStars: Bool {
    switch self {
    case .table, .tsv: false
    case .json(let columns), .jsonLines(let columns), .csv(let columns, _):
      showsStars && columns.count < RepositoryField.all.count
    case .template: showsStars
    }
  }
}

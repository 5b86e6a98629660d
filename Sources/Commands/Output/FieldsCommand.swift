import ArgumentParser
import JSON
import SearchUI
import Terminal

/// `ghsearch fields`.
struct FieldsCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.fields.rawValue,
    abstract: "List the JSON fields of repositories.",
    usage: "ghsearch fields [flags]",
    discussion: """
      These are the names that --json, --jsonl, --csv and --template take wherever rows are \
      repositories. Other rows, such as star lists, have fields of their own: with `--json schema`, \
      every command prints the JSON Schema of its rows.

      EXAMPLES:
        ghsearch fields
        ghsearch fields --jsonl name,meaning
        ghsearch search --json schema
      """
  )

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<FieldField>

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let all = RepositoryField.columns
      let fields = limit.first(all)
      try await RowWriter.print(
        fields,
        as: format,
        columns: FieldField.columns,
        table: { Self.table(fields, hasColor: $0.hasColor) },
        in: context
      )
      context.summarize(ListSummary(shown: fields.count, of: all.count), nil)
      return .success
    }
  }

  private static func table(_ fields: [FieldField.Row], hasColor: Bool) -> String {
    let rows = fields.map(FieldField.columns)
    let widths = (rows.first ?? []).indices.map { index in
      rows.map { ($0[index].value ?? "").count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { column, width in
        let text = (column.value ?? "").padded(toWidth: width)
        return hasColor ? column.style?(text) ?? text : text
      }
      return cells.joined(separator: "  ").trimmingTrailingSpaces + "\n"
    }.joined()
  }
}

/// The fields of a description of a field.
enum FieldField: String, OutputField {
  static let templateExample = "{{name}}: {{meaning}}"
  static let synonyms: [String: Self] = ["description": .meaning]

  case name, type, source, meaning

  var about: FieldDescription {
    switch self {
    case .name: FieldDescription(.string, "name of the field", .list)
    case .type: FieldDescription(.string, "type of its values", .list)
    case .source: FieldDescription(.string, "where its values come from", .list)
    case .meaning: FieldDescription(.string, "what it means", .list)
    }
  }

  func value(of column: OutputColumn<RepositoryField>) -> JSONValue {
    switch self {
    case .name: .string(column.name)
    case .type: .string(column.type.name)
    case .source: .string(column.field.about.source.rawValue)
    case .meaning: .string(column.meaning)
    }
  }

  static func columns(_ row: Row) -> [(style: CellStyle?, value: String?)] {
    zip(allCases, [.bold, Theme.language, .dim, nil])
      .map { field, style in (style, field.value(of: row).string) }
  }
}

import ArgumentParser
import Core
import Discovery
import GitHubModel
import JSON
import Output
import Presentation
import RepositoryStore
import Terminal

struct FieldsCommand: RunnableCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.fields.rawValue,
    abstract: "List the JSON fields of all kinds of rows.",
    usage: "ghsearch fields [flags]",
    discussion: """
      These are the names that --json, --jsonl, --csv and --template take. The last column says which \
      rows have them: most commands list repositories. `--json schema` prints the JSON Schema of \
      what a command prints as JSON.

      EXAMPLES:
        ghsearch fields
        ghsearch fields --jsonl name,meaning
        ghsearch search --json schema
      """
  )

  static var schema: JSONValue { FieldRow.schema }

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<FieldRow>

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(OperationFailure) in
      try await context.printList(
        FieldRow.known,
        as: format,
        limit: limit.limit,
        name: nil,
        ifEmpty: ""
      )
      return .success
    }
  }
}

/// A field of some kind of row, as a row itself.
struct FieldRow: Sendable {
  let name: String
  let type: String
  let source: String
  let meaning: String
  /// As in `star lists`.
  let rows: String

  /// The fields of all commands, those of repositories first.
  static let known =
    of(RepositoryRow.fields) + of(TrendingRow.own) + of(GrowthRow.fields) + of(CheckedRow.fields)
    + of(Fork.own) + of(StarList.fields)
    + of(ListDifference.fields) + of(StarEvent.fields) + of(StarRelease.fields) + of(Self.fields)

  private static func of<Row: OutputRow>(_ fields: [Field<Row>]) -> [Self] {
    fields.flatMap { [$0] + $0.members }.map { field in
      Self(
        name: field.name,
        type: field.type.name,
        source: field.source.rawValue,
        meaning: field.meaning,
        rows: Row.rowKind
      )
    }
  }
}

extension FieldRow: OutputRow {
  static let rowKind = "fields"
  static let templateExample = "{{name}}: {{meaning}}"
  static let synonyms = ["description": "meaning"]

  var cells: [(style: CellStyle?, value: String?)] {
    [(.bold, name), (Theme.language, type), (.dim, source), (nil, meaning), (.dim, rows)]
  }

  static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table(rows, room: .own)
    table.isNumbered = false
    return table
  }

  static let fields: [Field<Self>] = [
    .of("name", "name of the field", .list) { $0.name },
    .of("type", "type of its values", .list) { $0.type },
    .of("source", "where its values come from", .list) { $0.source },
    .of("meaning", "what it means", .list) { $0.meaning },
    .of("rows", "rows that have it", .list) { $0.rows },
  ]
}

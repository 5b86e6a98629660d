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
      These are the names accepted by --json, --jsonl, --csv and --template. The last column says \
      which rows have them: most commands list repositories. `--json schema` prints the JSON \
      Schema of a command's JSON output.

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

/// A field of some kind of row, as a row.
struct FieldRow: Sendable {
  let name: String
  let type: String
  let source: String
  let meaning: String
  /// The kind of row, such as `star lists`.
  let rows: String

  /// The fields of all commands, those of repositories first.
  static let known =
    of(RepositoryRow.fields, "repositories") + of(TrendingRow.own, "trending repositories")
    + of(GrowthRow.fields, "growth") + of(CheckedRow.fields, "checked repositories")
    + of(Fork.own, "forks") + of(StarList.fields, "star lists")
    + of(ListDifference.fields, "changes of star lists") + of(StarEvent.fields, "changes of stars")
    + of(StarRelease.fields, "releases") + of(LogRow.fields, "commands in the log")
    + of(Self.fields, "fields")

  private static func of<Row>(_ fields: [Field<Row>], _ rows: String) -> [Self] {
    fields.flatMap { [$0] + $0.members }.map { field in
      Self(
        name: field.name,
        type: field.type.name,
        source: field.source.rawValue,
        meaning: field.meaning,
        rows: rows
      )
    }
  }
}

extension FieldRow: OutputRow {
  static let templateExample = "{{name}}: {{meaning}}"
  static let synonyms = ["description": "meaning"]

  static let columns: [Column<Self>] = [
    Column("name", .bold, room: .own) { $0.name },
    Column("type", Theme.language, room: .own) { $0.type },
    Column("source", .dim, room: .own) { $0.source }, Column("meaning", room: .own) { $0.meaning },
    Column("rows", .dim, room: .own) { $0.rows },
  ]

  static func text(_ rows: [Self], on display: Display) -> String {
    var table = Table(rows, columns, display)
    table.isNumbered = false
    return table.text(display)
  }

  static let fields: [Field<Self>] = [
    .of("name", "name of the field", .list) { $0.name },
    .of("type", "type of its values", .list) { $0.type },
    .of("source", "where its values come from", .list) { $0.source },
    .of("meaning", "what it means", .list) { $0.meaning },
    .of("rows", "rows that have it", .list) { $0.rows },
  ]
}

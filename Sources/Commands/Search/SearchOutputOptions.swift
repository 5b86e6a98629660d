import ArgumentParser
import Terminal

/// The flags for what the results are written as.
struct SearchOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("One JSON array with these fields, or 'all'.", valueName: "fields"))
  var json: String?

  @Option(
    help: ArgumentHelp("One JSON object a line with these fields, or 'all'.", valueName: "fields")
  )
  var jsonl: String?

  @Option(
    help: ArgumentHelp("Comma-separated values with these fields, or 'all'.", valueName: "fields")
  )
  var csv: String?

  @Option(help: "Colour the table.")
  var color: ColorChoice = .auto

  @Flag(help: "Open the search in the browser instead.")
  var web = false

  func validate() throws {
    guard [json, jsonl, csv].filter({ $0 != nil }).count <= 1 else {
      throw ValidationError("Only one of '--json', '--jsonl' and '--csv' can be given")
    }
  }

  /// - Throws: ``CommandFailure`` for a field that does not exist; it lists those that do.
  func format(_ context: Context) throws(CommandFailure) -> OutputFormat {
    if let json { return .json(try Self.fields(json, flag: "--json")) }
    if let jsonl { return .jsonLines(try Self.fields(jsonl, flag: "--jsonl")) }
    if let csv {
      return .csv(try Self.fields(csv, flag: "--csv"), isShown: context.terminal != nil)
    }
    let hasColor = color.isColored(context)
    guard let terminal = context.terminal else { return .tsv(isColored: hasColor) }
    return .table(
      Table.Look(
        width: terminal.columns,
        hasColor: hasColor,
        hasHyperlinks: hasColor && Hyperlink.isSupported(environment: context.environment)
      )
    )
  }

  static func fields(
    _ text: String,
    flag: String
  ) throws(CommandFailure) -> [RepositoryField] {
    do throws(UnknownField) {
      return try RepositoryField.list(text)
    } catch {
      let names = RepositoryField.allCases.map(\.rawValue)
      let nearest =
        NearestWord.to(error.name, among: names).map { ", did you mean \"\($0)\"?" } ?? ""
      throw CommandFailure(
        .usage,
        flag,
        "unknown field \"\(error.name.truncated(toWidth: 30))\"\(nearest)",
        advice: "fields: \(names.joined(separator: " "))"
      )
    }
  }
}

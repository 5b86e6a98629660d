import ArgumentParser

/// The flags for what lists of repositories are written as.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("One JSON array with these fields, or 'all'.", valueName: "fields"),
    completion: .fields
  )
  var json: String?

  @Option(
    help: ArgumentHelp("One JSON object a line with these fields, or 'all'.", valueName: "fields"),
    completion: .fields
  )
  var jsonl: String?

  @Option(
    help: ArgumentHelp("Comma-separated values with these fields, or 'all'.", valueName: "fields"),
    completion: .fields
  )
  var csv: String?

  @Option(
    name: [.long, .customShort("t")],
    help: ArgumentHelp(
      "A Mustache template for each row, as in '{{fullName}} by {{owner.login}}'.",
      valueName: "text"
    )
  )
  var template: String?

  @Option(
    name: [.long, .customShort("q")],
    help: ArgumentHelp(
      "Send the JSON through jq; without --json or --jsonl, an array with all fields.",
      valueName: "expression"
    )
  )
  var jq: String?

  @Option(help: "Colour the table.")
  var color: ColorChoice = .auto

  func validate() throws {
    if let mistake = choice.mistake { throw ValidationError(mistake) }
  }

  var choice: OutputChoice {
    OutputChoice(json: json, jsonl: jsonl, csv: csv, template: template, jq: jq, color: color)
  }
}

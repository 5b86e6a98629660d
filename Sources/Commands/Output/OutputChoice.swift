import Terminal

/// What lists of repositories are to be written as, as it was asked for.
struct OutputChoice: Equatable, Sendable {
  var json: String?
  var jsonl: String?
  var csv: String?
  var template: String?
  var jq: String?
  var color = ColorChoice.auto

  /// What excludes each other in it, in words; nil for a good choice.
  var mistake: String? {
    let formats = [("--json", json), ("--jsonl", jsonl), ("--csv", csv), ("--template", template)]
    let given = formats.filter { $0.1 != nil }.map(\.0)
    guard given.count <= 1 else { return "\(given[0]) and \(given[1]) exclude each other" }
    guard jq == nil || csv == nil && template == nil else {
      return "--jq takes JSON, and \(given[0]) writes none"
    }
    return nil
  }

  /// What rows are to be written as; what becomes of `--jq` is ``deliver(in:_:)``'s to say.
  ///
  /// - Throws: ``CommandFailure`` for a field that does not exist, with those that do, and for a
  ///   template that makes no sense.
  func format(_ context: Context) throws(CommandFailure) -> OutputFormat {
    if let json { return .json(try Self.fields(json, flag: "--json")) }
    if let jsonl { return .jsonLines(try Self.fields(jsonl, flag: "--jsonl")) }
    if let csv {
      return .csv(try Self.fields(csv, flag: "--csv"), isShown: context.terminal != nil)
    }
    if let template {
      return .template(try Self.template(template), isShown: context.terminal != nil)
    }
    return jq == nil ? rows(context) : .json(RepositoryField.allCases)
  }

  /// Runs what writes rows, through jq where that is asked for.
  ///
  /// The body prints to the context that it gets, and finds no terminal there when jq reads it.
  func deliver(
    in context: Context,
    _ body: (Context, OutputFormat) async throws(CommandFailure) -> ExitStatus
  ) async throws(CommandFailure) -> ExitStatus {
    let format = try format(context)
    guard let jq else { return try await body(context, format) }
    let filter = JQFilter(expression: jq, context: context)
    return try await filter.run { context throws(CommandFailure) in
      try await body(context, format)
    }
  }

  private func rows(_ context: Context) -> OutputFormat {
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

  private static func template(_ text: String) throws(CommandFailure) -> RowTemplate {
    do throws(InvalidTemplate) {
      return try RowTemplate(text)
    } catch {
      let place = error.place.map { " in \($0)" } ?? ""
      throw CommandFailure(
        .usage,
        "--template",
        error.reason + place,
        advice: "write it as in '{{fullName}}{{#topics}} {{.}}{{/topics}}'"
      )
    }
  }

  static func fields(
    _ text: String,
    flag: String
  ) throws(CommandFailure) -> [RepositoryField] {
    do throws(UnknownField) {
      return try RepositoryField.list(text)
    } catch {
      let names = RepositoryField.allCases.map(\.rawValue)
      let nearest = NearestWord.to(error.name, among: names).map { ", did you mean \"\($0)\"?" }
      throw CommandFailure(
        .usage,
        flag,
        "unknown field \"\(error.name.truncated(toWidth: 30))\"\(nearest ?? "")",
        advice: "fields: \(names.joined(separator: " "))"
      )
    }
  }
}

import ArgumentParser
import Core
import GitHubModel
import JSON
import Output
import Terminal

/// The options for the output format of rows.
struct RowOptions<Row: OutputRow>: ParsableArguments {
  @Option(
    defaultAsFlag: FieldNames.missing,
    parsing: .next,
    help: ArgumentHelp("Print JSON with these fields, or 'all'.", valueName: "fields"),
    completion: .fields(of: Row.self)
  )
  var json: FieldNames?

  @Option(
    defaultAsFlag: FieldNames.missing,
    parsing: .next,
    help: ArgumentHelp(
      "Print one JSON object per line with these fields, or 'all'.",
      valueName: "fields"
    ),
    completion: .fields(of: Row.self)
  )
  var jsonl: FieldNames?

  @Option(
    defaultAsFlag: FieldNames.missing,
    parsing: .next,
    help: ArgumentHelp(
      "Print comma-separated values with these fields, or 'all'.",
      valueName: "fields"
    ),
    completion: .fields(of: Row.self)
  )
  var csv: FieldNames?

  @Option(
    name: [.long, .customShort("t", allowingJoined: true)],
    help: ArgumentHelp(
      "Format each row with a Mustache template, such as '\(Row.templateExample)'.",
      valueName: "text"
    )
  )
  var template: String?

  @Option(
    name: [.long, .customShort("q", allowingJoined: true)],
    help: ArgumentHelp(
      "Filter the JSON with jq; without --json or --jsonl, all fields.",
      valueName: "expression"
    )
  )
  var jq: String?

  @Option(
    help: ArgumentHelp(
      "Truncate descriptions in tab-separated output to this many characters.",
      valueName: "characters",
      visibility: Row.hasDescription ? .default : .hidden
    ),
    transform: WholeNumber.reading(0...Int.max)
  )
  var maxDescription: Int?

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @Flag(help: "Print output longer than the screen without a pager.")
  var noPager = false

  func validate() throws {
    guard given.count <= 1 else {
      throw ValidationError("\(given[0]) and \(given[1]) cannot be used together")
    }
    guard jq == nil || csv == nil && template == nil else {
      throw ValidationError("--jq cannot be combined with \(given[0])")
    }
    if let formatFlag, maxDescription != nil {
      throw ValidationError("--max-description and \(formatFlag) cannot be used together")
    }
    if !Row.hasDescription { try refuseMaxDescription() }
  }

  /// Refuses the flag if the rows have no description.
  func refuseMaxDescription() throws {
    if maxDescription != nil {
      throw ValidationError("--max-description is for rows that have a description")
    }
  }
}

typealias OutputOptions = RowOptions<RepositoryRow>

extension RowOptions {
  var isGiven: Bool { !given.isEmpty || jq != nil }

  /// The format flags that were given.
  private var given: [String] {
    let formats = [
      ("--json", json != nil), ("--jsonl", jsonl != nil), ("--csv", csv != nil),
      ("--template", template != nil),
    ]
    return formats.filter(\.1).map(\.0)
  }

  /// The format or filter flag that was given; nil if none.
  var formatFlag: String? { given.first ?? jq.map { _ in "--jq" } }

  /// Refuses output formats with `--web`, which prints nothing.
  func validate(web: Bool) throws {
    guard web, let flag = formatFlag else { return }
    throw ValidationError("--web and \(flag) cannot be used together")
  }

  /// The output format; ``deliver(in:_:)`` handles `--jq`.
  ///
  /// - Throws: ``OperationFailure`` for an unknown field, with a list of the known ones, and
  /// for an
  ///   invalid template.
  func format(_ context: Context) throws(OperationFailure) -> RowFormat<Row> {
    if let json { return .json(try Self.fields(json, of: "--json", context)) }
    if let jsonl { return .jsonLines(try Self.fields(jsonl, of: "--jsonl", context)) }
    if let csv { return .csv(try Self.fields(csv, of: "--csv", context)) }
    if let template {
      let template = try Self.template(template)
      let fields = Row.fields.filter { template.mentions($0.name) }
      return .template(template, fields)
    }
    if jq != nil { return .json(Row.all) }
    let rows = RowFormat<Row>.rows(color, in: context)
    guard case .tsv(let isColored, _) = rows else { return rows }
    return .tsv(isColored: isColored, maxDescription: Row.hasDescription ? maxDescription : nil)
  }

  /// Whether `--json schema` was given, which describes the rows without reading any.
  var asksForSchema: Bool { json?.text == "schema" }

  /// Runs a body that writes rows, through jq if `--jq` was given.
  ///
  /// The body prints to the context passed to it, which has no terminal if jq reads the output.
  func deliver(
    in context: Context,
    _ body: (Context, RowFormat<Row>) async throws(OperationFailure) -> ExitStatus
  ) async throws(OperationFailure) -> ExitStatus {
    let format = asksForSchema ? nil : try format(context)
    func write(_ context: Context) async throws(OperationFailure) -> ExitStatus {
      if let format { return try await body(context, format) }
      try context.print(Row.schema.text + "\n")
      return .success
    }
    var context = context
    context.usesPager = !noPager
    guard let jq else { return try await write(context) }
    return try await JQFilter(expression: jq, context: context).run(write)
  }

  /// The fields named by a flag; if it names none, the known ones are listed.
  private static func fields(
    _ names: FieldNames,
    of flag: String,
    _ context: Context
  ) throws(OperationFailure) -> [Field<Row>] {
    guard let text = names.text else {
      for line in CommandHelp.lines(Row.fields.map(\.name)) { context.note(line) }
      let advice = "use some of these fields, or all"
      throw OperationFailure(.usage, flag, "missing value", advice: advice)
    }
    do throws(UnknownField) {
      return try Row.list(text)
    } catch {
      throw unknown(error.name, flag: flag)
    }
  }

  /// The failure for an unknown field, with the nearest known one or a hint where to find them.
  private static func unknown(_ name: String, flag: String) -> OperationFailure {
    let names = Row.fields.map(\.name)
    let list =
      names.count > maxListed
      ? "`ghsearch fields` lists them" : "fields: \(names.joined(separator: " "))"
    return OperationFailure(
      .usage,
      flag,
      "unknown field \"\(name.truncated(toWidth: 30))\"",
      advice: Row.nearest(to: name).map { "did you mean \($0)?" } ?? list
    )
  }

  private static var maxListed: Int { 12 }

  private static func template(_ text: String) throws(OperationFailure) -> RowTemplate {
    do throws(InvalidTemplate) {
      return try RowTemplate(
        text,
        fields: Set(Row.fields.map(\.name)),
        members: Set(Row.fields.flatMap(\.type.memberNames))
      )
    } catch {
      switch error {
      case .unknownField(let name): throw unknown(name, flag: "--template")
      case .malformed(let why):
        let advice = "see https://mustache.github.io, or try '\(Row.templateExample)'"
        throw OperationFailure(.usage, "--template", why, advice: advice)
      }
    }
  }
}

/// The value of a flag that takes a list of fields.
struct FieldNames: ExpressibleByArgument, Equatable, CustomStringConvertible {
  /// The fields as typed; nil for a flag without a value.
  let text: String?

  static let missing = Self(text: nil)
  static let all = Self(text: "all")

  private init(text: String?) { self.text = text }

  /// Returns nil for a repository, which is another argument: `--json vapor/vapor`.
  init?(argument: String) {
    guard !RepositoryArgument.isLikely(argument) else { return nil }
    text = argument
  }

  /// Empty, so that the help does not show a default that cannot be typed.
  var description: String { "" }
}

extension ColorChoice: ExpressibleByArgument {}

extension CompletionKind {
  /// Completes the next field of a comma list: the list so far, followed by each field not in
  /// it.
  static func fields<Row: OutputRow>(of rows: Row.Type) -> Self {
    .custom { _, _, typed in
      let names = Row.fields.map(\.name)
      let parts = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      guard !parts.isEmpty else { return ["all"] + names }
      let head = parts.joined(separator: ",") + ","
      let given = Set(parts.map { $0.filter { $0 != " " } })
      return names.filter { !given.contains($0) }.map { head + $0 }
    }
  }
}

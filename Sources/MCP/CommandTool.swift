package import Core
import GitHubAPI
import GitHubModel
package import JSON
package import Output
import System

/// A tool of the server that runs a command with the call's arguments, and captures its output.
///
/// Every value is passed as `--flag=value` or after `--`, so that no value can become a flag.
package struct CommandTool: Sendable {
  package let name: String
  package let title: String
  package let description: String
  /// The words of the command, and the flags of every call.
  package let command: [String]
  /// The command for a call without an operand, if it is another one.
  package var commandWithoutOperand: [String]?
  package let parameters: [Parameter]
  package let output: Output
  package var effect = Effect.none

  package init(
    name: String,
    title: String,
    description: String,
    command: [String],
    commandWithoutOperand: [String]? = nil,
    parameters: [Parameter],
    output: Output,
    effect: Effect = Effect.none
  ) {
    (self.name, self.title, self.description) = (name, title, description)
    (self.command, self.commandWithoutOperand, self.parameters) = (
      command, commandWithoutOperand, parameters
    )
    (self.output, self.effect) = (output, effect)
  }

  package struct Parameter: Sendable {
    package let name: String
    package let schema: JSONValue
    package var use = Use.flag
    package var isRequired = false

    package init(
      name: String,
      schema: JSONValue,
      use: Use = Use.flag,
      isRequired: Bool = false
    ) {
      (self.name, self.schema, self.use) = (name, schema, use)
      self.isRequired = isRequired
    }
  }

  package enum Use {
    /// The command's flag with this name.
    case flag
    /// The subject of the command.
    case operand
    /// The lines of standard input.
    case input
    /// The tool itself applies it to the output.
    case tool
  }

  /// The command's output, and its form in the answer.
  package enum Output: Sendable {
    /// A JSON array or JSON lines, returned in the member with this name.
    case rows(String, JSONValue)
    /// The JSON object of one repository, with these fields unless parts are requested; a README
    /// and its headings are additional members.
    case repository(facts: String)
  }

  package enum Effect {
    case none
    case adds
    case removes
  }
}

// MARK: - Declaration

extension CommandTool {
  /// Runs the program with arguments, in a context.
  package typealias Program = @Sendable (_ arguments: [String], Context) async -> ExitStatus

  /// The tool for the server; its commands run in the context.
  package func tool(in context: Context, running program: @escaping Program) -> MCPTool {
    MCPTool(name: name, declaration: declaration, isReadOnly: effect == .none) {
      await call($0, in: context, running: program, progress: $1)
    }
  }

  private var declaration: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema, "outputSchema": outputSchema,
      "annotations": [
        "readOnlyHint": .bool(effect == .none), "destructiveHint": .bool(effect == .removes),
        "idempotentHint": true, "openWorldHint": true,
      ],
    ]
  }

  package var inputSchema: JSONValue {
    [
      "type": "object",
      "properties": .object(parameters.map { ($0.name, $0.schema) }),
      "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": false,
    ]
  }

  private var outputSchema: JSONValue {
    var members: [(String, JSONValue)]
    var required: [JSONValue] = []
    switch output {
    case .rows(let name, let row):
      members = [
        (name, ["type": "array", "items": row]), ("total", ["type": ["integer", "null"]]),
      ]
      let words: JSONValue = ["type": "string"]
      let change: JSONValue = [
        "type": ["object", "null"], "properties": ["from": words, "to": words],
      ]
      members += [
        ("correction", change), ("relaxed", change), ("match", ["type": ["string", "null"]]),
        ("missing", ["type": "array", "items": words]),
      ]
      required.append(.string(name))
    case .repository:
      members = [
        ("repository", ["type": "object"]), ("readme", ["type": ["string", "null"]]),
        ("outline", ["type": ["array", "null"], "items": ["type": "object"]]),
      ]
      required.append("repository")
    }
    members.append(("messages", ["type": "array", "items": ["type": "string"]]))
    members.append(
      effect == .none
        ? (
          "next",
          ["type": ["object", "null"], "description": "Arguments of the call that continues."]
        )
        : ("omitted", ["type": "integer", "description": "Rows that did not fit into maxChars."])
    )
    required.append(effect == .none ? "next" : "omitted")
    return ["type": "object", "properties": .object(members), "required": .array(required)]
  }
}

// MARK: - Call

extension CommandTool {
  /// Runs the tool; returns nil if the command's output cannot be read.
  package func call(
    _ arguments: JSONValue,
    in context: Context,
    running program: Program,
    progress: @escaping @Sendable (String) -> Void
  ) async -> MCPResult? {
    do throws(OperationFailure) {
      try ArgumentCheck.check(arguments, against: inputSchema, at: name)
      let run = await CommandRun(
        try commandLine(arguments),
        input: input(arguments),
        in: context,
        running: program,
        words: { inOwnWords($0) },
        progress: progress
      )
      guard [.success, .partial].contains(run.status), !run.output.isEmpty else {
        return run.failure
      }
      guard let found = found(run, arguments) else { return nil }
      if found.content == .null, run.status == .partial { return run.failure }
      return MCPResult(content: try page(found, run, arguments))
    } catch {
      return MCPResult(error)
    }
  }

  /// An argument of a call, or its default in the schema.
  private func value(_ name: String, _ arguments: JSONValue) -> JSONValue? {
    arguments[name] ?? parameters.first { $0.name == name }?.schema["default"]
  }

  package func commandLine(_ arguments: JSONValue) throws(OperationFailure) -> [String] {
    var flags: [String] = []
    if case .repository(let facts) = output {
      if arguments["outline"] == true, arguments["section"] != nil {
        let why = "outline and section cannot be used together"
        throw OperationFailure(.usage, name, why, advice: "use one of them")
      }
      flags.append("--json=" + (part(arguments).map { "fullName,\($0)" } ?? facts))
    }
    var operands: [String] = []
    for parameter in parameters {
      guard let value = value(parameter.name, arguments) else { continue }
      switch (parameter.use, value) {
      case (.flag, .bool(let isSet)): if isSet { flags.append(parameter.flag) }
      case (.flag, _): flags += value.texts.map { "\(parameter.flag)=\($0)" }
      case (.operand, _): operands += value.texts
      case (.input, _): operands.append("-")
      case (.tool, _): break
      }
    }
    let words = operands.isEmpty ? commandWithoutOperand ?? command : command
    return words + flags + ["--"] + operands
  }

  /// The requested part of a repository; nil for the facts.
  private func part(_ arguments: JSONValue) -> String? {
    if arguments["outline"] == true { return "outline" }
    return arguments["readme"] == true || arguments["section"] != nil ? "readme" : nil
  }

  /// Replaces the names of the command's flags with those of the tool's arguments.
  private func inOwnWords(_ text: String) -> String {
    parameters.sorted { $0.flag.count > $1.flag.count }
      .reduce(text) { $0.replacing($1.flag, with: $1.name) }
  }

  private func input(_ arguments: JSONValue) -> String {
    let lines = parameters.filter { $0.use == .input }.flatMap { arguments[$0.name]?.texts ?? [] }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension CommandTool.Parameter {
  /// The flag's name, such as `--max-chars` for `maxChars`.
  fileprivate var flag: String {
    name.reduce(into: "--") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}

extension JSONValue {
  /// The elements of an array, or a single value, as command-line arguments.
  fileprivate var texts: [String] { (array ?? [self]).map { $0.string ?? $0.text } }

  /// The arguments of a call for the next page.
  fileprivate func skipping(_ count: Int) -> Self {
    .object((members ?? []).filter { $0.name != "skip" }).adding([("skip", .number(count))])
  }

  /// The arguments with one value replaced.
  fileprivate func replacing(_ name: String, _ value: JSONValue) -> Self {
    .object((members ?? []).filter { $0.name != name }).adding([(name, value)])
  }

  /// The length in Unicode scalars.
  fileprivate var length: Int { text.unicodeScalars.count }
}

// MARK: - Answer

extension CommandTool {
  /// The result of a run; the answer contains as much of it as fits.
  private struct Found {
    var head: [(String, JSONValue)] = []
    let name: String
    /// Rows, a text, or an object to return as a whole; null if the requested part does not exist.
    let content: JSONValue
  }

  /// The result of a run; nil if its output cannot be read.
  private func found(_ run: CommandRun, _ arguments: JSONValue) -> Found? {
    switch output {
    case .rows(let name, _):
      let rows =
        run.output.hasPrefix("[")
        ? JSONValue(reading: run.output)?.array
        : run.output.split(separator: "\n").compactMap { JSONValue(reading: String($0)) }
      guard let rows else { return nil }
      var found = Found(name: name, content: .array(rows))
      for name in ["total", "correction", "relaxed", "match", "missing"] {
        if let value = run.summary?[name], value != .null { found.head.append((name, value)) }
      }
      return found
    case .repository:
      guard let row = JSONValue(reading: run.output), let members = row.members else { return nil }
      guard let part = part(arguments) else { return Found(name: "repository", content: row) }
      let others = JSONValue.object(members.filter { $0.name != part })
      return Found(head: [("repository", others)], name: part, content: row[part] ?? .null)
    }
  }

  /// Returns as much as fits into `maxChars`, and how to continue.
  private func page(
    _ found: Found,
    _ run: CommandRun,
    _ arguments: JSONValue
  ) throws(OperationFailure) -> JSONValue {
    var arguments = arguments
    if let text = run.summary?["relaxed"]?["to"] { arguments = arguments.replacing("query", text) }
    let pagesHere = parameters.contains { $0.name == "skip" && $0.use == .tool }
    let skip = value("skip", arguments)?.integer ?? 0
    var members = found.head
    if !run.messages.isEmpty { members.append(("messages", .array(run.messages))) }
    let end = effect == .none ? arguments.skipping(.max).length : 0
    let used = JSONValue.object(members).length + end + found.name.count + Self.punctuation
    let room = (value("maxChars", arguments)?.integer ?? .max) - used
    var (shown, left) = (0, 0)
    switch found.content {
    case .array(let all):
      let rows = pagesHere ? all.dropFirst(skip) : all[...]
      let fitting = rows.fitting(room)
      guard !fitting.isEmpty || rows.isEmpty || effect != .none else {
        throw OperationFailure(
          .usage,
          name,
          "one row does not fit",
          advice: "use a larger maxChars"
        )
      }
      members.append((found.name, .array(Array(fitting))))
      (shown, left) = (fitting.count, rows.count - fitting.count)
    case .string(let text):
      let rest = String(text.unicodeScalars.dropFirst(skip))
      let fitting = rest.paragraphs(fitting: room)
      members.append((found.name, .string(fitting)))
      shown = fitting.unicodeScalars.count
      left = rest.unicodeScalars.count - shown
    default: members.append((found.name, found.content))
    }
    let hasNext = left > 0 || !pagesHere && run.summary?["next"]?.array != nil
    members.append(
      effect == .none
        ? ("next", hasNext ? arguments.skipping(skip + shown) : .null) : ("omitted", .number(left))
    )
    return .object(members)
  }

  /// The number of characters around the names that ``page(_:_:_:)`` adds.
  private static let punctuation = 40
}

extension Collection<JSONValue> {
  /// The longest prefix that fits into a number of characters, including commas.
  fileprivate func fitting(_ room: Int) -> SubSequence {
    var room = room
    return prefix { row in
      room -= row.length + 1
      return room >= 0
    }
  }
}

extension String {
  /// The complete paragraphs that fit into this many characters of JSON, or the part of the first
  /// that does.
  fileprivate func paragraphs(fitting room: Int) -> String {
    var room = room
    let cut = indices.first { index in
      room -= JSONValue.string(String(self[index])).length - 2
      return room < 0
    }
    guard let cut else { return self }
    let beginning = self[..<(cut == startIndex ? index(after: cut) : cut)]
    return String(beginning[..<(ReadmeSelection.endOfParagraphs(beginning) ?? beginning.endIndex)])
  }
}

// MARK: - Run

/// A run of a command within the program, without a terminal and with messages in JSON.
package struct CommandRun: Sendable {
  package let status: ExitStatus
  package let output: String
  /// The summary at the end of a list.
  package private(set) var summary: JSONValue?
  /// The last error, which ended the run.
  private var error: JSONValue?
  /// The other messages.
  package private(set) var messages: [JSONValue] = []

  /// Runs the command with a text as standard input; `words` rewrites its messages.
  package init(
    _ arguments: [String],
    input: String,
    in context: Context,
    running program: CommandTool.Program,
    words: @escaping @Sendable (String) -> String,
    progress: @escaping @Sendable (String) -> Void
  ) async {
    let (output, log) = (BufferedSink(), MessageLog(words: words, progress: progress))
    var context = context
    context.world.environment["GHSEARCH_MESSAGES"] = "json"
    (context.output, context.errors) = (output, log)
    (context.terminal, context.errorTerminal) = (nil, nil)
    (context.hasInputTerminal, context.mayTakeTerminal) = (false, false)
    // Row numbers would refer to the last list on a terminal.
    context.session = ""
    context.world.waitLimit = .none
    context.readInput = { () throws(OperationFailure) in input }
    context.ask = { _ in nil }
    status = await program(arguments, context)
    self.output = output.text
    for message in log.messages {
      if message["type"] == "summary" {
        summary = message
        continue
      }
      if message["type"] == "error" { error = message }
      messages.append(.string(message.sentence))
    }
  }

  /// The answer for a call that found nothing.
  package var failure: MCPResult {
    let members = (error?.members ?? []).filter { $0.value != .null }
    let names = ["status", "what", "why", "advice", "retryAfter"]
    var cause = names.compactMap { name in members.first { $0.name == name } }
    if cause.isEmpty { cause = [.init("status", .number(Int64(status.rawValue)))] }
    if messages.count > 1 { cause.append(.init("messages", .array(messages))) }
    return MCPResult(content: .object(cause), isError: true)
  }
}

extension MCPResult {
  /// The result of a call that was rejected before it ran.
  fileprivate init(_ failure: OperationFailure) {
    let members = failure.message.members(failure.status).filter { $0.1 != .null }
    self.init(content: .object(members), isError: true)
  }
}

extension JSONValue {
  /// Parses JSON; nil for any other text.
  package init?(reading text: String) {
    guard let value = (try? JSONElement(Array(text.utf8)))?.value else { return nil }
    self = value
  }

  /// The message without advice about flags, which tools do not have.
  fileprivate var withoutFlags: Self {
    guard let members, let advice = self["advice"]?.string else { return self }
    let parts = advice.split(separator: "; ").map { part in
      part.split(separator: ", or ").filter { !$0.contains(/(^|[ `(])--[a-z]/) }
    }
    let rest = parts.filter { !$0.isEmpty }.map { $0.joined(separator: ", or ") }
    let kept = rest.isEmpty ? JSONValue.null : .string(rest.joined(separator: "; "))
    return .object(members.map { $0.name == "advice" ? .init("advice", kept) : $0 })
  }

  fileprivate var sentence: String {
    if let text = self["text"]?.string { return text }
    let parts = [self["what"]?.string, self["why"]?.string].compactMap(\.self)
    return parts.joined(separator: ": ") + (self["advice"]?.string.map { "; \($0)" } ?? "")
  }
}

/// Collects the messages of a run, and forwards progress immediately.
private final class MessageLog: TextSink {
  private let content = Guarded<[JSONValue]>([])
  private let words: @Sendable (String) -> String
  private let progress: @Sendable (String) -> Void

  init(
    words: @escaping @Sendable (String) -> String,
    progress: @escaping @Sendable (String) -> Void
  ) {
    (self.words, self.progress) = (words, progress)
  }

  var messages: [JSONValue] { content.withLock(\.self) }

  func write(_ text: String) {
    guard let message = JSONValue(reading: words(text))?.withoutFlags else { return }
    if message["type"] == "progress" { return progress(message.sentence) }
    content.withLock { $0.append(message) }
  }
}

import ArgumentParser
import Core
import Discovery
import GitHubModel
import Output

/// Parses common arguments without ArgumentParser's command tree.
///
/// The parser takes longer to learn the options than to read them (decision 0093). Anything unusual
/// is left to it, especially mistakes. Deleting this file and its calls in ``Entry`` would only
/// cost time.
enum FastPath {
  /// The text for `--version` or `--help` alone; nil for anything else.
  static func text(for arguments: [String]) -> String? {
    switch arguments {
    case ["--version"]: GHSearchCommand.configuration.version
    case ["--help"], ["-h"]: CommandHelp.arranged(GHSearchCommand.helpMessage())
    default: nil
    }
  }

  /// The command named by the arguments; nil if only the full parser can tell.
  ///
  /// - Throws: The error from the command's own parser.
  static func command(_ arguments: [String]) throws -> (any ParsableCommand)? {
    guard arguments.first.flatMap(CommandName.init) != nil,
      // A command's help begins with the program's name.
      !arguments.contains(where: { ["-h", "--help", "--version"].contains($0) })
    else { return nil }
    let path = CommandPath(arguments)
    return path.type.configuration.subcommands.isEmpty ? try path.type.parse(Array(path.rest)) : nil
  }

  /// The search in the arguments; nil if only the parser can tell.
  static func search(_ arguments: [String]) -> PlainSearch? {
    guard let first = arguments.first, first != "help" else { return nil }
    let command = CommandName(rawValue: first)
    guard command == nil || command == .search,
      let arguments = try? QualifierFlag.expandingBooleans(arguments)
    else { return nil }
    let rest = arguments.dropFirst(command == nil ? 0 : 1)
    var search = PlainSearch()
    return !rest.isEmpty && search.read(rest) ? search : nil
  }
}

/// A search with common options, parsed exactly as the parser would.
///
/// It is not a ``SearchCommand``: creating one makes the runtime look up a conformance for each
/// group of options, which takes longer than all of the parsing.
struct PlainSearch: Sendable {
  var words: [String] = []
  var wanted = WantedQualifiers()
  var unwanted = UnwantedQualifiers()
  var sort = SearchQuery.Sort.bestMatch
  var order = SearchQuery.Order.descending
  var limit = ListOptions.defaultLimit
  var skip = 0
  /// The format with fields; nil for plain columns.
  var format: OutputFormat?
  var color = ColorChoice.auto
  /// The options read so far that may be given once.
  private var given: [String] = []

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    let context = context.showingProgress()
    let session = try Session(context)
    let qualifiers = try wanted.list(in: session) + unwanted.list(in: session)
    let query = try SearchQuery.checked(words, qualifiers, sort: sort, order: order)
      .withRangesForGitHub(at: context.world.now())
    let format = format ?? .rows(color, in: context)
    let run = SearchRun(
      query: query,
      words: words,
      scope: .rows(limit, skip: skip),
      format: format,
      session: session,
      context: context
    )
    return try await run.execute(session.client)
  }
}

// MARK: - Reading

extension PlainSearch {
  /// Whether all arguments are plain, and valid for the parser.
  fileprivate mutating func read(_ arguments: ArraySlice<String>) -> Bool {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      if Self.isValue(argument) {
        words.append(argument)
      } else {
        let (name, joined) = Self.parts(argument)
        guard let value = joined ?? arguments.popFirst(), Self.isValue(value),
          set(value, for: name)
        else { return false }
      }
    }
    return true
  }

  /// Whether the text is neither a flag nor similar to one.
  private static func isValue(_ text: String) -> Bool {
    text.utf8.first.map { $0 != UInt8(ascii: "-") } ?? false
  }

  /// The name and value of an argument such as `--limit=5`.
  private static func parts(_ argument: String) -> (name: String, value: String?) {
    guard let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[sign...].dropFirst()))
  }

  /// Sets an option; returns false for an invalid value, or a second value of an option other
  /// than a qualifier.
  private mutating func set(_ value: String, for name: String) -> Bool {
    if wanted.append(value, to: name) || unwanted.append(value, to: name) { return true }
    let name = name == "-L" ? "--limit" : name
    guard !given.contains(name) else { return false }
    given.append(name)
    return switch name {
    case "--sort": Self.store(SearchQuery.Sort(rawValue: value), in: &sort)
    case "--order": Self.store(SearchQuery.Order(rawValue: value), in: &order)
    case "--limit": Self.store(WholeNumber.value(value, in: ListOptions.limits), in: &limit)
    case "--skip": Self.store(WholeNumber.value(value, in: ListOptions.skips), in: &skip)
    case "--json": setFields(value) { .json($0) }
    case "--jsonl": setFields(value) { .jsonLines($0) }
    case "--csv": setFields(value) { .csv($0) }
    case "--color": Self.store(ColorChoice(rawValue: value), in: &color)
    default: false
    }
  }

  /// Sets the fields; returns false for a second format, or unknown fields.
  private mutating func setFields(
    _ names: String,
    _ make: ([Field<RepositoryRow>]) -> OutputFormat
  ) -> Bool {
    guard format == nil, let names = FieldNames(argument: names)?.text,
      let fields = try? RepositoryRow.list(names)
    else { return false }
    format = make(fields)
    return true
  }

  private static func store<Value>(_ value: Value?, in place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }
}

extension QualifierTable {
  /// Appends a value; returns false if the table has no such option.
  fileprivate mutating func append(_ value: String, to name: String) -> Bool {
    guard let index = Self.flags.firstIndex(where: { $0.flag == name }) else { return false }
    values[index].append(value)
    return true
  }
}

import GitHubModel

/// Reads the searches that people type every day, without the parser.
///
/// The parser spends longer on learning what flags there are than on reading them. What is not
/// plain here is left to it, mistakes above all; what is plain, it would read in the same way.
struct PlainSearch {
  private var words: [String] = []
  private var sort: SearchQuery.Sort?
  private var order: SearchQuery.Order?
  private var limit: Int?
  private var skip: Int?
  private var json: String?
  private var jsonl: String?
  private var csv: String?
  private var color: ColorChoice?
  /// The values of each flag for a qualifier.
  private var qualifiers: [String: [String]] = [:]

  /// The search that the arguments ask for; nil where only the parser can tell.
  static func job(_ arguments: [String]) -> SearchJob? {
    let isNamed = arguments.first == "search"
    guard isNamed || !Shortcut.namesCommand(arguments.first) else { return nil }
    let rest = arguments.dropFirst(isNamed ? 1 : 0)
    var search = Self()
    return !rest.isEmpty && search.read(rest) ? search.job : nil
  }

  /// Nil where the parser has an objection.
  private var job: SearchJob? {
    var job = SearchJob(words: words)
    job.list.sort = sort ?? job.list.sort
    job.list.order = order ?? job.list.order
    job.list.limit = limit
    job.list.skip = skip ?? job.list.skip
    job.output = OutputChoice(json: json, jsonl: jsonl, csv: csv)
    job.output.color = color ?? job.output.color
    job.qualifiers = given
    return job.list.mistake == nil && job.output.mistake == nil ? job : nil
  }

  private var given: [GivenQualifier] {
    if qualifiers.isEmpty { return [] }
    return QualifierFlag.all.compactMap { GivenQualifier($0, qualifiers[$0.flag] ?? []) }
  }
}

// MARK: Reading

extension PlainSearch {
  /// Whether all of it is plain.
  private mutating func read(_ arguments: ArraySlice<String>) -> Bool {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      if Self.isValue(argument) {
        words.append(argument)
      } else {
        let (name, joined) = Self.parts(argument)
        guard let value = joined ?? arguments.popFirst(), Self.isValue(value),
          take(value, for: name)
        else { return false }
      }
    }
    return true
  }

  /// Neither a flag nor anything that may be mistaken for one.
  private static func isValue(_ text: String) -> Bool {
    text.utf8.first.map { $0 != UInt8(ascii: "-") } ?? false
  }

  /// As in `--limit=5`.
  private static func parts(_ argument: String) -> (name: String, value: String?) {
    guard let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[sign...].dropFirst()))
  }

  private mutating func take(_ value: String, for name: String) -> Bool {
    switch name {
    case "--sort": Self.set(&sort, .init(rawValue: value))
    case "--order": Self.set(&order, .init(rawValue: value))
    case "--limit", "-L": Self.set(&limit, Int(value))
    case "--skip": Self.set(&skip, Int(value))
    case "--json": Self.set(&json, value)
    case "--jsonl": Self.set(&jsonl, value)
    case "--csv": Self.set(&csv, value)
    case "--color": Self.set(&color, ColorChoice(rawValue: value))
    default: takeQualifier(value, for: name)
    }
  }

  /// False for what cannot be read, and for what stands there twice.
  private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
  }

  private mutating func takeQualifier(_ value: String, for name: String) -> Bool {
    guard QualifierFlag.all.contains(where: { $0.flag == name }) else { return false }
    qualifiers[name, default: []].append(value)
    return true
  }
}

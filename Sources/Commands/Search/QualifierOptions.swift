import ArgumentParser
import GitHubModel
import Terminal

/// The options that become qualifiers of the query.
struct QualifierOptions: ParsableArguments {
  @OptionGroup(title: "Qualifiers") var wanted: WantedQualifiers
  @OptionGroup(title: "Exclusions (same values as above)") var unwanted: UnwantedQualifiers

  /// The qualifiers for the API at `base`; see ``QualifierTable/list(on:)``.
  func list(on base: APIBase) throws(CommandFailure) -> [Qualifier] {
    try wanted.list(on: base) + unwanted.list(on: base)
  }
}

/// The options for what a repository must be.
struct WantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.wanted
  var values = Self.noValues
}

/// The options for what a repository must not be; each may be repeated.
struct UnwantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.unwanted
  var values = Self.noValues
}

/// A group of options that a table declares, one for each of its rows.
///
/// ArgumentParser finds the options of a type by reflection, and decodes their values by the same names. The
/// rows of a table take the place of properties in both.
protocol QualifierTable: ParsableArguments, CustomReflectable, Sendable {
  static var flags: [QualifierFlag] { get }
  /// The values of each of the flags, in their order.
  var values: [[String]] { get set }
}

extension QualifierTable {
  static var noValues: [[String]] { Array(repeating: [], count: flags.count) }

  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: QualifierKey.self)
    values = try Self.flags.map {
      try container.decode(Option<[String]>.self, forKey: QualifierKey(stringValue: $0.name))
        .wrappedValue
    }
  }

  /// The declarations of the options.
  var customMirror: Mirror {
    Mirror(
      self,
      children: Self.flags.map { (label: $0.name, value: $0.option as Any) },
      displayStyle: .struct
    )
  }

  /// The qualifiers for the API at `base`, in the order of the help text.
  ///
  /// - Throws: ``CommandFailure`` for a value that GitHub would refuse, ignore or misread.
  func list(on base: APIBase) throws(CommandFailure) -> [Qualifier] {
    var qualifiers: [Qualifier] = []
    for (flag, values) in zip(Self.flags, values) where !values.isEmpty {
      qualifiers += try flag.qualifiers(values, on: base)
    }
    return qualifiers
  }
}

/// The name of an option, where ArgumentParser expects that of a property.
private struct QualifierKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension QualifierFlag {
  fileprivate var option: Option<[String]> {
    Option(
      wrappedValue: [],
      name: .customLong(name),
      help: ArgumentHelp(isNegated ? "" : help, valueName: valueName),
      completion: completion ?? (choices.isEmpty ? nil : .list(choices))
    )
  }
}

extension CompletionKind {
  /// The common languages; GitHub has some 600 more, which are not offered.
  static let languages = Self.custom { _, _, _ in
    // Bash does not quote spaces in what it inserts, and GitHub also takes hyphens for them.
    CompletionShell.requesting == .bash
      ? LanguageNames.common.map { $0.replacing(" ", with: "-") } : LanguageNames.common
  }
}

// MARK: The table

extension QualifierFlag {
  /// Every option for what a repository must be, in the order of the help text.
  static let wanted = [
    Self(
      "language",
      .language,
      "name",
      "Primary language, such as c++; repeat to match any.",
      completion: .languages
    ),
    Self("topic", .topic, "name", "Topic; repeat to require all."),
    Self("number-topics", .topicCount, "range", "Number of topics."),
    Self("license", .license, "key", "License, such as mit or apache-2.0; repeat to match any."),
    Self("owner", .user, "login", "User or organization; repeat to match any."),
    Self("repo", .repo, "owner/name", "Only this repository; repeat to match any."),
    Self(
      "match",
      .in,
      "field",
      "Field to search: name, description, topics or readme; repeat for several.",
      choices: ["name", "description", "topics", "readme"]
    ),
    Self("stars", .stars, "range", "Number of stars, such as 500, '>1000' or 10..50."),
    Self("forks", .forks, "range", "Number of forks."),
    Self("size", .size, "range", "Size in kilobytes."),
    Self("followers", .followers, "range", "Number of followers of the owner."),
    Self("created", .created, "date-range", "Creation date, such as '>=2024-01-31'."),
    Self("pushed", .pushed, "date-range", "Date of the last push."),
    Self("updated", .pushed, "date-range", "Same as --pushed (gh's name for it)."),
    Self(
      "good-first-issues",
      .goodFirstIssues,
      "range",
      "Number of issues labeled 'good first issue'."
    ),
    Self(
      "help-wanted-issues",
      .helpWantedIssues,
      "range",
      "Number of issues labeled 'help wanted'."
    ),
    boolean("archived", .archived, "Archived (true, the default) or not (false)."),
    boolean("is-template", .template, "Template (true, the default) or not (false)."),
    boolean("mirror", .mirror, "Mirror (true, the default) or not (false)."),
    Self(
      "include-forks",
      .fork,
      "true|false|only",
      "Include forks, or search only forks. (default: false)",
      choices: ["true", "false", "only"]
    ),
    Self(
      "visibility",
      .is,
      "visibility",
      "Visibility: public, private or internal.",
      choices: ["public", "private", "internal"]
    ),
  ]

  private static func boolean(_ name: String, _ qualifier: Qualifier.Name, _ help: String) -> Self {
    Self(name, qualifier, "true|false", help, choices: ["true", "false"])
  }

  /// The negations; a flag whose value can say the same, such as `--archived=false`, has none here.
  static let unwanted = wanted.filter { ![.in, .fork].contains($0.qualifier) && !$0.isBoolean }
    .map(\.negated)
}

// MARK: Flags with optional values

extension QualifierFlag {
  /// Whether it can be given without a value, as in `--archived` and `--not-archived`.
  var isBoolean: Bool { choices == ["true", "false"] }

  /// The arguments with the values of boolean flags filled in: `--archived` becomes `--archived=true`, and
  /// `--not-archived` becomes `--archived=false`.
  ///
  /// ArgumentParser cannot do this (decision 0093). Everything after `--` is query text and is not changed.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the word after such a flag is `true` or
  ///   `false`: it was meant as the value, and would be searched for.
  static func completed(_ arguments: [String]) throws(CommandFailure) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var completed = arguments
    for index in 0..<end {
      guard let value = booleanValue(of: arguments[index]) else { continue }
      completed[index] = value
      guard index + 1 < arguments.endIndex else { continue }
      let next = arguments[index + 1]
      if ["true", "false"].contains(next.lowercased()) {
        throw separateValue(next, of: arguments[index])
      }
    }
    return completed
  }

  private static let booleans = wanted.filter(\.isBoolean)

  /// Nil for anything but a boolean flag without a value.
  private static func booleanValue(of argument: String) -> String? {
    guard argument.hasPrefix("--") else { return nil }
    for flag in booleans {
      if argument == flag.flag { return "\(flag.flag)=true" }
      if argument == flag.negated.flag { return "\(flag.flag)=false" }
    }
    return nil
  }

  private static func separateValue(_ value: String, of flag: String) -> CommandFailure {
    let form =
      flag.hasPrefix("--not-") ? "\(flag) without a value" : "\(flag)=\(value.lowercased())"
    return CommandFailure(
      .usage,
      flag,
      "\"\(value)\" would be part of the query",
      advice: "use \(form), or put the word after --"
    )
  }
}

/// A flag that becomes a qualifier: its declaration, how its values are read, and the messages for bad
/// ones.
struct QualifierFlag: Sendable {
  /// Without dashes, as in `not-language`.
  private(set) var name: String
  let qualifier: Qualifier.Name
  private(set) var isNegated = false
  let valueName: String
  let help: String
  /// All values that it accepts; empty if any text, number or date may do.
  let choices: [String]
  let completion: CompletionKind?

  init(
    _ name: String,
    _ qualifier: Qualifier.Name,
    _ valueName: String,
    _ help: String,
    choices: [String] = [],
    completion: CompletionKind? = nil
  ) {
    self.name = name
    self.qualifier = qualifier
    self.valueName = valueName
    self.help = help
    self.choices = choices
    self.completion = completion
  }

  /// As in `--language`.
  var flag: String { "--\(name)" }

  /// The flag for repositories that do not match, as in `--not-language`.
  var negated: Self {
    var negated = self
    negated.name = "not-\(name)"
    negated.isNegated = true
    return negated
  }

  /// The qualifiers for the values, on the API at `base`.
  func qualifiers(_ values: [String], on base: APIBase) throws(CommandFailure) -> [Qualifier] {
    // GitHub does not document what several ranges of one kind mean.
    guard values.count < 2 || isNegated || qualifier.kind == .list else {
      throw mistake(
        "may be given only once",
        advice: qualifier.kind == .range ? "use a range such as a..b" : ""
      )
    }
    var qualifiers: [Qualifier] = []
    for value in qualifier.kind == .list ? values.flatMap(Self.parts) : values {
      qualifiers.append(try read(value, on: base))
    }
    return qualifier == .in ? joined(qualifiers) : qualifiers
  }

  /// GitHub expects the fields in one list.
  private func joined(_ fields: [Qualifier]) -> [Qualifier] {
    let list = fields.map(\.value).joined(separator: ",")
    return [Qualifier(qualifier, list)].compactMap(\.self)
  }

  private static func parts(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: Values

extension QualifierFlag {
  private func read(
    _ value: String,
    on base: APIBase
  ) throws(CommandFailure) -> Qualifier {
    switch qualifier {
    case .language, .topic, .license: try text(value)
    case .user: try owner(value)
    case .repo: try repository(value, on: base)
    case .stars, .forks, .size, .followers, .topicCount, .goodFirstIssues, .helpWantedIssues:
      try number(value)
    case .created, .pushed: try date(value)
    case .archived, .template, .mirror, .fork, .is, .in: try choice(value)
    }
  }

  private func text(_ value: String) throws(CommandFailure) -> Qualifier {
    guard let read = Qualifier(qualifier, value, isNegated: isNegated) else {
      throw mistake(
        value.allSatisfy(\.isWhitespace)
          ? "empty value" : "\(Self.shown(value)) contains a quote or a control character",
        advice: "use a name, or several separated by commas"
      )
    }
    return read
  }

  private func owner(_ value: String) throws(CommandFailure) -> Qualifier {
    guard value == "@me" || RepositoryName.isOwner(value) else {
      throw mistake(
        "\(Self.shown(value)) is not a valid login",
        advice: "use letters, digits and hyphens, or @me for yourself"
      )
    }
    return try text(value)
  }

  private func repository(
    _ value: String,
    on base: APIBase
  ) throws(CommandFailure) -> Qualifier {
    guard let repository = RepositoryName(reference: value, at: base) else {
      throw mistake("\(Self.shown(value)) is not a repository name", advice: "use OWNER/NAME")
    }
    return try text(repository.fullName)
  }

  private func choice(_ value: String) throws(CommandFailure) -> Qualifier {
    guard choices.contains(value) else {
      throw mistake(
        "invalid value \(Self.shown(value))",
        advice: Suggestion.advice(value, among: choices)
      )
    }
    return try text(value)
  }

  private func number(_ value: String) throws(CommandFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(qualifier, try NumberRange(reading: value), isNegated: isNegated)
    } catch {
      let advice = "use n, >n, >=n, <n, <=n, a..b, n..* or *..n"
      throw mistake(Self.sentence(error, in: value, expecting: "a whole number"), advice: advice)
    }
  }

  private func date(_ value: String) throws(CommandFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(qualifier, try DateRange(reading: value), isNegated: isNegated)
    } catch {
      let advice = """
        use a date such as 2024-01-31 or 2024-01-31T12:00:00Z, optionally with >, >=, < or <= before \
        it, or two with .. between them
        """
      throw mistake(
        Self.sentence(error, in: value, expecting: "a date"),
        advice: advice
      )
    }
  }
}

// MARK: Mistakes

extension QualifierFlag {
  /// Why the value of a typed qualifier is not a range of numbers or dates; nil if it is one, and for
  /// qualifiers that take something else.
  static func rangeMistake(_ name: String, _ value: String) -> UserMessage? {
    guard let flag = wanted.first(where: { $0.qualifier.rawValue == name }),
      flag.qualifier.kind == .range
    else { return nil }
    do throws(CommandFailure) {
      _ = try flag.read(value, on: .github)
      return nil
    } catch {
      return UserMessage(name, error.why, advice: error.advice)
    }
  }

  private func mistake(_ why: String, advice: String) -> CommandFailure {
    CommandFailure(.usage, flag, why, advice: advice)
  }

  private static func sentence(
    _ error: InvalidRange,
    in value: String,
    expecting kind: String
  ) -> String {
    switch error {
    case .missing: "\(shown(value)) needs \(kind)"
    case .unreadable(let part) where part == value: "\(shown(part)) is not \(kind)"
    case .unreadable(let part): "\(shown(part)) in \(shown(value)) is not \(kind)"
    case .tooLarge(let part): "\(shown(part)) is too large"
    case .unbounded: "\(shown(value)) has no limit"
    case .backwards(let from, let to): "\(shown(value)) is backwards: \(from) is after \(to)"
    }
  }

  private static func shown(_ value: String) -> String {
    "\"\(SafeText(value, longest: 100).description.truncated(toWidth: 40))\""
  }
}

extension Qualifier.Name {
  fileprivate enum Kind {
    /// Names; a comma-separated list of them means the same as several flags.
    case list
    /// Numbers or dates.
    case range
    /// One of a few words.
    case choice
  }

  fileprivate var kind: Kind {
    switch self {
    case .language, .topic, .license, .user, .repo, .is, .in: .list
    case .stars, .forks, .size, .followers, .topicCount, .goodFirstIssues, .helpWantedIssues,
      .created, .pushed:
      .range
    case .archived, .template, .mirror, .fork: .choice
    }
  }
}

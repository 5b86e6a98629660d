import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import Terminal

/// A flag that becomes a qualifier: its declaration, its values, and the messages for invalid
/// ones.
struct QualifierFlag: Sendable {
  /// The values of a flag.
  ///
  /// A comma-separated list of names, or of words of ``anyOf(_:)``, is the same as several
  /// flags.
  enum Values: Equatable {
    case names, owners, repositories
    case anyOf([String])
    /// Ranges.
    case numbers, dates
    case oneOf([String])
  }

  /// The name without dashes, such as `not-language`.
  private(set) var name: String
  let qualifier: Qualifier.Name
  private let values: Values
  private let ownValueName: String?
  let help: String
  private(set) var isNegated = false

  init(
    _ name: String,
    _ qualifier: Qualifier.Name,
    _ values: Values,
    valueName: String? = nil,
    _ help: String
  ) {
    (self.name, self.qualifier, self.values, self.help) = (name, qualifier, values, help)
    ownValueName = valueName
  }

  /// Whether it can filter the local copy of the stars.
  var isLocal: Bool { RepositoryFilter.supports(qualifier) }

  /// The name of the value in help.
  var valueName: String { ownValueName ?? values.defaultName }

  /// The flag, such as `--language`.
  var flag: String { "--\(name)" }

  /// The flag for repositories that do not match, such as `--not-language`.
  var negated: Self {
    var negated = self
    negated.name = "not-\(name)"
    negated.isNegated = true
    return negated
  }

  /// All valid values; empty if any text, number or date is valid.
  var choices: [String] {
    switch values {
    case .anyOf(let choices), .oneOf(let choices): choices
    case .names, .owners, .repositories, .numbers, .dates: []
    }
  }

  var completion: CompletionKind? {
    switch qualifier {
    case .language: .languages
    case .license: .list(LicenseKeys.common)
    default: choices.isEmpty ? nil : .list(choices)
    }
  }

  /// The qualifiers for the values, given the session's API and time.
  func qualifiers(_ texts: [String], in session: Session) throws(OperationFailure) -> [Qualifier] {
    // GitHub does not document the meaning of several ranges.
    guard texts.count < 2 || isNegated || values.isList else {
      throw mistake(
        "may be given only once",
        advice: values.isRange ? "use a range such as a..b" : ""
      )
    }
    var qualifiers: [Qualifier] = []
    let listed = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for text in values.isList ? listed.map(String.init) : texts {
      qualifiers.append(try read(text, on: session.base, at: session.world.now()))
    }
    return qualifier == .in ? joined(qualifiers) : qualifiers
  }

  /// Joins the fields into the single list that GitHub expects.
  private func joined(_ fields: [Qualifier]) -> [Qualifier] {
    let list = fields.map(\.value).joined(separator: ",")
    return [Qualifier(qualifier, list)].compactMap(\.self)
  }
}

// MARK: - Values

extension QualifierFlag {
  private func read(
    _ value: String,
    on base: APIBase,
    at now: Date?
  ) throws(OperationFailure) -> Qualifier {
    switch values {
    case .names: try text(value)
    case .owners: try owner(value)
    case .repositories: try repository(value, on: base)
    case .numbers: try number(value)
    case .dates: try date(value, now)
    case .anyOf, .oneOf: try choice(value)
    }
  }

  private func text(_ value: String) throws(OperationFailure) -> Qualifier {
    guard let read = Qualifier(qualifier, value, isNegated: isNegated) else {
      throw mistake(
        value.allSatisfy(\.isWhitespace)
          ? "empty value" : "\(Self.shown(value)) contains a quote or a control character",
        advice: "use a name, or several separated by commas"
      )
    }
    return read
  }

  private func owner(_ value: String) throws(OperationFailure) -> Qualifier {
    guard value == "@me" || RepositoryName.isOwner(value) else {
      throw mistake(
        "\(Self.shown(value)) is not a valid login",
        advice: "use letters, digits and hyphens, or @me for yourself"
      )
    }
    return try text(value)
  }

  private func repository(_ value: String, on base: APIBase) throws(OperationFailure) -> Qualifier {
    guard let repository = RepositoryName(reference: value, at: base) else {
      throw mistake("\(Self.shown(value)) is not a repository name", advice: "use OWNER/NAME")
    }
    return try text(repository.fullName)
  }

  private func choice(_ value: String) throws(OperationFailure) -> Qualifier {
    guard choices.contains(value) else {
      throw mistake(
        "invalid value \(Self.shown(value))",
        advice: Suggestion.advice(value, among: choices)
      )
    }
    return try text(value)
  }

  private func number(_ value: String) throws(OperationFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(qualifier, try ValueRange(counts: value), isNegated: isNegated)
    } catch {
      throw mistake(
        error.sentence(in: value, expecting: "a whole number"),
        advice: "use n, >n, >=n, <n, <=n, a..b, n..* or *..n"
      )
    }
  }

  private func date(_ value: String, _ now: Date?) throws(OperationFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(qualifier, try ValueRange(times: value, now: now), isNegated: isNegated)
    } catch {
      throw mistake(
        error.sentence(in: value, expecting: "a date"),
        advice: """
          use a date such as 2024, 2024-01-31 or 2024-01-31T12:00:00Z, optionally with >, >=, < or <= \
          before it, two with .. between them, or 1y for the last year
          """
      )
    }
  }
}

// MARK: - Mistakes

extension QualifierFlag {
  /// The message for a typed qualifier whose value must be a range but is not; nil for others.
  ///
  /// Words such as `yesterday` have already been replaced.
  static func rangeMistake(_ name: String, _ value: String) -> UserMessage? {
    guard let flag = wanted.first(where: { $0.qualifier.rawValue == name }),
      flag.values.isRange
    else { return nil }
    do throws(OperationFailure) {
      _ = try flag.read(value, on: .github, at: nil)
      return nil
    } catch {
      return UserMessage(name, error.why, advice: error.advice)
    }
  }

  private func mistake(_ why: String, advice: String) -> OperationFailure {
    OperationFailure(.usage, flag, why, advice: advice)
  }

  private static func shown(_ value: String) -> String {
    "\"\(SafeText(value, longest: 100).description.truncated(toWidth: 40))\""
  }
}

// MARK: - The table

extension QualifierFlag {
  /// The options for properties that a repository must have, in the order of the help text.
  static let wanted = [
    Self("language", .language, .names, "Primary language, such as c++; repeat to match any."),
    Self("topic", .topic, .names, "Topic; repeat to require all."),
    Self("number-topics", .topicCount, .numbers, "Number of topics."),
    Self(
      "license",
      .license,
      .names,
      valueName: "key",
      "License, such as mit or apache-2.0; repeat to match any."
    ),
    Self("owner", .user, .owners, "User or organization; repeat to match any."),
    Self("repo", .repo, .repositories, "Only this repository; repeat to match any."),
    Self(
      "match",
      .in,
      .anyOf(["name", "description", "topics", "readme"]),
      valueName: "field",
      "Field to search: name, description, topics or readme; repeat for several."
    ),
    Self("stars", .stars, .numbers, "Number of stars, such as 500, '>1k' or 10..50."),
    Self("forks", .forks, .numbers, "Number of forks."),
    Self("size", .size, .numbers, "Size in kilobytes."),
    Self("followers", .followers, .numbers, "Number of followers of the owner."),
    Self(
      "created",
      .created,
      .dates,
      "Creation date, such as 2024, '>=2024-01-31', 1y or 'this year'."
    ),
    Self("pushed", .pushed, .dates, "Date of the last push."),
    Self("updated", .pushed, .dates, "Same as --pushed (gh's name for it)."),
    labeled("good-first-issues", .goodFirstIssues, "good first issue"),
    labeled("help-wanted-issues", .helpWantedIssues, "help wanted"),
    boolean("archived", .archived, "Archived"),
    boolean("is-template", .template, "Template"),
    boolean("mirror", .mirror, "Mirror"),
    Self(
      "include-forks",
      .fork,
      .oneOf(["true", "false", "only"]),
      "Include forks, or search only forks. (default: false)"
    ),
    Self(
      "visibility",
      .is,
      .anyOf(["public", "private", "internal"]),
      valueName: "visibility",
      "Visibility: public, private or internal."
    ),
  ]

  private static func labeled(_ name: String, _ qualifier: Qualifier.Name, _ label: String) -> Self
  {
    Self(name, qualifier, .numbers, "Number of issues labeled '\(label)'.")
  }

  private static func boolean(_ name: String, _ qualifier: Qualifier.Name, _ word: String) -> Self {
    Self(name, qualifier, .oneOf(booleanValues), "\(word) (true, the default) or not (false).")
  }

  /// The negated options; flags with a value of the same meaning, such as `--archived=false`,
  /// have none here.
  static let unwanted = wanted.filter { ![.in, .fork].contains($0.qualifier) && !$0.isBoolean }
    .map(\.negated)
}

extension QualifierFlag.Values {
  fileprivate var isRange: Bool { self == .numbers || self == .dates }

  fileprivate var isList: Bool {
    switch self {
    case .names, .owners, .repositories, .anyOf: true
    case .numbers, .dates, .oneOf: false
    }
  }

  /// The default name of the value in help.
  fileprivate var defaultName: String {
    switch self {
    case .names: "name"
    case .owners: "login"
    case .repositories: "owner/name"
    case .numbers: "range"
    case .dates: "date-range"
    case .anyOf(let choices), .oneOf(let choices): choices.joined(separator: "|")
    }
  }
}

extension CompletionKind {
  /// Common languages; GitHub's 600 others are not offered.
  static let languages = Self.custom { _, _, _ in
    // Bash inserts spaces unquoted; GitHub also accepts hyphens.
    CompletionShell.requesting == .bash
      ? LanguageNames.common.map { $0.replacing(" ", with: "-") } : LanguageNames.common
  }
}

import GitHubModel
import Terminal

/// A flag that becomes a qualifier: how its values are read, and what is said of a bad one.
struct QualifierFlag: Equatable, Sendable {
  let name: Qualifier.Name
  /// As in `--language`.
  let flag: String
  var isNegated = false

  init(_ name: Qualifier.Name, flag: String? = nil) {
    self.name = name
    self.flag = flag ?? "--\(name.flag)"
  }

  static func not(_ name: Qualifier.Name, flag: String? = nil) -> Self {
    var negated = Self(name, flag: flag ?? "--not-\(name.flag)")
    negated.isNegated = true
    return negated
  }

  static let fields = ["name", "description", "topics", "readme"]
  static let answers = ["true", "false"]
  static let forks = ["true", "false", "only"]
  static let visibilities = ["public", "private", "internal"]

  func qualifiers(_ values: [String]) throws(CommandFailure) -> [Qualifier] {
    // What several ranges of one kind mean, GitHub does not say.
    guard values.count < 2 || isNegated || name.isList else {
      throw mistake("it can be given once", advice: name.isRange ? "write a range as a..b" : "")
    }
    var qualifiers: [Qualifier] = []
    for value in name.isList ? values.flatMap(Self.parts) : values {
      qualifiers.append(try qualifier(value))
    }
    return name == .in ? joined(qualifiers) : qualifiers
  }

  /// GitHub takes the fields in one list.
  private func joined(_ fields: [Qualifier]) -> [Qualifier] {
    let list = fields.map(\.value).joined(separator: ",")
    return [Qualifier(name, list)].compactMap(\.self)
  }

  private static func parts(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: Values

extension QualifierFlag {
  private func qualifier(_ value: String) throws(CommandFailure) -> Qualifier {
    switch name {
    case .language, .topic, .license: try text(value)
    case .user: try owner(value)
    case .repo: try repository(value)
    case .stars, .forks, .size, .followers, .topicCount, .goodFirstIssues, .helpWantedIssues:
      try number(value)
    case .created, .pushed: try date(value)
    case .archived, .template, .mirror: try choice(value, of: Self.answers)
    case .fork: try choice(value, of: Self.forks)
    case .is: try choice(value, of: Self.visibilities)
    case .in: try choice(value, of: Self.fields)
    }
  }

  private func text(_ value: String) throws(CommandFailure) -> Qualifier {
    guard let qualifier = Qualifier(name, value, isNegated: isNegated) else {
      throw mistake(
        value.allSatisfy(\.isWhitespace)
          ? "a value is empty" : "\(Self.shown(value)) has a quote or a control character",
        advice: "write a name, or several with commas between"
      )
    }
    return qualifier
  }

  private func owner(_ value: String) throws(CommandFailure) -> Qualifier {
    guard value == "@me" || RepositoryName.isOwner(value) else {
      throw mistake(
        "\(Self.shown(value)) is no login",
        advice: "write letters, digits and hyphens, or @me for yourself"
      )
    }
    return try text(value)
  }

  private func repository(_ value: String) throws(CommandFailure) -> Qualifier {
    guard let repository = RepositoryName(reference: value) else {
      throw mistake("\(Self.shown(value)) is no repository", advice: "write OWNER/NAME")
    }
    return try text(repository.fullName)
  }

  private func choice(
    _ value: String,
    of choices: [String]
  ) throws(CommandFailure) -> Qualifier {
    guard choices.contains(value) else {
      let nearest = NearestWord.to(value, among: choices).map { ", did you mean \($0)?" } ?? ""
      throw mistake(
        "\(Self.shown(value)) is none of its values\(nearest)",
        advice: "write \(choices.joined(separator: ", "))"
      )
    }
    return try text(value)
  }

  private func number(_ value: String) throws(CommandFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(name, try NumberRange(reading: value), isNegated: isNegated)
    } catch {
      let advice = "write n, >n, >=n, <n, <=n, a..b, n..* or *..n"
      throw mistake(Self.sentence(error, in: value, due: "a whole number"), advice: advice)
    }
  }

  private func date(_ value: String) throws(CommandFailure) -> Qualifier {
    do throws(InvalidRange) {
      return Qualifier(name, try DateRange(reading: value), isNegated: isNegated)
    } catch {
      let advice = """
        write 2024-01-31 or 2024-01-31T12:00:00Z, with >, >=, < or <= before it, or two with .. \
        between
        """
      throw mistake(Self.sentence(error, in: value, due: "a day of the calendar"), advice: advice)
    }
  }
}

// MARK: Mistakes

extension QualifierFlag {
  private func mistake(_ why: String, advice: String) -> CommandFailure {
    CommandFailure(.usage, flag, why, advice: advice)
  }

  private static func sentence(
    _ error: InvalidRange,
    in value: String,
    due kind: String
  ) -> String {
    switch error {
    case .missing: "\(shown(value)) lacks \(kind)"
    case .unreadable(let part) where part == value: "\(shown(part)) is not \(kind)"
    case .unreadable(let part): "\(shown(part)) in \(shown(value)) is not \(kind)"
    case .tooLarge(let part): "\(shown(part)) is too large"
    case .unbounded: "\(shown(value)) has no bound"
    case .backwards(let from, let to): "\(shown(value)) runs backwards, from \(from) to \(to)"
    }
  }

  private static func shown(_ value: String) -> String {
    "\"\(SafeText(value, longest: 100).description.truncated(toWidth: 40))\""
  }
}

extension Qualifier.Name {
  /// Without its dashes.
  fileprivate var flag: String {
    switch self {
    case .user: "owner"
    case .in: "match"
    case .is: "visibility"
    case .fork: "include-forks"
    case .template: "is-template"
    case .topicCount: "number-topics"
    case .language, .topic, .license, .repo, .stars, .forks, .size, .followers, .created, .pushed,
      .archived, .mirror, .goodFirstIssues, .helpWantedIssues:
      rawValue
    }
  }

  /// Whether values can stand in a list with commas, which is the same as several flags.
  fileprivate var isList: Bool {
    [.language, .topic, .license, .user, .repo, .is, .in].contains(self)
  }

  fileprivate var isRange: Bool {
    ![.archived, .template, .mirror, .fork].contains(self) && !isList
  }
}

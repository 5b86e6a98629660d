/// A condition on one fact of a repository, such as `language:swift`.
enum SearchQualifier {
  case language(String)
  case license(String)
  case topic(String)
  case owner(String)
  case repository(String)
  case number(Measure, NumberRange)
  case moment(Moment, NumberRange)
  case flag(SandboxRepository.Flags, Bool)
  case isPublic(Bool)
  case hasFundingFile

  enum Measure: String {
    case stars
    case forks
    case size
    case followers
    case topics
    case goodFirstIssues = "good-first-issues"
    case helpWantedIssues = "help-wanted-issues"
  }

  enum Moment: String {
    case created
    case pushed
  }

  /// Which of several positive ones are alternatives: `language:c language:go` finds either.
  enum Alternatives: Hashable {
    case languages
    case licenses
    case scopes
  }

  var alternatives: Alternatives? {
    switch self {
    case .language: .languages
    case .license: .licenses
    case .owner, .repository: .scopes
    case .topic, .number, .moment, .flag, .isPublic, .hasFundingFile: nil
    }
  }

  /// Nil for a key that is no qualifier and for a value that it does not take.
  init?(key: String, value: String, viewer: String?) {
    if let measure = Measure(rawValue: key), let range = NumberRange(value) {
      self = .number(measure, range)
    } else if let moment = Moment(rawValue: key), let range = NumberRange(dates: value) {
      self = .moment(moment, range)
    } else if let flag = Self.flag(key: key, value: value) {
      self = flag
    } else if let named = Self.named(key: key, value: value, viewer: viewer) {
      self = named
    } else {
      return nil
    }
  }

  private static func named(key: String, value: String, viewer: String?) -> Self? {
    let folded = value.lowercased()
    guard !folded.isEmpty else { return nil }
    return switch key {
    case "language": .language(LanguageAliases.folded(folded))
    case "license": .license(folded)
    case "topic": .topic(folded)
    case "user", "org": .owner(folded == "@me" ? (viewer ?? folded).lowercased() : folded)
    case "repo": .repository(folded)
    default: nil
    }
  }

  private static func flag(key: String, value: String) -> Self? {
    switch (key, value.lowercased()) {
    case ("archived", "true"), ("is", "archived"): .flag(.archived, true)
    case ("archived", "false"): .flag(.archived, false)
    case ("mirror", "true"), ("is", "mirror"): .flag(.mirror, true)
    case ("mirror", "false"): .flag(.mirror, false)
    case ("template", "true"), ("is", "template"): .flag(.template, true)
    case ("template", "false"): .flag(.template, false)
    case ("is", "fork"): .flag(.fork, true)
    case ("is", "sponsorable"): .flag(.sponsorable, true)
    case ("is", "public"): .isPublic(true)
    case ("is", "private"), ("is", "internal"): .isPublic(false)
    case ("has", "funding-file"): .hasFundingFile
    default: nil
    }
  }
}

import GitHubModel

/// A condition on one fact of a repository, such as `language:swift`.
enum SearchQualifier {
  case language(String)
  case license(String)
  case topic(String)
  case owner(String)
  case repository(String)
  case number(Measure, ValueRange)
  case moment(Moment, ValueRange)
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

  /// The kinds whose positive qualifiers are alternatives: `language:c language:go` finds either.
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

  /// Parses a qualifier; nil for an unknown key or an invalid value.
  init?(key: String, value: String, viewer: String?) {
    // Rejects ranges that only ghsearch understands, such as `1k`, whose text differs.
    if let measure = Measure(rawValue: key), let range = try? ValueRange(counts: value),
      range.text == value
    {
      self = .number(measure, range)
    } else if let moment = Moment(rawValue: key), let range = try? ValueRange(times: value),
      range.text == value
    {
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

extension SearchQualifier {
  /// Whether the repository meets the condition; `stars` is its current count.
  func matches(_ entry: SearchEntry, stars: Int) -> Bool {
    let repository = entry.repository
    return switch self {
    case .language(let name): repository.language?.lowercased() == name
    case .license(let key): repository.license?.key == key
    case .topic(let topic): repository.topics.contains(topic)
    case .owner(let login): entry.ownerKey == login
    case .repository(let name): repository.key == name
    case .number(let measure, let range):
      range.bounds.contains(Self.value(of: measure, in: repository, stars: stars))
    case .moment(let moment, let range):
      range.bounds.contains(
        moment == .created ? repository.created.seconds : repository.pushed.seconds
      )
    case .flag(let flag, let isSet): repository.flags.contains(flag) == isSet
    case .isPublic(let isPublic): repository.flags.contains(.private) != isPublic
    case .hasFundingFile: repository.flags.contains(.sponsorable)
    }
  }

  private static func value(
    of measure: Measure,
    in repository: SandboxRepository,
    stars: Int
  ) -> Int {
    switch measure {
    case .stars: stars
    case .forks: repository.forks
    case .size: repository.size
    case .followers: repository.followers
    case .topics: repository.topics.count
    case .goodFirstIssues: repository.goodFirstIssues
    case .helpWantedIssues: repository.helpWantedIssues
    }
  }
}

/// Aliases of languages that `language:` accepts, from github-linguist.
enum LanguageAliases {
  private static let names = [
    "cpp": "c++", "csharp": "c#", "fsharp": "f#", "golang": "go", "js": "javascript",
    "ts": "typescript", "objc": "objective-c", "obj-c": "objective-c", "rb": "ruby",
    "rs": "rust", "sh": "shell", "bash": "shell", "viml": "vim script", "vim": "vim script",
    "py": "python", "jupyter": "jupyter notebook", "vim-script": "vim script",
    "jupyter-notebook": "jupyter notebook", "hs": "haskell", "posh": "powershell",
  ]

  /// The language's own name in lowercase, for a lowercase name or alias.
  static func folded(_ name: String) -> String { names[name] ?? name }
}

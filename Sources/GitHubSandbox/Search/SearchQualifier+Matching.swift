extension SearchQualifier {
  /// Whether the repository meets the condition; `stars` is its count at this moment.
  func matches(_ entry: SearchEntry, stars: Int) -> Bool {
    let repository = entry.repository
    return switch self {
    case .language(let name): repository.language?.lowercased() == name
    case .license(let key): repository.license?.key == key
    case .topic(let topic): repository.topics.contains(topic)
    case .owner(let login): entry.ownerKey == login
    case .repository(let name): repository.key == name
    case .number(let measure, let range):
      range.contains(Self.value(of: measure, in: repository, stars: stars))
    case .moment(let moment, let range):
      range.contains(moment == .created ? repository.created.seconds : repository.pushed.seconds)
    case .flag(let flag, let isSet): repository.flags.contains(flag) == isSet
    case .isPublic(let isPublic): isPublic
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

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RepositoryFilter {
  /// What a qualifier asks, its negation aside; nil where repositories have no answer.
  static func question(_ qualifier: Qualifier) -> Question? {
    let value = qualifier.value.lowercased()
    return switch qualifier.name {
    case .language: { ($0.language?.lowercased() ?? "") == value }
    case .license: { isLicense($0.license, value) }
    case .user: { $0.owner.login.lowercased() == value }
    case .repo: { $0.name.fullName.lowercased() == value }
    case .topic: { $0.topics.map { $0.contains { $0.lowercased() == value } } }
    case .topicCount: count(value) { $0.topics?.count }
    case .stars: count(value) { $0.counts.stars }
    case .forks: count(value) { $0.counts.forks }
    case .size: count(value) { $0.counts.size }
    case .created: time(qualifier.value) { $0.dates.created }
    case .pushed: time(qualifier.value) { $0.dates.pushed }
    case .archived: flag(value) { $0.flags.isArchived }
    case .template: flag(value) { $0.flags.isTemplate }
    case .fork: fork(value)
    case .is: { visibility($0).map { $0 == value } }
    case .in, .mirror, .followers, .goodFirstIssues, .helpWantedIssues: nil
    }
  }

  private static func isLicense(_ license: License?, _ value: String) -> Bool {
    guard let license else { return false }
    return [license.key, license.spdxID].contains { $0?.lowercased() == value }
  }

  private static func count(
    _ text: String,
    _ value: @escaping @Sendable (Repository) -> Int?
  ) -> Question? {
    guard let range = NumberRange(text) else { return nil }
    return { repository in value(repository).map(range.contains) }
  }

  private static func time(
    _ text: String,
    _ value: @escaping @Sendable (Repository) -> Date?
  ) -> Question? {
    guard let range = try? DateRange(reading: text) else { return nil }
    return { repository in
      value(repository).flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        .map(range.contains)
    }
  }

  private static func flag(
    _ text: String,
    _ value: @escaping @Sendable (Repository) -> Bool?
  ) -> Question? {
    guard let wanted = Bool(text) else { return nil }
    return { repository in value(repository).map { $0 == wanted } }
  }

  /// `fork:true` lets forks in beside the others, which a list of known repositories does anyway.
  private static func fork(_ value: String) -> Question? {
    switch value {
    case "true": { _ in true }
    case "false": { $0.flags.isFork.map { !$0 } }
    case "only": { $0.flags.isFork }
    default: nil
    }
  }

  /// Private may be internal where GitHub says no more than that.
  private static func visibility(_ repository: Repository) -> String? {
    repository.visibility?.lowercased() ?? (repository.flags.isPrivate == false ? "public" : nil)
  }
}

import Essentials

/// Applies qualifiers to known repositories without a request.
///
/// As on GitHub, several languages, licenses or visibilities are alternatives, and so are all
/// owners and repositories together; all other qualifiers must match, and no negated one may. An
/// unknown fact matches neither a qualifier nor its negation. A missing language or license is
/// known, however: GitHub found none.
package struct RepositoryFilter: Sendable {
  /// The predicates in groups; one match per group suffices.
  private let predicates: [[Predicate]]

  /// Creates a filter, which ignores the qualifiers that ``unsupported(_:)`` returns.
  package init(_ qualifiers: [Qualifier]) {
    predicates = Self.groups(qualifiers).map { group in
      group.compactMap { qualifier -> Predicate? in
        guard let predicate = Self.predicate(qualifier) else { return nil }
        return { repository in predicate(repository).map { $0 != qualifier.isNegated } }
      }
    }
  }

  package func accepts(_ repository: Repository) -> Bool {
    predicates.allSatisfy { $0.contains { $0(repository) == true } }
  }

  /// The qualifiers decided by some property, in groups; one match per group suffices.
  package static func groups(_ qualifiers: [Qualifier]) -> [[Qualifier]] {
    var (required, alternatives) = ([[Qualifier]](), [Kind: [Qualifier]]())
    for qualifier in qualifiers where predicate(qualifier) != nil {
      if !qualifier.isNegated, let kind = Kind(qualifier.name) {
        alternatives[kind, default: []].append(qualifier)
      } else {
        required.append([qualifier])
      }
    }
    return required + Kind.allCases.compactMap { alternatives[$0] }
  }

  /// Whether a repository's properties can decide a qualifier with this name, at least for some
  /// values.
  package static func supports(_ name: Qualifier.Name) -> Bool {
    ![.in, .mirror, .followers, .goodFirstIssues, .helpWantedIssues].contains(name)
  }

  /// The qualifiers that no property of a repository can decide, such as `followers`.
  package static func unsupported(_ qualifiers: [Qualifier]) -> [Qualifier] {
    qualifiers.filter { predicate($0) == nil }
  }

  /// Whether a repository matches; nil if unknown.
  typealias Predicate = @Sendable (Repository) -> Bool?

  /// The kinds of qualifiers that are alternatives.
  private enum Kind: CaseIterable {
    case language, license, place, visibility

    init?(_ name: Qualifier.Name) {
      switch name {
      case .language: self = .language
      case .license: self = .license
      case .user, .repo: self = .place
      case .is: self = .visibility
      case .topic, .topicCount, .stars, .forks, .size, .followers, .created, .pushed, .archived,
        .template, .mirror, .fork, .in, .goodFirstIssues, .helpWantedIssues:
        return nil
      }
    }
  }
}

extension Qualifier {
  /// The value for comparison with facts: in lowercase, and a language under its own name.
  package var comparedValue: String {
    let alias = name == .language ? LanguageNames.aliases[value.lowercased()] : nil
    return (alias ?? value).lowercased()
  }
}

extension RepositoryFilter {
  /// The predicate of a qualifier without its negation; nil if no property of a repository decides
  /// it.
  static func predicate(_ qualifier: Qualifier) -> Predicate? {
    let value = qualifier.comparedValue
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
    // No property decides other values, such as `is:sponsorable`.
    case .is where ["public", "private", "internal"].contains(value):
      { visibility($0).map { $0 == value } }
    case .is, .in, .mirror, .followers, .goodFirstIssues, .helpWantedIssues: nil
    }
  }

  private static func isLicense(_ license: License?, _ value: String) -> Bool {
    guard let license else { return false }
    return [license.key, license.spdxID].contains { $0?.lowercased() == value }
  }

  private typealias Property<Value> = @Sendable (Repository) -> Value?

  private static func count(_ text: String, _ value: @escaping Property<Int>) -> Predicate? {
    guard let range = try? ValueRange(counts: text) else { return nil }
    return { repository in value(repository).map(range.bounds.contains) }
  }

  private static func time(_ text: String, _ value: @escaping Property<Date>) -> Predicate? {
    guard let range = try? ValueRange(times: text) else { return nil }
    return { repository in
      value(repository).flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        .map(range.bounds.contains)
    }
  }

  private static func flag(_ text: String, _ value: @escaping Property<Bool>) -> Predicate? {
    guard let wanted = Bool(text) else { return nil }
    return { repository in value(repository).map { $0 == wanted } }
  }

  /// The predicate of `fork:`; `fork:true` adds forks to a search, and local lists always include
  /// them.
  private static func fork(_ value: String) -> Predicate? {
    switch value {
    case "true": { _ in true }
    case "false": { $0.flags.isFork.map { !$0 } }
    case "only": { $0.flags.isFork }
    default: nil
    }
  }

  /// The visibility; nil if GitHub reports only that it is private, since it may be internal.
  private static func visibility(_ repository: Repository) -> String? {
    repository.visibility?.lowercased() ?? (repository.flags.isPrivate == false ? "public" : nil)
  }
}

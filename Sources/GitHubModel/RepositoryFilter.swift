/// Qualifiers as questions to repositories that are known already, without GitHub.
///
/// Several languages, licenses or visibilities are alternatives, and so are all owners and
/// repositories together, as GitHub has it; whatever else is asked must all be so, and nothing that
/// is negated. What is not known of a repository answers neither a qualifier nor its negation. A
/// missing language or license is known, though: GitHub says so where it found none.
package struct RepositoryFilter: Sendable {
  private var alternatives: [Kind: [Question]] = [:]
  private var demands: [Question] = []

  /// Passes over the qualifiers that ``unanswerable(_:)`` names.
  package init(_ qualifiers: [Qualifier]) {
    for qualifier in qualifiers {
      guard let question = Self.question(qualifier) else { continue }
      if !qualifier.isNegated, let kind = Kind(qualifier.name) {
        alternatives[kind, default: []].append(question)
      } else {
        demands.append { repository in question(repository).map { $0 != qualifier.isNegated } }
      }
    }
  }

  package func accepts(_ repository: Repository) -> Bool {
    demands.allSatisfy { $0(repository) == true }
      && alternatives.values.allSatisfy { $0.contains { $0(repository) == true } }
  }

  /// Those that ask for what a repository itself does not tell, such as the followers of its owner.
  package static func unanswerable(_ qualifiers: [Qualifier]) -> [Qualifier] {
    qualifiers.filter { question($0) == nil }
  }

  /// Nil where it is not known.
  typealias Question = @Sendable (Repository) -> Bool?

  /// What one of several suffices of.
  private enum Kind: Hashable {
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

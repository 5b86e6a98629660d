package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A repository that an account has starred.
package struct Star: Sendable, Hashable {
  package let name: RepositoryName
  /// Nil for one that was starred here by its name, before anything else is known of it.
  package let repository: Repository?
  /// In whole seconds.
  package let starredAt: Date

  package init(name: RepositoryName, repository: Repository?, starredAt: Date) {
    self.name = name
    self.repository = repository
    self.starredAt = starredAt
  }
}

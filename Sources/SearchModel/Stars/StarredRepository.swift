package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A repository that the signed-in user starred.
package struct StarredRepository: Sendable, Hashable, Identifiable {
  package var repository: Repository
  package var starredAt: Date?

  package init(_ repository: Repository, starredAt: Date? = nil) {
    self.repository = repository
    self.starredAt = starredAt
  }

  package var id: Repository.ID { repository.id }
}

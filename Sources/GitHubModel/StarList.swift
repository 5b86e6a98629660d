package import Essentials

/// One of a user's star lists on GitHub.
package struct StarList: Sendable, Hashable, Codable, Identifiable {
  /// GitHub's opaque identifier, used by GraphQL.
  package let id: String
  /// The name; make it safe before showing it.
  package var name: String
  /// The name in the list's URL.
  package var slug: String
  /// The description; make it safe before showing it.
  package var description: String?
  /// Whether only its owner can see it.
  package var isPrivate: Bool
  /// The number of repositories in it that the token can access.
  package var repositoryCount: Int
  package var createdAt: Date?
  /// When the list or its members last changed.
  package var updatedAt: Date?

  package init(id: String, name: String, slug: String, isPrivate: Bool, repositoryCount: Int) {
    (self.id, self.name, self.slug) = (id, name, slug)
    (self.isPrivate, self.repositoryCount) = (isPrivate, repositoryCount)
  }

  // GitHub's limits; lengths are in characters.
  package static let maxCount = 32
  package static let maxNameLength = 32
  package static let maxDescriptionLength = 160

  /// A repository in a list.
  package struct Member: Sendable, Hashable, Codable, Identifiable {
    /// GitHub's ID of the repository.
    package let id: Int64
    /// GitHub's opaque identifier, used by GraphQL.
    package let nodeID: String
    package let name: RepositoryName

    package init(id: Int64, nodeID: String, name: RepositoryName) {
      (self.id, self.nodeID, self.name) = (id, nodeID, name)
    }
  }
}

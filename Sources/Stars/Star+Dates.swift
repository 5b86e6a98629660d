package import Essentials
package import GitHubModel

extension Star {
  /// Creates a star for a repository that is not starred, such as some members of lists.
  package init(unstarred repository: Repository) {
    var repository = repository
    repository.isStarred = false
    self.init(repository, starredAt: .distantPast)
  }

  /// When it was starred; nil if unknown.
  package var knownDate: Date? { starredAt <= .distantPast ? nil : starredAt }
}

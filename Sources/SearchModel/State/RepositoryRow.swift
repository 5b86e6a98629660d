package import GitHubModel

/// A repository in a list, and how it got there.
package struct RepositoryRow: Sendable, Hashable, Identifiable {
  package enum Origin: Sendable, Hashable {
    /// GitHub's answer to the query of the moment.
    case github
    /// Known before, and matches as far as can be told here.
    case local
    /// Left from the query before, because nothing known matches and no answer is there yet.
    case previous
  }

  package var repository: Repository
  package var origin: Origin

  package init(_ repository: Repository, origin: Origin) {
    self.repository = repository
    self.origin = origin
  }

  package var id: Repository.ID { repository.id }
}

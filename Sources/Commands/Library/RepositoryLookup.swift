import GitHubAPI
import GitHubModel
import RepositoryStore

/// Finds the repository behind a name: on this machine where it is known, else at GitHub.
struct RepositoryLookup: Sendable {
  private let services: Services

  init(_ services: Services) {
    self.services = services
  }

  /// Nil for one that was never seen here.
  func known(_ name: RepositoryName) -> Repository? {
    let library = services.library
    let kept = library.attempt { () throws(StoreError) in
      try library.existing()?.repository(named: name)
    }
    return (kept ?? nil) ?? library.seen(name)
  }

  func repository(_ name: RepositoryName) async throws(GitHubError) -> Repository {
    if let known = known(name) { return known }
    return try await services.client.send(.repository(name)).value
  }
}

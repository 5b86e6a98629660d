import GitHubAPI
import GitHubModel
import RepositoryStore
import SearchModel

/// Knows and changes the stars of the signed-in user for a view model.
struct ClientStars: StarKeeping {
  let client: GitHubAPIClient
  let changes: StarChanges

  func starred(
    among repositories: [Repository]
  ) async throws(SearchFailure) -> [Repository.ID: Bool] {
    let nodes = repositories.compactMap { repository in
      repository.nodeID.map { (node: $0, id: repository.id) }
    }
    guard !nodes.isEmpty else { return [:] }
    let states = try await calling { () async throws(GitHubError) in
      try await client.send(.starStates(nodeIDs: nodes.map(\.node))).value
    }
    let known = nodes.compactMap { node, id in states[node].map { (id, $0) } }
    return Dictionary(known) { first, _ in first }
  }

  func star(_ repository: Repository) async throws(SearchFailure) {
    try await calling { () async throws(GitHubError) in
      try await changes.change(.star, repository.name)
    }
  }

  func unstar(_ repository: Repository) async throws(SearchFailure) {
    try await calling { () async throws(GitHubError) in
      try await changes.change(.unstar, repository.name)
    }
  }

  private func calling<Value: Sendable>(
    _ call: () async throws(GitHubError) -> Value
  ) async throws(SearchFailure) -> Value {
    do throws(GitHubError) {
      return try await call()
    } catch {
      throw SearchFailure(error)
    }
  }
}

import GitHubAPI
import GitHubModel
import SearchModel

/// Looks closely at repositories for a view model.
struct ClientDetailing: RepositoryDetailing {
  let client: GitHubAPIClient

  func facts(of name: RepositoryName) async throws(SearchFailure) -> Repository {
    try await answer(to: .repository(name))
  }

  func readme(of name: RepositoryName) async throws(SearchFailure) -> String? {
    try await answer(to: .readme(name))
  }

  private func answer<Value>(to endpoint: Endpoint<Value>) async throws(SearchFailure) -> Value {
    do throws(GitHubError) {
      return try await client.send(endpoint).value
    } catch {
      throw SearchFailure(error)
    }
  }
}

package import GitHubModel

/// Starring, with the two meanings of GitHub's 404 told apart.
extension GitHubAPIClient {
  /// Stars the repository; nothing changes when it is starred already.
  package func star(_ name: RepositoryName) async throws(GitHubError) {
    try await change(.star(name), of: name)
  }

  /// Takes the star away; nothing changes when there is none.
  package func unstar(_ name: RepositoryName) async throws(GitHubError) {
    try await change(.unstar(name), of: name)
  }

  /// Whether the signed-in user starred it.
  ///
  /// - Throws: ``GitHubError`` with ``GitHubError/Code/notFound`` for a repository that does not
  ///   exist: that is no "no".
  package func isStarred(_ name: RepositoryName) async throws(GitHubError) -> Bool {
    let endpoint = Endpoint.starred(name)
    if try await send(endpoint).value { return true }
    let current = try await repository(name, attempted: endpoint.attempted).name
    // The star of a renamed repository is known by its new name alone.
    return current == name ? false : try await send(.starred(current)).value
  }

  /// GitHub answers 404 to a token that may not star, as if the repository were not there.
  private func change(
    _ endpoint: Endpoint<Void>,
    of name: RepositoryName
  ) async throws(GitHubError) {
    do throws(GitHubError) {
      _ = try await send(endpoint)
    } catch {
      guard error.code == .notFound else { throw error }
      // Throws "not found" when that is what it is, and what else stands in the way of knowing.
      _ = try await repository(name, attempted: error.attempted)
      var refusal = GitHubError(.forbidden, attempted: error.attempted, message: error.message)
      refusal.status = error.status
      refusal.permission = error.permission
      throw refusal
    }
  }

  /// The repository, looked at on behalf of something else that was attempted.
  private func repository(
    _ name: RepositoryName,
    attempted: String
  ) async throws(GitHubError) -> Repository {
    do throws(GitHubError) {
      return try await send(.repository(name)).value
    } catch {
      var failure = error
      failure.attempted = attempted
      throw failure
    }
  }
}

package import GitHubModel

extension GitHubAPIClient {
  /// One page of a search by its number, from 1; for those who page as they scroll.
  ///
  /// `size` is at most 100, and must be the same for all pages of a search.
  package func searchPage(
    _ number: Int,
    of query: SearchQuery,
    size: Int
  ) async throws(GitHubError) -> Answer<RepositoryPage> {
    try await send(.searchRepositories(query, pageSize: size, page: number))
  }
}

import GitHubModel

/// The body of `GET /search/repositories`.
struct SearchResponse: Decodable {
  let total_count: Int
  let incomplete_results: Bool?
  let items: [Lossy<RepositoryResponse>]

  var page: RepositoryPage {
    let repositories = items.compactMap { $0.element?.repository }
    return RepositoryPage(
      repositories: repositories,
      totalCount: max(total_count, repositories.count),
      isIncomplete: incomplete_results ?? false,
      skippedCount: items.count - repositories.count
    )
  }
}

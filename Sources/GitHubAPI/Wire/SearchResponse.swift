import GitHubModel

/// The body of `GET /search/repositories`.
struct SearchResponse: Decodable {
  let totalCount: Int
  let incompleteResults: Bool?
  let items: [Lossy<RepositoryResponse>]

  private enum CodingKeys: String, CodingKey {
    case items
    case totalCount = "total_count"
    case incompleteResults = "incomplete_results"
  }

  var page: RepositoryPage {
    let repositories = items.compactMap { $0.element?.repository }
    return RepositoryPage(
      repositories: repositories,
      totalCount: max(totalCount, repositories.count),
      isIncomplete: incompleteResults ?? false,
      skippedCount: items.count - repositories.count
    )
  }
}

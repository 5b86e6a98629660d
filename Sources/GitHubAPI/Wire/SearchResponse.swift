import GitHubModel

/// The body of `GET /search/repositories`.
struct SearchResponse: Decodable {
  let totalCount: Int?
  let incompleteResults: Bool?
  let items: [Lossy<RepositoryResponse>]

  private enum CodingKeys: String, CodingKey {
    case items
    case totalCount = "total_count"
    case incompleteResults = "incomplete_results"
  }

  /// The rows are worth showing whatever is said of their number.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    items = try fields.decode([Lossy<RepositoryResponse>].self, forKey: .items)
    totalCount = fields.count(.totalCount)
    incompleteResults = fields.lenient(.incompleteResults)
  }

  var page: RepositoryPage {
    let repositories = items.compactMap { $0.element?.repository }
    return RepositoryPage(
      repositories: repositories,
      totalCount: totalCount.map { max($0, repositories.count) },
      isIncomplete: incompleteResults ?? false,
      skippedCount: items.count - repositories.count
    )
  }
}

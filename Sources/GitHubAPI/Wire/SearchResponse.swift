import GitHubModel

/// The body of `GET /search/repositories`.
struct SearchResponse: Decodable {
  let totalCount: Int?
  let incompleteResults: Bool?
  let items: [Lossy<SearchItemResponse>]

  private enum CodingKeys: String, CodingKey {
    case items
    case totalCount = "total_count"
    case incompleteResults = "incomplete_results"
  }

  /// The rows are worth showing whatever is said of their number.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    items = try fields.decode([Lossy<SearchItemResponse>].self, forKey: .items)
    totalCount = fields.count(.totalCount)
    incompleteResults = fields.lenient(.incompleteResults)
  }

  var page: RepositoryPage {
    let found = items.compactMap(\.element)
    var page = RepositoryPage(
      repositories: found.map(\.repository),
      totalCount: totalCount.map { max($0, found.count) },
      isIncomplete: incompleteResults ?? false,
      skippedCount: items.count - found.count
    )
    for item in found where !item.matches.isEmpty {
      page.matches[item.repository.id] = item.matches
    }
    return page
  }
}

/// A repository, and where the words of the search stand in it.
struct SearchItemResponse: Decodable {
  let repository: Repository
  /// Empty where nobody asked.
  let matches: [TextMatch]

  private enum Key: String, CodingKey {
    case textMatches = "text_matches"
  }

  init(from decoder: any Decoder) throws {
    repository = try RepositoryResponse(from: decoder).repository
    let matches = try decoder.container(keyedBy: Key.self)
      .lenient(.textMatches, as: [Lossy<TextMatchResponse>].self)
    self.matches = (matches ?? []).compactMap { $0.element?.match }
  }
}

import GitHubModel

/// The body of `GET /search/repositories`.
struct SearchResponse: JSONReadable {
  let totalCount: Int?
  let incompleteResults: Bool?
  let items: [Lossy<SearchItemResponse>]

  /// The rows are worth showing whatever is said of their number.
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    totalCount = members.count("total_count")
    incompleteResults = members.lenient("incomplete_results")
    items = try members.value("items")
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
struct SearchItemResponse: JSONReadable {
  let repository: Repository
  /// Empty where nobody asked.
  let matches: [TextMatch]

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    repository = try RepositoryResponse(&members).repository
    let matches = members.lenient("text_matches", as: [Lossy<TextMatchResponse>].self)
    self.matches = (matches ?? []).compactMap { $0.element?.match }
  }
}

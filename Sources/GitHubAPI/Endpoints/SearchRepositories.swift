import GitHubModel

extension Endpoint where Value == RepositoryPage {
  /// `GET /search/repositories`, first page.
  static func searchRepositories(_ query: SearchQuery, pageSize: Int) -> Self {
    var parameters = [(name: "q", value: query.q)]
    if query.sort != .bestMatch {
      parameters.append(("sort", query.sort.rawValue))
      parameters.append(("order", query.order.rawValue))
    }
    parameters.append(("per_page", String(pageSize)))
    return Self(
      get: ["search", "repositories"],
      query: parameters,
      authentication: .optional,
      attempted: "search for \(query.q)",
      value: { (wire: SearchResponse) in wire.page }
    )
  }
}

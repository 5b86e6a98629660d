package import GitHubModel

extension Endpoint where Value == RepositoryPage {
  /// `GET /search/repositories`.
  ///
  /// `findsMatches` has GitHub say where the words of the search stand.
  package static func searchRepositories(
    _ query: SearchQuery,
    pageSize: Int,
    page: Int = 1,
    findsMatches: Bool = false
  ) -> Self {
    var parameters = [(name: "q", value: query.q)]
    if query.sort != .bestMatch {
      parameters.append(("sort", query.sort.rawValue))
      parameters.append(("order", query.order.rawValue))
    }
    parameters.append(("per_page", String(pageSize)))
    if page > 1 { parameters.append(("page", String(page))) }
    var endpoint = Self(
      get: ["search", "repositories"],
      query: parameters,
      // Whether search ever answers that nothing changed is not documented.
      staleness: .young,
      authentication: .optional,
      attempted: "search for \(query.q)",
      value: { (wire: SearchResponse) in wire.page }
    )
    if findsMatches { endpoint.accept = "application/vnd.github.text-match+json" }
    return endpoint
  }
}

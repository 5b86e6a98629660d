import JSON

extension Call {
  /// Answers `GET /search/repositories`.
  ///
  /// Reference: https://docs.github.com/rest/search/search#search-repositories
  func searchRepositories() -> SandboxResponse {
    guard let query = request.parameter("q"), query.contains(where: { !$0.isWhitespace }) else {
      return .missingQuery
    }
    let search = SearchParser.request(query, viewer: token?.login)
    if let refusal = refusal(of: search) { return refusal }
    let pagination = Pagination(request)
    guard pagination.offset < Self.reachable else { return .beyondReachable }
    return respond(to: search, pagination)
  }

  /// The number of results that paging can reach, no matter how many match.
  private static let reachable = 1_000

  private func respond(to search: SearchRequest, _ pagination: Pagination) -> SandboxResponse {
    let results = SearchResults(
      of: search,
      in: catalog,
      sort: request.parameter("sort").flatMap(SearchResults.Sort.init),
      isAscending: request.parameter("order") == "asc",
      seesPrivate: token?.canSeePrivateRepositories == true,
      stars: starCount
    )
    let reachable = Array(results.hits.prefix(Self.reachable))
    let items = pagination.slice(of: reachable).map { json($0.repository).searchItem }
    let body: JSONValue = [
      "total_count": .number(results.hits.count), "incomplete_results": false,
      "items": .array(items),
    ]
    var response = page(pagination, of: reachable.count, body)
    response.headers["Cache-Control"] = "no-cache"
    return response
  }

  private func refusal(of search: SearchRequest) -> SandboxResponse? {
    if search.wordLength > 256 {
      return .invalidSearch("The search is longer than 256 characters.")
    }
    if search.operatorCount > 5 {
      return .invalidSearch("More than five AND / OR / NOT operators were used.")
    }
    guard search.scopes.isEmpty || search.scopes.contains(where: isVisible) else {
      return .invalidSearch(
        """
        The listed users and repositories cannot be searched either because the resources do \
        not exist or you do not have permission to view them.
        """
      )
    }
    return nil
  }

  private func isVisible(_ scope: SearchQualifier) -> Bool {
    switch scope {
    case .owner(let login): catalog.owner(login: login) != nil || isViewer(login)
    case .repository(let name): catalog.repository(named: name) != nil
    default: true
    }
  }

  private func isViewer(_ login: String) -> Bool {
    token?.login.lowercased() == login
  }
}

extension SandboxResponse {
  /// Has no `errors`, unlike other 422s.
  fileprivate static let beyondReachable = failure(
    422,
    "Only the first 1000 search results are available",
    documentation: "/v3/search/"
  )
}

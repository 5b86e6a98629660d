import JSON

/// One request with everything needed to answer it; the endpoints are its extensions.
struct Call {
  let request: SandboxRequest
  let token: SandboxToken?
  let version: APIVersion
  let service: GitHubService
  /// The state when the call started.
  let state: GitHubService.State

  init(
    request: SandboxRequest,
    token: SandboxToken?,
    version: APIVersion,
    service: GitHubService
  ) {
    self.request = request
    self.token = token
    self.version = version
    self.service = service
    state = service.snapshot()
  }

  var catalog: Catalog { service.catalog }

  /// Answers the request; 404 for an unknown path and for a method that the path does not accept.
  func respond(to route: Route?) -> SandboxResponse {
    let method = request.method == "HEAD" ? "GET" : request.method
    return switch (route, method) {
    case (.searchRepositories, "GET"): searchRepositories()
    case (.repository(let part, let owner, let name), "GET"): repository(part, owner, name)
    case (.repositoryByID(let part, let id), "GET"): repository(part, id: id)
    case (.star(let owner, let name), _): star(method, owner, name)
    case (.ownStars, "GET"): ownStars()
    case (.stars(let login), "GET"): stars(of: login)
    case (.user, "GET"): user()
    case (.rateLimit, "GET"): rateLimit()
    case (.graphQL, "POST"): graphQL()
    case (.avatar(let id), "GET"): avatar(ofOwner: id)
    default: .notFound()
    }
  }

  func starCount(of repository: SandboxRepository) -> Int {
    repository.stars + (state.stars.countChanges[repository.id] ?? 0)
  }

  func json(_ repository: SandboxRepository) -> RepositoryJSON {
    RepositoryJSON(
      repository: repository,
      stars: starCount(of: repository),
      baseURL: state.baseURL,
      isAuthenticated: token != nil
    )
  }

  /// A page of a list with this many items, and links to the others.
  func page(_ pagination: Pagination, of count: Int, _ body: JSONValue) -> SandboxResponse {
    var response = SandboxResponse.json(body)
    response.headers["Link"] = pagination.link(
      count: count,
      request: request,
      baseURL: state.baseURL
    )
    return response
  }

  /// Whether the `Accept` header names a media type by its `vnd.github.…` part.
  func accepts(_ mediaType: String) -> Bool {
    request.headers["Accept"]?.lowercased().contains("vnd.github.\(mediaType)") == true
      || request.headers["Accept"]?.lowercased().contains("vnd.github.v3.\(mediaType)") == true
  }
}

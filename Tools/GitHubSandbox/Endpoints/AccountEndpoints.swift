import JSON

extension Call {
  /// Answers `GET /user`.
  ///
  /// Reference: https://docs.github.com/rest/users/users#get-the-authenticated-user
  func user() -> SandboxResponse {
    guard let token else {
      return .requiresAuthentication(
        documentation: "/rest/users/users#get-the-authenticated-user"
      )
    }
    let user = SandboxOwner(login: token.login, kind: .user, id: token.id)
    return .json(user.privateJSON(baseURL: state.baseURL))
  }

  /// Answers `GET /rate_limit`, which costs nothing; its headers are those of the core budget.
  ///
  /// Reference: https://docs.github.com/rest/rate-limit/rate-limit
  func rateLimit() -> SandboxResponse {
    let now = service.configuration.clock.now
    func status(_ resource: RateLimitResource) -> RateLimitStatus {
      state.counter.status(of: token?.login, resource, at: now)
    }
    let resources: JSONValue = [
      "core": status(.core).json, "search": status(.search).json, "graphql": status(.graphQL).json,
    ]
    var members = [("resources", resources)]
    if version == .default { members.append(("rate", status(.core).json)) }
    var response = SandboxResponse.json(.object(members))
    response.headers.merge(status(.core).headers)
    return response
  }
}

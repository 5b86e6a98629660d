import JSON

extension Call {
  /// Answers `GET`, `PUT` and `DELETE /user/starred/{owner}/{repo}`.
  ///
  /// Reference: https://docs.github.com/rest/activity/starring
  func star(_ method: String, _ owner: String, _ name: String) -> SandboxResponse {
    let reference = Self.starReference(method)
    guard let token else { return .requiresAuthentication(documentation: reference) }
    let access = method == "GET" ? SandboxToken.Access.read : .write
    if let refusal = refusal(token, access, documentation: reference) { return refusal }
    guard let repository = catalog.repository(owner: owner, name: name) else {
      return moved(method, owner, name) ?? .notFound(documentation: reference)
    }
    if service.requiresSignOn(repository) {
      return annotated(.needsSignOn(repository.owner.login), access)
    }
    if access == .write, !token.allowsStarring(repositoryOf: repository.owner.login) {
      return annotated(.inaccessible(documentation: reference), access)
    }
    return annotated(star(method, repository, token.login, reference), access)
  }

  private func star(
    _ method: String,
    _ repository: SandboxRepository,
    _ login: String,
    _ reference: String
  ) -> SandboxResponse {
    let id = repository.id
    switch method {
    case "GET":
      let isStarred = state.stars.isStarred(id, by: login)
      return isStarred ? .noContent : .notFound(documentation: reference)
    case "PUT": service.changeStars { $0.star(id, by: login, at: $1) }
    case "DELETE": service.changeStars { ledger, _ in ledger.unstar(id, by: login) }
    default: return .notFound()
    }
    return .noContent
  }

  /// The error for an insufficient token; nil if it is sufficient.
  ///
  /// For a fine-grained token the response names the missing permission; for a classic one it is
  /// the same 404 as for a missing repository.
  func refusal(
    _ token: SandboxToken,
    _ access: SandboxToken.Access,
    documentation: String
  ) -> SandboxResponse? {
    guard !token.allowsStarring(access) else { return nil }
    switch token.kind {
    case .classic: return annotated(.notFound(documentation: documentation), access)
    case .fineGrained: return annotated(.inaccessible(documentation: documentation), access)
    }
  }

  /// Adds the header fields in which GitHub names the permissions that the call needs.
  func annotated(_ response: SandboxResponse, _ access: SandboxToken.Access) -> SandboxResponse {
    var response = response
    switch token?.kind {
    case .classic: response.headers["X-Accepted-OAuth-Scopes"] = "public_repo, repo"
    case .fineGrained:
      response.headers["X-Accepted-GitHub-Permissions"] =
        access == .write ? "starring=write" : "starring=read"
    case nil: break
    }
    return response
  }

  /// The redirect of a renamed repository: 301 for reads, 307 (same method) for writes.
  private func moved(_ method: String, _ owner: String, _ name: String) -> SandboxResponse? {
    catalog.repository(formerlyOwner: owner, name: name).map {
      .movedPermanently(
        to: "\(state.baseURL)/user/starred/\($0.fullName)",
        status: method == "GET" ? 301 : 307
      )
    }
  }

  private static func starReference(_ method: String) -> String {
    switch method {
    case "PUT": "/rest/activity/starring#star-a-repository-for-the-authenticated-user"
    case "DELETE": "/rest/activity/starring#unstar-a-repository-for-the-authenticated-user"
    default:
      "/rest/activity/starring#check-if-a-repository-is-starred-by-the-authenticated-user"
    }
  }
}

extension Call {
  /// Answers `GET /user/starred`.
  ///
  /// Reference:
  /// https://docs.github.com/rest/activity/starring#list-repositories-starred-by-the-authenticated-user
  func ownStars() -> SandboxResponse {
    let reference =
      "/rest/activity/starring#list-repositories-starred-by-the-authenticated-user"
    guard let token else { return .requiresAuthentication(documentation: reference) }
    if let refusal = refusal(token, .read, documentation: reference) { return refusal }
    return annotated(list(of: token.login), .read)
  }

  /// Answers `GET /users/{username}/starred`, which needs no token.
  func stars(of login: String) -> SandboxResponse {
    let isKnown =
      service.configuration.tokens.contains { $0.login.lowercased() == login.lowercased() }
      || service.configuration.stars.keys.contains { $0.lowercased() == login.lowercased() }
      || catalog.owner(login: login) != nil
    return isKnown ? list(of: login) : .notFound(documentation: "/rest/activity/starring")
  }

  private func list(of login: String) -> SandboxResponse {
    let pagination = Pagination(request)
    let stars = sorted(state.stars.stars(of: login))
    let items = pagination.slice(of: stars).map(json)
    var response = page(pagination, of: stars.count, .array(items))
    response.headers["Cache-Control"] = "private, max-age=60, s-maxage=60"
    return response
  }

  private typealias StarredRepository = (repository: SandboxRepository, starredAt: UnixTime)

  /// Sorts by `sort` (`created`: when starred; `updated`: last push) and `direction`, newest first.
  private func sorted(_ stars: [StarLedger.Star]) -> [StarredRepository] {
    let starred = stars.compactMap { star -> StarredRepository? in
      catalog.repository(id: star.repositoryID).map { ($0, star.starredAt) }
    }
    let byTime = request.parameter("sort") == "updated"
    let ascending = starred.sorted { left, right in
      let keys = byTime ? (left.repository.pushed, right.repository.pushed) : nil
      let (first, second) = keys ?? (left.starredAt, right.starredAt)
      return (first, left.repository.id) < (second, right.repository.id)
    }
    return request.parameter("direction") == "asc" ? ascending : ascending.reversed()
  }

  private func json(_ star: StarredRepository) -> JSONValue {
    let repository = json(star.repository).listed
    guard accepts("star") else { return repository }
    return ["starred_at": .string(star.starredAt.iso8601), "repo": repository]
  }
}

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

  /// `GET /users/{username}/starred`, for everyone.
  func stars(of login: String) -> SandboxResponse {
    let isKnown =
      service.configuration.tokens.contains { $0.login.lowercased() == login.lowercased() }
      || service.configuration.stars.keys.contains { $0.lowercased() == login.lowercased() }
      || catalogue.owner(login: login) != nil
    return isKnown ? list(of: login) : .notFound(documentation: "/rest/activity/starring")
  }

  private func list(of login: String) -> SandboxResponse {
    let paging = Paging(request)
    let stars = sorted(state.stars.stars(of: login))
    var answer = SandboxResponse.json(.array(paging.slice(of: stars).map(json)))
    answer.headers["Link"] = paging.link(
      count: stars.count,
      request: request,
      baseURL: state.baseURL
    )
    answer.headers["Cache-Control"] = "private, max-age=60, s-maxage=60"
    return answer
  }

  private typealias StarredRepository = (repository: SandboxRepository, starredAt: UnixTime)

  /// By `sort` (`created`: when starred; `updated`: last push) and `direction`, newest first.
  private func sorted(_ stars: [StarLedger.Star]) -> [StarredRepository] {
    let starred = stars.compactMap { star -> StarredRepository? in
      catalogue.repository(id: star.repositoryID).map { ($0, star.starredAt) }
    }
    let byTime = request.parameter("sort") == "updated"
    let ascending = starred.sorted { left, right in
      let keys = byTime ? (left.repository.pushed, right.repository.pushed) : nil
      let (first, second) = keys ?? (left.starredAt, right.starredAt)
      return (first, left.repository.id) < (second, right.repository.id)
    }
    return request.parameter("direction") == "asc" ? ascending : ascending.reversed()
  }

  private func json(_ star: StarredRepository) -> JSON {
    let repository = json(star.repository).listed
    guard accepts("star") else { return repository }
    return ["starred_at": .string(star.starredAt.iso8601), "repo": repository]
  }
}

extension Call {
  /// Answers `GET`, `PUT` and `DELETE /user/starred/{owner}/{repo}`.
  ///
  /// Reference: https://docs.github.com/rest/activity/starring
  func star(_ method: String, _ owner: String, _ name: String) -> SandboxResponse {
    let reference = Self.starReference(method)
    guard let token else { return .requiresAuthentication(documentation: reference) }
    let access = method == "GET" ? SandboxToken.Access.read : .write
    if let refusal = refusal(token, access, documentation: reference) { return refusal }
    guard let repository = catalogue.repository(owner: owner, name: name) else {
      return moved(method, owner, name) ?? .notFound(documentation: reference)
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

  /// Why the token does not suffice; nil when it does.
  ///
  /// Fine-grained tokens are told what is missing; classic ones get the same 404 as for a
  /// repository that is not there.
  func refusal(
    _ token: SandboxToken,
    _ access: SandboxToken.Access,
    documentation: String
  ) -> SandboxResponse? {
    guard !token.allowsStarring(access) else { return nil }
    switch token.kind {
    case .classic: return annotated(.notFound(documentation: documentation), access)
    case .fineGrained:
      let answer = SandboxResponse.failure(
        403,
        "Resource not accessible by personal access token",
        documentation: documentation
      )
      return annotated(answer, access)
    }
  }

  /// Adds what GitHub says about the rights that the call needs.
  func annotated(_ answer: SandboxResponse, _ access: SandboxToken.Access) -> SandboxResponse {
    var answer = answer
    switch token?.kind {
    case .classic: answer.headers["X-Accepted-OAuth-Scopes"] = "public_repo, repo"
    case .fineGrained:
      answer.headers["X-Accepted-GitHub-Permissions"] =
        access == .write ? "starring=write,metadata=read" : "starring=read,metadata=read"
    case nil: break
    }
    return answer
  }

  /// A renamed repository: 301 for reading, 307 (same method) for writing.
  private func moved(_ method: String, _ owner: String, _ name: String) -> SandboxResponse? {
    catalogue.repository(formerlyOwner: owner, name: name).map {
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

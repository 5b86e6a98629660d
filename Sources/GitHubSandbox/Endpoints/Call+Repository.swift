extension Call {
  /// `GET /repos/{owner}/{repo}`, also `/readme` and `/languages`; 301 for a name of the past.
  ///
  /// Reference: https://docs.github.com/rest/repos/repos#get-a-repository
  func repository(_ part: Route.RepositoryPart, _ owner: String, _ name: String) -> SandboxResponse
  {
    if let found = catalogue.repository(owner: owner, name: name) { return answer(part, found) }
    guard let moved = catalogue.repository(formerlyOwner: owner, name: name) else {
      return .notFound(documentation: "/rest/repos/repos#get-a-repository")
    }
    let suffix = part == .facts ? "" : "/\(part.rawValue)"
    return .movedPermanently(to: "\(state.baseURL)/repositories/\(moved.id)\(suffix)")
  }

  /// `GET /repositories/{id}`, where redirects of renamed repositories lead.
  func repository(_ part: Route.RepositoryPart, id: Int) -> SandboxResponse {
    guard let found = catalogue.repository(id: id) else {
      return .notFound(documentation: "/rest/repos/repos#get-a-repository")
    }
    return answer(part, found)
  }

  private func answer(_ part: Route.RepositoryPart, _ found: SandboxRepository) -> SandboxResponse {
    switch part {
    case .facts: .json(json(found).full)
    case .readme: readme(of: found)
    case .languages: languages(of: found)
    }
  }

  /// `GET /repos/{owner}/{repo}/languages`: bytes by language, the main one first.
  private func languages(of repository: SandboxRepository) -> SandboxResponse {
    guard let language = repository.language else { return .json([:]) }
    let bytes = max(1, repository.size) * 700
    var shares: [(String, JSON)] = [(language, .integer(bytes))]
    for (index, other) in ["Shell", "Python", "Makefile"].enumerated() where other != language {
      shares.append((other, .integer(bytes / (9 + index * 31) + repository.id % 89)))
    }
    return .json(.object(shares))
  }
}

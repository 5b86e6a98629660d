/// Whose request it is.
enum Authentication {
  case anonymous
  case token(SandboxToken)
  /// Credentials that nobody has: 401, whatever is asked for.
  case unknown
}

extension GitHubService {
  /// Reads `Authorization: Bearer …` and the older `token …`; other schemes are unknown.
  func authenticate(_ request: SandboxRequest) -> Authentication {
    guard let header = request.headers["Authorization"] else { return .anonymous }
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()),
      let token = configuration.tokens.first(where: { $0.value == parts[1] })
    else { return .unknown }
    return .token(token)
  }
}

extension SandboxToken {
  /// `X-OAuth-Scopes`, which only classic tokens have.
  var scopesHeader: String? {
    switch kind {
    case .classic(let scopes): scopes.joined(separator: ", ")
    case .fineGrained: nil
    }
  }
}

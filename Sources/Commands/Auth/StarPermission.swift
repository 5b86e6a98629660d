import GitHubAPI

/// Whether a token can set stars, judging by its scopes.
///
/// GitHub documents that only classic tokens have write access to other people's public repositories,
/// and responds with 403 if a fine-grained token, or one of a GitHub App, stars them.
enum StarPermission: Equatable {
  case granted
  /// A classic token without the scope.
  case missingScope
  /// A fine-grained token, or another one without scopes.
  case fineGrained

  /// - Parameter scopes: Those of a classic token; nil for a fine-grained one.
  init(scopes: [String]?) {
    guard let scopes else {
      self = .fineGrained
      return
    }
    self = OAuthScopes.include("public_repo", in: scopes) ? .granted : .missingScope
  }

  var sentence: String {
    switch self {
    case .granted: "can star repositories"
    case .missingScope: "cannot star repositories: the token needs the scope public_repo"
    case .fineGrained: Self.limitation
    }
  }

  static let limitation = "fine-grained tokens cannot star other people's repositories"
  static let advice =
    "use a classic token with the scope public_repo, or gh's token (`gh auth login`)"

  /// As in `public_repo gist`.
  static func text(_ scopes: [String]?) -> String {
    guard let scopes else { return "fine-grained" }
    return scopes.isEmpty ? "none" : scopes.joined(separator: " ")
  }
}

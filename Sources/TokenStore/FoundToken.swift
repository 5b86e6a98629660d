package import GitHubModel

/// A token, and where it came from.
package struct FoundToken: Sendable {
  package let token: AccessToken
  package let source: TokenSource
}

/// Where a token came from.
package enum TokenSource: Sendable, Hashable {
  /// An environment variable, by name.
  case variable(String)
  /// A `.env` file, by path.
  case dotEnv(String)
  /// The token file, by path.
  case tokenFile(String)
  /// gh's own configuration, by path.
  case gh(String)

  /// As a message names it; a path is not yet safe to show.
  package var name: String {
    switch self {
    case .variable(let name): name
    case .dotEnv(let path), .tokenFile(let path), .gh(let path): path
    }
  }

  /// Whether `auth login` wrote it.
  package var isTokenFile: Bool {
    if case .tokenFile = self { true } else { false }
  }
}

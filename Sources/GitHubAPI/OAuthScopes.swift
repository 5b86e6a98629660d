import HTTPTypes

/// The scopes of classic tokens, some of which include others.
package enum OAuthScopes {
  /// Parses a header field such as `gist, repo`.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
  }

  /// Whether the granted scopes include the scope.
  package static func include(_ scope: String, in granted: [String]) -> Bool {
    granted.contains { $0 == scope || included[$0, default: []].contains(scope) }
  }

  /// Only the scopes that our requests need (GitHub's documentation, "Scopes for OAuth apps").
  private static let included = ["repo": ["public_repo"], "user": ["read:user"]]
}

/// The permissions that GitHub accepts for a request, and the token's.
///
/// Source: GitHub's REST documentation, "Troubleshooting the REST API".
package struct Permissions: Sendable, Equatable {
  /// `X-Accepted-GitHub-Permissions`, or `X-Accepted-OAuth-Scopes` for a classic token.
  package let accepted: String?
  /// `X-OAuth-Scopes`; nil for a fine-grained token.
  package let granted: String?

  /// Whether a classic token lacks all of the scopes that GitHub accepts.
  package var lacksScopes: Bool {
    guard let accepted, let granted else { return false }
    let (wanted, scopes) = (OAuthScopes.list(accepted), OAuthScopes.list(granted))
    return !wanted.isEmpty && !wanted.contains { OAuthScopes.include($0, in: scopes) }
  }
}

extension Permissions {
  init?(_ fields: HTTPFields) {
    let granted = fields[.oauthScopes]
    let scopes = fields[.acceptedOAuthScopes].flatMap { $0.isEmpty ? nil : $0 }
    let accepted = granted == nil ? fields[.acceptedPermissions] : scopes
    guard accepted != nil || granted != nil else { return nil }
    self.init(accepted: accepted, granted: granted)
  }
}

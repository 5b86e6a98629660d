import HTTPTypes

/// The scopes of classic tokens, some of which include others.
///
/// Source: GitHub's documentation, "Scopes for OAuth apps".
package enum OAuthScopes {
  /// Reads a header field such as `gist, repo`.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
  }

  /// Whether the granted scopes include the scope.
  package static func include(_ scope: String, in granted: [String]) -> Bool {
    granted.contains { $0 == scope || includes($0, scope) }
  }

  private static func includes(_ granted: String, _ scope: String) -> Bool {
    if included[granted, default: []].contains(scope) { return true }
    // As in `admin:org`, `write:org`, `read:org`.
    let (left, right) = (parts(granted), parts(scope))
    guard let left, let right, left.subject == right.subject else { return false }
    return left.level > right.level
  }

  private static let included: [String: Set<String>] = [
    "repo": ["repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events"],
    "user": ["read:user", "user:email", "user:follow"],
    "project": ["read:project"],
    "admin:org": ["manage_runners:org"],
    "admin:enterprise": ["manage_runners:enterprise", "manage_billing:enterprise"],
    "audit_log": ["read:audit_log"],
    "codespace": ["codespace:secrets"],
    "copilot": ["manage_billing:copilot"],
  ]

  private static func parts(_ scope: String) -> (level: Int, subject: Substring)? {
    let parts = scope.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let level = ["read", "write", "admin"].firstIndex(of: parts[0]) else {
      return nil
    }
    return (level, parts[1])
  }
}

/// The permissions that GitHub accepts for a request, and those of the token.
///
/// Source: GitHub's REST documentation, "Troubleshooting the REST API".
package struct MissingPermission: Sendable, Equatable {
  /// `X-Accepted-GitHub-Permissions`, or `X-Accepted-OAuth-Scopes` for a classic token.
  package let accepted: String?
  /// `X-OAuth-Scopes`; nil for a fine-grained token.
  package let granted: String?

  /// Whether a classic token has none of the scopes that GitHub accepts.
  package var lacksScopes: Bool {
    guard let accepted, let granted else { return false }
    let (wanted, scopes) = (OAuthScopes.list(accepted), OAuthScopes.list(granted))
    return !wanted.isEmpty && !wanted.contains { OAuthScopes.include($0, in: scopes) }
  }
}

extension MissingPermission {
  init?(_ fields: HTTPFields) {
    let granted = fields[.oauthScopes]
    let scopes = fields[.acceptedOAuthScopes].flatMap { $0.isEmpty ? nil : $0 }
    let accepted = granted == nil ? fields[.acceptedPermissions] : scopes
    guard accepted != nil || granted != nil else { return nil }
    self.init(accepted: accepted, granted: granted)
  }
}

package import GitHubAPI
import GitHubModel

/// The permissions of a token, judging by its scopes.
///
/// GitHub documents that only classic tokens have write access to other people's public repositories,
/// and responds with 403 if a fine-grained token, or one of a GitHub App, stars them.
package struct TokenRights {
  /// The scopes of a classic token; nil for other tokens.
  package let scopes: [String]?

  package init(_ scopes: [String]?) { self.scopes = scopes }

  package enum Access: String {
    case none, read, write
  }

  package var canStar: Bool { has("public_repo") }

  package var lists: Access { has(Self.listScope) ? .write : has("read:user") ? .read : .none }

  /// Whether the token sees private repositories, including in lists.
  package var seesPrivate: Bool { has("repo") }

  /// The scope for reading and changing lists.
  package static let listScope = "user"

  /// The first scope that GitHub would accept; nil if it names none.
  package static func missingScope(_ permissions: Permissions?) -> String? {
    permissions?.accepted.flatMap { $0.split(separator: ",").first }.map(String.init)
  }

  private func has(_ scope: String) -> Bool { OAuthScopes.include(scope, in: scopes ?? []) }
}

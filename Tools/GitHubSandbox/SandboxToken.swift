/// A personal access token that the sandbox accepts, with its user.
package struct SandboxToken: Sendable {
  /// The two kinds of tokens, which GitHub rejects in different ways.
  package enum Kind: Sendable {
    /// Scopes such as `public_repo`; starring requires `public_repo` or `repo`, otherwise it fails with 404.
    case classic(scopes: [String])
    /// Permissions such as `starring=write` for the repositories of the token's own user; a request
    /// without the permission fails with 403 and `X-Accepted-GitHub-Permissions`.
    case fineGrained(permissions: [String])
  }

  package let value: String
  package let login: String
  package let id: Int
  package let kind: Kind

  /// Creates a token.
  ///
  /// Without a kind, a token that starts with `github_pat_` is fine-grained and may star; any other
  /// is classic with `public_repo` and `user`.
  package init(_ value: String, login: String = "octocat", id: Int = 583_231, kind: Kind? = nil) {
    self.value = value
    self.login = login
    self.id = id
    let isFineGrained = value.hasPrefix("github_pat_")
    self.kind =
      kind
      ?? (isFineGrained
        ? .fineGrained(permissions: ["starring=write", "metadata=read"])
        : .classic(scopes: ["public_repo", "user"]))
  }

  /// The default token of `ghsearch-sandbox`, whose user is `octocat`.
  package static let demonstration = SandboxToken("ghp_sandbox0000000000000000000000000000")

  /// Whether the token sees its user's private repositories.
  var canSeePrivateRepositories: Bool {
    if case .classic(let scopes) = kind { scopes.contains("repo") } else { false }
  }

  enum Access {
    case read
    case write
  }

  /// Whether the token may change a star on a repository of this owner.
  ///
  /// A fine-grained token can only read the public repositories of other users, whatever its
  /// permissions are.
  func allowsStarring(repositoryOf owner: String) -> Bool {
    guard case .fineGrained = kind else { return true }
    return owner.lowercased() == login.lowercased()
  }

  /// Whether the token may read or change its user's stars.
  func allowsStarring(_ access: Access) -> Bool {
    switch (kind, access) {
    case (.classic, .read): true
    case (.classic(let scopes), .write):
      scopes.contains("public_repo") || scopes.contains("repo")
    case (.fineGrained(let permissions), .read):
      permissions.contains("starring=read") || permissions.contains("starring=write")
    case (.fineGrained(let permissions), .write): permissions.contains("starring=write")
    }
  }
}

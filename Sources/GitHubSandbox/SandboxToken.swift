/// A Personal Access Token that the sandbox accepts, and who it belongs to.
package struct SandboxToken: Sendable {
  /// What a token may do; the two kinds are refused differently.
  package enum Kind: Sendable {
    /// Scopes such as `public_repo`; starring without one of `public_repo` and `repo` answers 404.
    case classic(scopes: [String])
    /// Permissions such as `starring=write`; what is missing answers 403 and is named in
    /// `X-Accepted-GitHub-Permissions`.
    case fineGrained(permissions: [String])
  }

  package let value: String
  package let login: String
  package let id: Int
  package let kind: Kind

  package init(
    _ value: String,
    login: String = "octocat",
    id: Int = 583_231,
    kind: Kind = .classic(scopes: ["public_repo"])
  ) {
    self.value = value
    self.login = login
    self.id = id
    self.kind = kind
  }

  /// What `ghsearch-sandbox` accepts unless told otherwise; its user is `octocat`.
  package static let demonstration = SandboxToken("ghp_sandbox0000000000000000000000000000")

  enum Access {
    case read
    case write
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

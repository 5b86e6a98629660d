/// A user or an organisation of the sandbox.
package struct SandboxOwner: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case user = "User"
    case organization = "Organization"
  }

  package let login: String
  package let id: Int
  package let kind: Kind

  /// Without an `id`, one between 1,000,000 and 200,999,999 that follows from the login is taken.
  package init(login: String, kind: Kind = .user, id: Int? = nil) {
    self.login = login
    self.kind = kind
    self.id = id ?? 1_000_000 + Int(stableHash(login.lowercased().utf8) % 200_000_000)
  }
}

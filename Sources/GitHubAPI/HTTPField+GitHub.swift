import HTTPTypes

/// The field names that GitHub adds to HTTP's own.
extension HTTPField.Name {
  static let apiVersion = known("X-GitHub-Api-Version")
  static let acceptedPermissions = known("X-Accepted-GitHub-Permissions")
  static let acceptedOAuthScopes = known("X-Accepted-OAuth-Scopes")
  static let oauthScopes = known("X-OAuth-Scopes")
  static let rateLimit = known("X-RateLimit-Limit")
  static let rateLimitRemaining = known("X-RateLimit-Remaining")
  static let rateLimitReset = known("X-RateLimit-Reset")
  static let rateLimitResource = known("X-RateLimit-Resource")
  static let link = known("Link")

  private static func known(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is no field name") }
    return name
  }
}

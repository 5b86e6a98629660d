/// The environment variables that a token may be in, in the order they are looked at.
package enum TokenVariable: String, CaseIterable, Sendable {
  /// For the configured API, whatever its host.
  case ghsearch = "GHSEARCH_TOKEN"
  /// For `https://api.github.com` alone.
  case gh = "GH_TOKEN"
  case github = "GITHUB_TOKEN"
  /// For the host in `GH_HOST` alone.
  case ghEnterprise = "GH_ENTERPRISE_TOKEN"
  case githubEnterprise = "GITHUB_ENTERPRISE_TOKEN"

  /// The keys of a `.env` that are read; no other is.
  static let inFiles: [Self] = [.ghsearch, .gh, .github]
}

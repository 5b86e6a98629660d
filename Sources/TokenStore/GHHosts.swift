package import GitHubModel

/// The tokens in gh's `hosts.yml`, which lists settings by host.
///
/// ```yaml
/// github.com:
///     user: octocat
///     oauth_token: gho_…
///     users:
///         octocat:
///             oauth_token: gho_…
/// ```
/// Reads only `oauth_token` directly below a host, in the form that gh writes. This is not a YAML
/// parser: it ignores anything else.
package struct GHHosts: Sendable {
  private var tokens: [String: AccessToken] = [:]

  /// Parses the content of the file.
  package init(_ text: String) {
    var host: String?
    var indent: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " }
      guard let first = content.first, first != "#" else { continue }
      let depth = line.count - content.count
      if depth == 0 {
        host = content.hasSuffix(":") ? content.dropLast().lowercased() : nil
        indent = nil
        continue
      }
      indent = indent ?? depth
      guard depth == indent, let host, let token = Self.token(in: content) else { continue }
      tokens[host] = token
    }
  }

  /// The token for a host in lowercase; nil if there is none.
  package func token(for host: String) -> AccessToken? { tokens[host] }

  private static func token(in line: Substring) -> AccessToken? {
    guard line.hasPrefix("oauth_token:") else { return nil }
    let value = line.dropFirst("oauth_token:".count).drop { $0 == " " }
    guard let quote = value.first, quote == "\"" || quote == "'", value.last == quote else {
      return AccessToken(String(value))
    }
    return AccessToken(String(value.dropFirst().dropLast()))
  }
}

package import GitHubModel

/// gh's `hosts.yml`, as far as gh itself writes it: hosts, and below each its settings.
///
/// ```yaml
/// github.com:
///     user: octocat
///     oauth_token: gho_…
///     users:
///         octocat:
///             oauth_token: gho_…
/// ```
/// Only `oauth_token` right below a host is taken. This reads the shape that one program writes,
/// not YAML: anything else in the file yields nothing.
package struct GHHosts: Sendable {
  private var tokens: [String: AccessToken] = [:]

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

  package func token(for host: String) -> AccessToken? {
    tokens[host]
  }

  private static func token(in line: Substring) -> AccessToken? {
    guard line.hasPrefix("oauth_token:") else { return nil }
    let value = line.dropFirst("oauth_token:".count).drop { $0 == " " }
    guard let quote = value.first, quote == "\"" || quote == "'", value.last == quote else {
      return AccessToken(String(value))
    }
    return AccessToken(String(value.dropFirst().dropLast()))
  }
}

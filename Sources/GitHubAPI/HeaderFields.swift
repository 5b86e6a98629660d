import GitHubModel
import HTTPTypes

/// Header fields specific to GitHub.
extension HTTPField.Name {
  static let apiVersion = known("X-GitHub-Api-Version")
  static let acceptedPermissions = known("X-Accepted-GitHub-Permissions")
  static let acceptedOAuthScopes = known("X-Accepted-OAuth-Scopes")
  static let oauthScopes = known("X-OAuth-Scopes")
  static let rateLimit = known("X-RateLimit-Limit")
  static let rateLimitRemaining = known("X-RateLimit-Remaining")
  static let rateLimitReset = known("X-RateLimit-Reset")
  static let rateLimitResource = known("X-RateLimit-Resource")
  static let singleSignOn = known("X-GitHub-SSO")
  static let link = known("Link")

  private static func known(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is not a field name") }
    return name
  }
}

/// Parses the date format of HTTP header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// The seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// Returns nil for anything else, including days that do not exist.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", parts[4].utf8.count == "08:49:37".utf8.count,
      let month = months.firstIndex(of: parts[2])
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Timestamp.seconds("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// The URLs in a `Link` field (RFC 8288).
struct LinkHeader {
  private let links: [(url: String, relations: [Substring])]

  /// Parses the field; malformed links are ignored.
  init(_ text: String) {
    var links: [(url: String, relations: [Substring])] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let url = String(rest[rest.index(after: open)..<close])
      let parameters = rest[rest.index(after: close)...].prefix { $0 != "<" }
      links.append((url, Self.relations(in: parameters)))
      rest = rest[parameters.endIndex...]
    }
    self.links = links
  }

  func url(relation: String) -> String? {
    links.first { $0.relations.contains { $0.lowercased() == relation } }?.url
  }

  /// The `page` parameter of the URL with this relation.
  func page(relation: String) -> Int? {
    guard let url = url(relation: relation), let query = url.firstIndex(of: "?") else { return nil }
    let items = url[query...].dropFirst().prefix { $0 != "#" }.split(separator: "&")
    return items.first { $0.hasPrefix("page=") }.flatMap { Int32($0.dropFirst(5)) }.map(Int.init)
  }

  /// The relations in `rel="a b"` or `rel=a`.
  private static func relations(in parameters: Substring) -> [Substring] {
    for parameter in parameters.split(whereSeparator: { ";,".contains($0) }) {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else {
        continue
      }
      return parts[1].split { $0 == "\"" || $0.isWhitespace }
    }
    return []
  }
}

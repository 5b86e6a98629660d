/// Where a GitHub API lives: an origin and the path before every endpoint's own.
package struct APIBase: Sendable, Hashable {
  package let origin: Origin
  /// Empty or like `/api/v3`; never ends in a slash.
  package let path: String

  /// `https://api.github.com`.
  package static let github = APIBase(origin: githubOrigin, path: "")

  /// Reads a base URL; a query, a fragment or a path that climbs is refused.
  package init?(_ text: String) {
    guard let scheme = text.firstIndex(of: ":"), text[scheme...].hasPrefix("://") else {
      return nil
    }
    let afterScheme = text.index(scheme, offsetBy: 3)
    let pathStart = text[afterScheme...].firstIndex(of: "/") ?? text.endIndex
    guard let origin = Origin(text[..<pathStart]) else { return nil }
    let segments = text[pathStart...].split(separator: "/")
    guard segments.allSatisfy(Self.isPlainSegment) else { return nil }
    self.init(origin: origin, path: segments.map { "/" + $0 }.joined())
  }

  /// The API of a GitHub Enterprise host, as `GH_HOST` names it.
  ///
  /// `https://HOST/api/v3` on a server of one's own, `https://api.HOST` for `*.ghe.com`.
  package init?(enterpriseHost host: String) {
    guard Origin("https://\(host)") != nil else { return nil }
    let name = host.lowercased()
    if name == "github.com" {
      self = .github
    } else {
      self.init(name.hasSuffix(".ghe.com") ? "https://api.\(name)" : "https://\(name)/api/v3")
    }
  }

  private init(origin: Origin, path: String) {
    self.origin = origin
    self.path = path
  }

  /// Where GraphQL is served: beside the REST API on a server of one's own, below it elsewhere.
  package var graphQL: APIBase {
    path == "/api/v3" ? APIBase(origin: origin, path: "/api") : self
  }

  /// The host that the pages for people are on, or nil for an API that is known by its URL alone.
  package var webHost: String? {
    if self == .github { return "github.com" }
    if path == "/api/v3" { return origin.authority }
    let isCloudEnterprise = origin.host.hasPrefix("api.") && origin.host.hasSuffix(".ghe.com")
    return isCloudEnterprise ? String(origin.authority.dropFirst(4)) : nil
  }

  private static let githubOrigin: Origin = {
    guard let origin = Origin("https://api.github.com") else {
      preconditionFailure("a literal that no input reaches")
    }
    return origin
  }()

  private static func isPlainSegment(_ segment: Substring) -> Bool {
    segment != "." && segment != ".."
      && segment.utf8.allSatisfy {
        48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || "-._~".utf8.contains($0)
      }
  }
}

extension APIBase: CustomStringConvertible {
  /// As in `https://github.example/api/v3`.
  package var description: String { origin.description + path }
}

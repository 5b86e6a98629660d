/// The base URL of a GitHub API: an origin, and a path that all endpoints begin with.
package struct APIBase: Sendable, Hashable {
  /// The origin, the only one that the token may be sent to.
  package let origin: Origin
  /// The path: empty, or such as `/api/v3` without a trailing slash.
  package let path: String

  /// `https://api.github.com`.
  package static let github = APIBase(origin: Origin(https: "api.github.com"), path: "")

  /// Parses a base URL; nil if it has a query, a fragment, or `.` or `..` segments.
  package init?(_ text: String) {
    guard let (origin, path) = Origin.split(text) else { return nil }
    let segments = path.split(separator: "/")
    guard segments.allSatisfy(Self.isPlainSegment) else { return nil }
    self.init(origin: origin, path: segments.map { "/" + $0 }.joined())
  }

  /// The API of a GitHub Enterprise host, such as the value of `GH_HOST`.
  ///
  /// The URL is `https://api.HOST` for `*.ghe.com`, otherwise `https://HOST/api/v3`.
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

  /// The base URL of GraphQL: `/api` if the REST API is at `/api/v3`, otherwise unchanged.
  package var graphQL: APIBase {
    path == "/api/v3" ? APIBase(origin: origin, path: "/api") : self
  }

  /// The host of the web pages; nil if it is unknown.
  package var webHost: String? {
    if self == .github { return "github.com" }
    if path == "/api/v3" { return origin.authority }
    let isCloudEnterprise = origin.host.hasPrefix("api.") && origin.host.hasSuffix(".ghe.com")
    return isCloudEnterprise ? String(origin.authority.dropFirst(4)) : nil
  }

  private static func isPlainSegment(_ segment: Substring) -> Bool {
    segment != "." && segment != ".." && segment.utf8.allSatisfy(\.isUnreserved)
  }
}

extension APIBase: CustomStringConvertible {
  /// A URL such as `https://github.example/api/v3`.
  package var description: String { origin.description + path }
}

/// The scheme, host and port of a URL (RFC 6454), which determine the token's destination.
package struct Origin: Sendable, Hashable {
  /// The scheme: `https`, or `http` on loopback.
  package let scheme: String
  /// The host in lowercase; an IPv6 address includes its brackets.
  package let host: String
  /// The port: the scheme's default unless the URL names one.
  package let port: Int

  fileprivate init(https host: String) { (scheme, self.host, port) = ("https", host, 443) }

  /// Splits a URL into its origin and the rest: path, query and fragment; nil without an origin.
  package static func split(_ url: String) -> (origin: Origin, target: Substring)? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let end = url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    return Origin(url[..<end]).map { ($0, url[end...]) }
  }

  /// Parses the part of a URL before its path: `https://HOST[:PORT]`, or `http://` on loopback.
  ///
  /// Returns nil for a user, a password or white space, as in `https://api.github.com@evil.test`.
  package init?(_ text: some StringProtocol) {
    // Checked before lowercasing, which turns some non-ASCII letters into ASCII letters.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let (host, port) = Self.hostAndPort(text[colon...].dropFirst(3)) else { return nil }
    switch scheme {
    case "https": self.port = port ?? 443
    case "http" where Self.isLoopback(host): self.port = port ?? 80
    default: return nil
    }
    self.scheme = scheme
    self.host = host
  }

  /// `HOST`, or `HOST:PORT` if the port is not the scheme's default.
  package var authority: String {
    port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// Whether the host is this machine.
  package var isLoopback: Bool { Self.isLoopback(host) }

  private static func hostAndPort(_ text: some StringProtocol) -> (String, Int?)? {
    let (host, rest) = split(text)
    guard let host = host.map({ $0.lowercased() }), isHost(host) else { return nil }
    guard let rest else { return (host, nil) }
    guard !rest.isEmpty, rest.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    guard let port = Int(rest), (1...65_535).contains(port) else { return nil }
    return (host, port)
  }

  /// The host with any brackets, and the text after its colon.
  private static func split(_ text: some StringProtocol) -> (String?, String?) {
    let hostEnd: String.Index?
    if text.hasPrefix("[") {
      hostEnd = text.firstIndex(of: "]").map { text.index(after: $0) }
    } else {
      hostEnd = text.firstIndex(of: ":") ?? text.endIndex
    }
    guard let hostEnd else { return (nil, nil) }
    let rest = text[hostEnd...]
    if rest.isEmpty { return (String(text), nil) }
    guard rest.hasPrefix(":") else { return (nil, nil) }
    return (String(text[..<hostEnd]), String(rest.dropFirst()))
  }

  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("[") {
      let address = text.utf8.dropFirst().dropLast()
      return !address.isEmpty
        && address.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 || ":.".utf8.contains($0) }
    }
    return !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 || "-.".utf8.contains($0) }
  }

  /// Whether the host is `localhost`, `[::1]` or a full address in 127.0.0.0/8.
  ///
  /// A name that resolves to such an address does not count.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts.first == 127
  }
}

extension Origin: CustomStringConvertible {
  /// A URL such as `https://api.github.com`.
  package var description: String { "\(scheme)://\(authority)" }
}

extension String {
  /// The text with every byte as `%XX` except the unreserved characters of RFC 3986.
  ///
  /// `+` becomes `%2B`, since servers decode `+` as a space, and `/` cannot start a new segment.
  package var percentEncoded: String {
    var encoded = ""
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte.isUnreserved {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.append("%")
        encoded.append(Self.hexDigits[Int(byte >> 4)])
        encoded.append(Self.hexDigits[Int(byte & 15)])
      }
    }
    return encoded
  }

  private static let hexDigits = Array("0123456789ABCDEF")
}

extension UInt8 {
  var isASCIIAlphanumeric: Bool { 48...57 ~= self || 65...90 ~= self || 97...122 ~= self }

  /// An unreserved character of RFC 3986.
  fileprivate var isUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }
}

/// The `owner/name` of a repository, checked to be safe in a path.
///
/// GitHub allows ASCII letters, digits and `-` in an owner (and `_` for managed users), and
/// letters, digits, `-`, `_` and `.` in a repository's name, which has at most 100 characters and
/// is neither `.` nor `..`. Anything else is rejected, so that no name can lead to another path.
/// Equality ignores case.
package struct RepositoryName: Sendable {
  package let owner: String
  package let name: String

  /// Parses `owner/name`.
  package init?(_ text: String) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = text[text.utf8.index(after: slash)...]
    self.init(owner: String(text[..<slash]), name: String(name))
  }

  package init?(owner: String, name: String) {
    guard Self.isOwner(owner), Self.isName(name) else { return nil }
    (self.owner, self.name) = (owner, name)
  }

  package var fullName: String { "\(owner)/\(name)" }

  private static let maxPartLength = 100

  /// Whether a text can be the login of a user or organization.
  package static func isOwner(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maxPartLength else { return false }
    return first.isASCIIAlphanumeric
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
  }

  private static func isName(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= maxPartLength, text != ".", text != ".." else {
      return false
    }
    return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
  }
}

/// Encoded as its full name.
extension RepositoryName: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a full name")
    }
    self = name
  }

  package func encode(to encoder: any Encoder) throws { try fullName.encode(to: encoder) }
}

extension RepositoryName: Hashable {
  /// Compares names ignoring case, as GitHub does.
  package static func == (left: Self, right: Self) -> Bool {
    left.fullName.lowercased() == right.fullName.lowercased()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(fullName.lowercased())
  }
}

extension RepositoryName: CustomStringConvertible {
  package var description: String { fullName }
}

extension RepositoryName {
  /// Parses `owner/name`, or the URL of the repository or of a page in it.
  ///
  /// Accepts `https://github.com/owner/name`, with or without `.git` or a trailing path, and any
  /// URL accepted by `git clone`. A URL on another host is rejected.
  ///
  /// - Parameters:
  ///   - reference: The text that the user typed or pasted.
  ///   - webHost: The host of the web pages.
  package init?(reference: String, webHost: String = "github.com") {
    guard let path = Self.path(of: reference, webHost: webHost.lowercased()) else {
      self.init(String(Self.droppingSuffix(reference[...])))
      return
    }
    let page = path.prefix { $0 != "?" && $0 != "#" }
    let parts = page.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    self.init(owner: String(parts[0]), name: String(Self.droppingSuffix(parts[1])))
  }

  /// Parses `owner/name` or a URL for use with an API.
  ///
  /// A URL on a host other than the API's web host is rejected, since it names a different
  /// repository. If the web host is unknown, the API may be a proxy of github.com, so URLs on its
  /// own host and on github.com are both accepted.
  package init?(reference: String, at base: APIBase) {
    if let host = base.webHost {
      self.init(reference: reference, webHost: host)
    } else if let name = Self(reference: reference, webHost: base.origin.authority) {
      self = name
    } else {
      self.init(reference: reference)
    }
  }

  /// Parses the URL of a repository's own page, as used in links; nil for any other page.
  package init?(page address: String, webHost: String) {
    guard let path = Self.path(of: address, webHost: webHost.lowercased()) else { return nil }
    let parts = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count == 2, !Self.reservedOwners.contains(parts[0].lowercased()) else { return nil }
    self.init(owner: String(parts[0]), name: String(Self.droppingSuffix(parts[1])))
  }

  /// Names that cannot be users, because GitHub's own pages use them.
  static let reservedOwners: Set<String> = [
    "about", "apps", "codespaces", "collections", "contact", "customer-stories", "enterprise",
    "events", "explore", "features", "gist", "issues", "join", "login", "marketplace", "new",
    "notifications", "organizations", "orgs", "pricing", "pulls", "readme", "search", "security",
    "settings", "site", "sponsors", "stars", "team", "topics", "trending", "users",
  ]

  /// The text after the host; nil if it is not a URL on that host.
  private static func path(of reference: String, webHost: String) -> Substring? {
    let starts = [
      "https://\(webHost)/", "https://www.\(webHost)/", "http://\(webHost)/", "\(webHost)/",
      "git@\(webHost):", "ssh://git@\(webHost)/", "git://\(webHost)/",
    ]
    let start = starts.first { reference.prefix($0.count).lowercased() == $0 }
    return start.map { reference.dropFirst($0.count) }
  }

  /// Removes `.git`, which GitHub does not allow at the end of names.
  private static func droppingSuffix(_ text: Substring) -> Substring {
    text.hasSuffix(".git") ? text.dropLast(4) : text
  }
}

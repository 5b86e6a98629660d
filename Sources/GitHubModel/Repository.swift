package import Essentials

/// A repository.
///
/// Only its identifying properties are always known. Any other property is nil if GitHub omits it
/// or sends an invalid value: an unknown count is not 0, and an unknown flag is not false.
package struct Repository: Sendable, Hashable, Identifiable {
  /// GitHub's ID of the repository, which survives renames and transfers.
  package let id: Int64
  /// GitHub's opaque identifier, used by GraphQL.
  package var nodeID: String?
  package var name: RepositoryName
  package var owner: Owner
  /// The URL of its page, over HTTP or HTTPS.
  package var url: String
  /// The description, of any length and exactly as sent by GitHub; make it safe before showing it.
  package var description: String?
  /// The URL entered by the owner; make it safe before showing it.
  package var homepage: String?
  package var language: String?
  package var topics: [String]?
  package var license: License?
  package var defaultBranch: String?
  package var cloneURL: String?
  package var sshURL: String?
  /// The visibility: `public`, `private` or `internal`.
  package var visibility: String?
  package var counts = Counts()
  package var dates = Dates()
  package var flags = Flags()
  /// Whether the signed-in user has starred it; nil if that was not requested.
  package var isStarred: Bool?

  package init(id: Int64, name: RepositoryName, owner: Owner, url: String) {
    (self.id, self.name, self.owner, self.url) = (id, name, owner, url)
  }
}

extension Repository {
  /// Counts, which are never negative.
  package struct Counts: Sendable, Hashable {
    package var stars: Int?
    package var forks: Int?
    /// The number of open issues and pull requests.
    package var openIssues: Int?
    /// `watchers_count` of the REST API, which is the number of stars.
    package var searchWatchers: Int?
    /// The number of users who watch it; only the response for a single repository has this.
    package var subscribers: Int?
    /// The size in kilobytes.
    package var size: Int?

    package init() {}
  }

  /// Dates of changes.
  package struct Dates: Sendable, Hashable {
    package var created: Date?
    package var updated: Date?
    package var pushed: Date?

    package init() {}
  }

  /// The kinds and features of a repository, under GitHub's names.
  package struct Flags: Sendable, Hashable {
    package var isArchived: Bool?
    package var isDisabled: Bool?
    package var isFork: Bool?
    package var isPrivate: Bool?
    package var isTemplate: Bool?
    package var hasDownloads: Bool?
    package var hasIssues: Bool?
    package var hasPages: Bool?
    package var hasProjects: Bool?
    package var hasWiki: Bool?

    package init() {}
  }
}

/// The user or organization that owns a repository.
package struct Owner: Sendable, Hashable {
  package var login: String
  /// GitHub's ID of the owner, which survives changes of the login.
  package var id: Int64?
  /// The type: `User`, `Organization` or another GitHub type.
  package var kind: String?
  package var url: String?
  package var avatarURL: String?

  package init(login: String) {
    self.login = login
  }
}

package struct License: Sendable, Hashable {
  /// GitHub's key, such as `mit`.
  package var key: String
  package var name: String?
  /// The SPDX identifier, such as `MIT`; nil if GitHub does not name one.
  package var spdxID: String?
  /// The URL of the license in GitHub's API.
  package var url: String?

  package init(key: String) {
    self.key = key
  }

  /// The identifier or else the name, as GitHub shows it: an unrecognized license is `Other`.
  package var shortName: String { spdxID == "NOASSERTION" ? "Other" : spdxID ?? name ?? key }
}

/// A repository that a user has starred.
package struct Star: Sendable, Hashable {
  /// The repository as it was last read.
  package var repository: Repository
  /// When the user starred it, in whole seconds; ``Date/distantPast`` if unknown.
  package let starredAt: Date
  /// When the repository was found deleted, blocked or made private; nil if it exists.
  package var goneAt: Date?

  package init(_ repository: Repository, starredAt: Date) {
    (self.repository, self.starredAt) = (repository, starredAt)
  }

  package var name: RepositoryName { repository.name }
}

/// A release of a repository.
package struct Release: Sendable, Hashable {
  /// The name of the tag, such as `v1.2.0`; make it safe before showing it.
  package let tagName: String
  /// The title, if any; make it safe before showing it.
  package let name: String?
  package let publishedAt: Date
  /// The URL of its page, over HTTP or HTTPS.
  package let url: String

  package init(tagName: String, name: String?, publishedAt: Date, url: String) {
    (self.tagName, self.name) = (tagName, name)
    (self.publishedAt, self.url) = (publishedAt, url)
  }
}

/// The facts of a starred repository that one GraphQL query returns.
package struct RepositoryFacts: Sendable, Hashable {
  /// The repository with its star state, but without facts that only REST has: the numbers of open
  /// issues and watchers, whether it has pages or downloads, and the license's URL in the API.
  package let repository: Repository
  /// Git's hash of `README.md`; nil if there is no file with that name.
  package let readmeVersion: String?
  /// The size of that file in bytes.
  package let readmeSize: Int?
  /// The newest release that is neither a draft nor a prerelease.
  package let latestRelease: Release?

  package init(
    _ repository: Repository,
    readmeVersion: String?,
    readmeSize: Int? = nil,
    latestRelease: Release?
  ) {
    (self.repository, self.latestRelease) = (repository, latestRelease)
    (self.readmeVersion, self.readmeSize) = (readmeVersion, readmeSize)
  }
}

/// One page of a list of repositories.
package struct RepositoryPage: Sendable, Hashable {
  package var repositories: [Repository]
  /// The number of matches, including unreachable ones; nil if GitHub omits it.
  package var totalCount: Int?
  /// Whether GitHub's search timed out, so that matches are missing.
  package var isIncomplete: Bool
  /// The number of items that could not be read.
  package var skippedCount: Int
  /// The number of unreachable matches, as far as this page shows.
  package var unreachableCount = 0
  /// Where the words of the query occur; empty unless the request asks for it.
  package var matches: [Repository.ID: [TextMatch]] = [:]
  /// When the user starred the repositories, if the page lists stars.
  package var starredAt: [Repository.ID: Date] = [:]
  /// The query used instead of the typed one, if that has no matches in the local copy.
  package var correction: SearchCorrection?

  package init(
    repositories: [Repository],
    totalCount: Int?,
    isIncomplete: Bool = false,
    skippedCount: Int = 0
  ) {
    (self.repositories, self.totalCount) = (repositories, totalCount)
    (self.isIncomplete, self.skippedCount) = (isIncomplete, skippedCount)
  }
}

/// A fragment of local text with matching words.
package struct TextMatch: Sendable, Hashable {
  package enum Property: String, Sendable {
    case readme, note
  }

  package let property: Property
  /// The whole text or part of it.
  package let fragment: String
  /// The ranges of the words in the fragment's UTF-8.
  package let ranges: [Range<Int>]

  package init(property: Property, fragment: String, ranges: [Range<Int>]) {
    (self.property, self.fragment, self.ranges) = (property, fragment, ranges)
  }
}

/// The account that a token belongs to.
package struct User: Sendable, Hashable {
  package let login: String
  /// GitHub's ID of the account, which survives changes of its login.
  package let id: Int64
  /// The display name; nil if there is none.
  package var name: String?

  package init(login: String, id: Int64, name: String? = nil) {
    (self.login, self.id, self.name) = (login, id, name)
  }
}

/// The state of one of GitHub's rate limits.
package struct RateLimit: Sendable, Hashable {
  /// The group of requests counted together: `search`, `core`, `graphql` and others.
  package var resource: String
  /// The maximum number of requests per window, which is a minute for searches and an hour
  /// otherwise.
  package var limit: Int
  package var remaining: Int
  /// When the window is reset, by GitHub's clock.
  package var reset: Date

  package init(resource: String, limit: Int, remaining: Int, reset: Date) {
    (self.resource, self.limit) = (resource, limit)
    (self.remaining, self.reset) = (remaining, reset)
  }
}

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

import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == Repository {
  /// `GET /repos/{owner}/{repo}`: the repository with the facts that lists omit, such as the number
  /// of watchers.
  package static func repository(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name],
      cachePolicy: .revalidate,
      authentication: .optional,
      requestKind: .repository,
      subject: name.fullName,
      value: Repository.init(rest:)
    )
  }
}

extension Endpoint where Value == [LanguageShare] {
  /// `GET /repos/{owner}/{repo}/languages`: the languages of the code, largest first.
  package static func languages(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name, "languages"],
      cachePolicy: .revalidate,
      authentication: .optional,
      requestKind: .repository,
      subject: "\(name) (languages)",
      value: { $0.members.map(shares) }
    )
  }

  /// Languages with equal sizes are sorted by name.
  private static func shares(_ members: [(name: String, value: JSONElement)]) -> [LanguageShare] {
    members.compactMap { member in
      guard let bytes = member.value.int64, bytes > 0 else { return nil }
      return LanguageShare(language: member.name, bytes: bytes)
    }
    .sorted { ($1.bytes, $0.language) < ($0.bytes, $1.language) }
  }
}

extension Repository {
  /// Parses a repository from a list or alone, or those facts of one that GraphQL has too.
  ///
  /// Real responses lack fields that GitHub's OpenAPI description requires, so only identifying
  /// fields are required. Any other is nil if missing or invalid.
  init?(rest json: JSONElement) {
    // In GitHub's order, so that a page is scanned once.
    var json = JSONMembers(json)
    let (id, nodeID) = (json["id"]?.int64, json["node_id"]?.string)
    let (name, isPrivate) = (json["full_name"]?.repositoryName, json["private"]?.bool)
    guard let id, let name, let owner = json["owner"].flatMap(Owner.init(rest:)),
      let url = json["html_url"]?.webURL
    else { return nil }
    self.init(id: id, name: name, owner: owner, url: url)
    self.nodeID = nodeID
    flags.isPrivate = isPrivate
    description = json["description"]?.text
    flags.isFork = json["fork"]?.bool
    dates.created = json["created_at"]?.date
    dates.updated = json["updated_at"]?.date
    dates.pushed = json["pushed_at"]?.date
    sshURL = json["ssh_url"]?.string
    cloneURL = json["clone_url"]?.string
    homepage = json["homepage"]?.text
    counts.size = json["size"]?.count
    counts.stars = json["stargazers_count"]?.count
    counts.searchWatchers = json["watchers_count"]?.count
    language = json["language"]?.string
    flags.hasIssues = json["has_issues"]?.bool
    flags.hasProjects = json["has_projects"]?.bool
    flags.hasDownloads = json["has_downloads"]?.bool
    flags.hasWiki = json["has_wiki"]?.bool
    flags.hasPages = json["has_pages"]?.bool
    counts.forks = json["forks_count"]?.count
    flags.isArchived = json["archived"]?.bool
    flags.isDisabled = json["disabled"]?.bool
    counts.openIssues = json["open_issues_count"]?.count
    license = json["license"].flatMap(License.init)
    flags.isTemplate = json["is_template"]?.bool
    topics = json["topics"]?.strings
    visibility = json["visibility"]?.string
    defaultBranch = json["default_branch"]?.string
    counts.subscribers = json["subscribers_count"]?.count
  }
}

extension Owner {
  fileprivate init?(rest json: JSONElement) {
    var json = JSONMembers(json)
    guard let login = json["login"]?.string else { return nil }
    self.init(login: login)
    id = json["id"]?.int64
    avatarURL = json["avatar_url"]?.webURL
    url = json["html_url"]?.webURL
    kind = json["type"]?.string
  }
}

extension License {
  fileprivate init?(_ json: JSONElement) {
    guard let key = json["key"]?.string else { return nil }
    self.init(key: key)
    name = json["name"]?.string
    spdxID = json["spdx_id"]?.string
    url = json["url"]?.string
  }
}

extension JSONElement {
  /// A non-empty text; nil otherwise, since GitHub's APIs return a missing text as null or as an
  /// empty string.
  var text: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  var repositoryName: RepositoryName? { string.flatMap { RepositoryName($0) } }

  /// The URL of a page.
  var webURL: String? { string.flatMap { WebURL.isWebURL($0) ? $0 : nil } }

  var date: Date? {
    string.flatMap(Timestamp.seconds).map { Date(timeIntervalSince1970: Double($0)) }
  }
}

/// Checks the URL of a page: HTTP or HTTPS, in printable ASCII without quotes.
///
/// Such a URL is safe to paste into a shell or to write to a terminal.
enum WebURL {
  static func isWebURL(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.utf8.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "`"):
      false
    default: 0x21...0x7E ~= byte
    }
  }
}

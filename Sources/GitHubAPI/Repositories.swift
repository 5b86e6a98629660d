import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == Repository {
  /// `GET /repos/{owner}/{repo}`: the repository with the facts that lists omit, such as the number of
  /// watchers.
  package static func repository(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name],
      cachePolicy: .revalidate,
      authentication: .optional,
      requestKind: .repository,
      operation: "view \(name)",
      value: { (wire: RepositoryResponse) in wire.repository }
    )
  }
}

extension Endpoint where Value == [LanguageShare] {
  /// `GET /repos/{owner}/{repo}/languages`: the languages of the code, the largest first.
  package static func languages(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name, "languages"],
      cachePolicy: .revalidate,
      authentication: .optional,
      requestKind: .repository,
      operation: "read the languages of \(name)",
      value: { (json: JSONValue) in json.members.map(shares) }
    )
  }

  /// Languages of the same size are sorted by name.
  private static func shares(_ members: [JSONValue.Member]) -> [LanguageShare] {
    members.compactMap { member in
      guard case .number(let bytes) = member.value, bytes > 0 else { return nil }
      return LanguageShare(language: member.name, bytes: bytes)
    }
    .sorted { ($1.bytes, $0.language) < ($0.bytes, $1.language) }
  }
}

/// A repository in a GitHub response, in a list or by itself.
///
/// Real responses lack fields that GitHub's OpenAPI description requires, so only what identifies a
/// repository is required here. Anything else is nil if it is missing or invalid.
struct RepositoryResponse: JSONDecodable {
  let repository: Repository

  init(_ json: JSONElement) throws(JSONTypeError) {
    // The members of each part are read in the order in which GitHub writes them, which is fastest.
    var members = try json.members()
    let id: Int64 = try members.value("id")
    let name = try members.repositoryName("full_name")
    var owner = try members.required("owner").members()
    var repository = Repository(
      id: id,
      name: name,
      owner: try Owner(&owner),
      url: try members.requiredWebURL("html_url")
    )
    repository.readTexts(from: &members)
    repository.dates = Repository.Dates(&members)
    repository.counts = Repository.Counts(&members)
    repository.flags = Repository.Flags(&members)
    self.repository = repository
  }
}

extension JSONObject {
  /// A text; nil if it is missing or empty, since GitHub's interfaces write a text that is not there as either.
  mutating func text(_ key: StaticString) -> String? {
    lenient(key, as: String.self).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The name of a repository.
  mutating func repositoryName(_ key: StaticString) throws(JSONTypeError) -> RepositoryName {
    let json = try required(key)
    guard let name = RepositoryName(try String(json)) else { throw json.unreadable }
    return name
  }

  /// The address of a page; nil if it is missing or invalid.
  mutating func webURL(_ key: StaticString) -> String? {
    lenient(key, as: String.self).flatMap { WebURL.isWebURL($0) ? $0 : nil }
  }

  /// The address of a page.
  mutating func requiredWebURL(_ key: StaticString) throws(JSONTypeError) -> String {
    let json = try required(key)
    let text = try String(json)
    guard WebURL.isWebURL(text) else { throw json.unreadable }
    return text
  }

  /// A date; nil if it is missing or not a date.
  mutating func date(_ key: StaticString) -> Date? {
    lenient(key, as: String.self).flatMap(Timestamp.seconds)
      .map { Date(timeIntervalSince1970: Double($0)) }
  }
}

extension Repository {
  fileprivate mutating func readTexts(from members: inout JSONObject) {
    description = members.text("description")
    sshURL = members.lenient("ssh_url")
    cloneURL = members.lenient("clone_url")
    homepage = members.text("homepage")
    language = members.lenient("language")
    license = members.object("license").flatMap { License($0, spdxIDMember: "spdx_id") }
    topics = members.lenient("topics")
    visibility = members.lenient("visibility")
    defaultBranch = members.lenient("default_branch")
    nodeID = members.lenient("node_id")
  }
}

extension Repository.Dates {
  fileprivate init(_ members: inout JSONObject) {
    self.init()
    created = members.date("created_at")
    updated = members.date("updated_at")
    pushed = members.date("pushed_at")
  }
}

extension Repository.Counts {
  fileprivate init(_ members: inout JSONObject) {
    self.init()
    size = members.count("size")
    stars = members.count("stargazers_count")
    searchWatchers = members.count("watchers_count")
    forks = members.count("forks_count")
    openIssues = members.count("open_issues_count")
    subscribers = members.count("subscribers_count")
  }
}

extension Repository.Flags {
  fileprivate init(_ members: inout JSONObject) {
    self.init()
    isPrivate = members.lenient("private")
    isFork = members.lenient("fork")
    hasIssues = members.lenient("has_issues")
    hasProjects = members.lenient("has_projects")
    hasDownloads = members.lenient("has_downloads")
    hasWiki = members.lenient("has_wiki")
    hasPages = members.lenient("has_pages")
    isArchived = members.lenient("archived")
    isDisabled = members.lenient("disabled")
    isTemplate = members.lenient("is_template")
  }
}

extension Owner {
  fileprivate init(_ members: inout JSONObject) throws(JSONTypeError) {
    self.init(login: try members.value("login"))
    id = members.lenient("id")
    avatarURL = members.webURL("avatar_url")
    url = members.webURL("html_url")
    kind = members.lenient("type")
  }
}

extension License {
  /// Reads a license of REST or GraphQL, which name the SPDX identifier differently.
  init?(_ object: JSONObject, spdxIDMember: StaticString) {
    var members = object
    guard let key = members.lenient("key", as: String.self) else { return nil }
    self.init(key: key)
    name = members.lenient("name")
    spdxID = members.lenient(spdxIDMember)
    url = members.lenient("url")
  }
}

/// The address of a page: http or https, in printable ASCII without quotes.
///
/// Safe to paste into a shell or to write to a terminal.
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

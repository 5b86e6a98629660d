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
      value: { (wire: LanguagesResponse) in shares(wire.bytes) }
    )
  }

  /// Languages of the same size are sorted by name, since a dictionary has no order.
  private static func shares(_ bytes: [String: Int64]) -> [LanguageShare] {
    bytes.filter { $0.value > 0 }.map { LanguageShare(language: $0.key, bytes: $0.value) }
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
    var members = try json.members()
    try self.init(&members)
  }

  /// Reads the members of each part in the order in which GitHub writes them, which is fastest.
  init(_ members: inout JSONObject) throws(JSONTypeError) {
    var repository = Repository(
      id: try members.value("id"),
      name: try members.value("full_name", as: RepositoryNameResponse.self).name,
      owner: try members.value("owner", as: OwnerResponse.self).owner,
      url: try members.value("html_url", as: WebURL.self).text
    )
    repository.readTexts(from: &members)
    repository.dates = Repository.Dates(&members)
    repository.counts = Repository.Counts(&members)
    repository.flags = Repository.Flags(&members)
    self.repository = repository
  }

  private struct RepositoryNameResponse: JSONDecodable {
    let name: RepositoryName

    init(_ json: JSONElement) throws(JSONTypeError) {
      guard let name = RepositoryName(try String(json)) else { throw json.unreadable }
      self.name = name
    }
  }
}

extension JSONObject {
  /// A text; nil if it is missing or empty, since GitHub's interfaces write a text that is not there as either.
  mutating func text(_ key: StaticString) -> String? {
    lenient(key, as: String.self).flatMap { $0.isEmpty ? nil : $0 }
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
    license = members.lenient("license", as: LicenseResponse.self)?.license
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

/// The owner of a repository in a response.
struct OwnerResponse: JSONDecodable {
  let owner: Owner

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    var owner = Owner(login: try members.value("login"))
    owner.id = members.lenient("id")
    owner.avatarURL = members.lenient("avatar_url", as: WebURL.self)?.text
    owner.url = members.lenient("html_url", as: WebURL.self)?.text
    owner.kind = members.lenient("type")
    self.owner = owner
  }
}

/// The license of a repository in a response.
struct LicenseResponse: JSONDecodable {
  let license: License

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    var license = License(key: try members.value("key"))
    license.name = members.lenient("name")
    license.spdxID = members.lenient("spdx_id")
    license.url = members.lenient("url")
    self.license = license
  }
}

/// The body of `GET /repos/{owner}/{repo}/languages`: bytes by language.
struct LanguagesResponse: JSONDecodable {
  let bytes: [String: Int64]

  init(_ json: JSONElement) throws(JSONTypeError) {
    bytes = try [String: Lossy<Int64>](json).compactMapValues(\.element)
  }
}

/// The address of a page: http or https, in printable ASCII without quotes.
///
/// Such an address has no meaning of its own to a shell or a terminal.
struct WebURL: JSONDecodable {
  let text: String

  init(_ json: JSONElement) throws(JSONTypeError) {
    let text = try String(json)
    guard Self.isWebURL(text) else { throw json.unreadable }
    self.text = text
  }

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

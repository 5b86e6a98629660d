import Essentials
import GitHubModel
import JSON

extension Endpoint where Value == [NodeResult<RepositoryFacts>?] {
  /// The facts of up to 100 repositories by their node IDs.
  ///
  /// Topics are its only connection, so that a query costs one point of the rate limit. Reference:
  /// https://docs.github.com/graphql/reference/objects#repository
  package static func facts(nodeIDs: [String]) -> Self {
    .repositories(
      "Facts",
      nodeIDs: nodeIDs,
      selecting: FactsResponse.fields,
      operation: "read the facts of your stars"
    ) { (wire: FactsResponse) in wire.facts }
  }
}

/// A repository as GraphQL writes it.
private struct FactsResponse: JSONDecodable {
  /// In the order in which they are read.
  static let fields = """
    databaseId nameWithOwner
    owner {
      login __typename url avatarUrl
      ... on User { databaseId } ... on Organization { databaseId }
    }
    url id description homepageUrl primaryLanguage { name }
    repositoryTopics(first: 20) { nodes { topic { name } } }
    licenseInfo { key name spdxId } defaultBranchRef { name } sshUrl visibility
    stargazerCount forkCount diskUsage createdAt updatedAt pushedAt
    isArchived isDisabled isFork isPrivate isTemplate
    hasIssuesEnabled hasProjectsEnabled hasWikiEnabled viewerHasStarred
    \(ReadmeFile.fields("oid ... on Blob { byteSize }"))
    latestRelease { tagName name publishedAt url }
    """

  let facts: RepositoryFacts

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    let id: Int64 = try members.value("databaseId")
    let fullName: String = try members.value("nameWithOwner")
    guard let name = RepositoryName(fullName) else { throw json.unreadable }
    var repository = Repository(
      id: id,
      name: name,
      owner: try members.value("owner", as: OwnerNode.self).owner,
      url: try members.value("url", as: WebURL.self).text
    )
    repository.cloneURL = "\(repository.url).git"
    repository.readTexts(from: &members)
    repository.readNumbers(from: &members)
    // The query is for the star state too: a repository without it was not read whole.
    repository.isStarred = try members.value("viewerHasStarred", as: Bool.self)
    let places = ReadmeFile.usualPlaces.lazy.compactMap { members.element($0.alias) }
    var readme = places.first.flatMap { try? $0.members() }
    let version = readme?.lenient("oid", as: String.self)
    let size = readme?.lenient("byteSize", as: Int.self)
    facts = RepositoryFacts(
      repository,
      readmeVersion: version,
      readmeSize: size,
      latestRelease: members.lenient("latestRelease", as: ReleaseResponse.self)?.release
    )
  }
}

extension Repository {
  fileprivate mutating func readTexts(from members: inout JSONObject) {
    nodeID = members.lenient("id")
    description = members.text("description")
    homepage = members.text("homepageUrl")
    language = members.lenient("primaryLanguage", as: Name.self)?.text
    topics = members.lenient("repositoryTopics", as: TopicsResponse.self)?.names
    license = members.lenient("licenseInfo", as: LicenseNode.self)?.license
    defaultBranch = members.lenient("defaultBranchRef", as: Name.self)?.text
    sshURL = members.lenient("sshUrl")
    visibility = members.lenient("visibility", as: String.self)?.lowercased()
  }

  fileprivate mutating func readNumbers(from members: inout JSONObject) {
    counts.stars = members.count("stargazerCount")
    counts.searchWatchers = counts.stars
    counts.forks = members.count("forkCount")
    counts.size = members.count("diskUsage")
    dates.created = members.date("createdAt")
    dates.updated = members.date("updatedAt")
    dates.pushed = members.date("pushedAt")
    flags.isArchived = members.lenient("isArchived")
    flags.isDisabled = members.lenient("isDisabled")
    flags.isFork = members.lenient("isFork")
    flags.isPrivate = members.lenient("isPrivate")
    flags.isTemplate = members.lenient("isTemplate")
    flags.hasIssues = members.lenient("hasIssuesEnabled")
    flags.hasProjects = members.lenient("hasProjectsEnabled")
    flags.hasWiki = members.lenient("hasWikiEnabled")
  }
}

private struct OwnerNode: JSONDecodable {
  let owner: Owner

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    var owner = Owner(login: try members.value("login"))
    owner.kind = members.lenient("__typename")
    owner.url = members.lenient("url", as: WebURL.self)?.text
    owner.avatarURL = members.lenient("avatarUrl", as: WebURL.self).map { Self.plain($0.text) }
    owner.id = members.lenient("databaseId")
    self.owner = owner
  }

  /// An avatar's address without the parameter `u`, which REST leaves out.
  private static func plain(_ url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return url }
    let query = parts[1].split(separator: "&").filter { !$0.hasPrefix("u=") }
    return parts[0] + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

/// The name of a language, a topic or a branch.
private struct Name: JSONDecodable {
  let text: String

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    text = try members.value("name")
  }
}

private struct LicenseNode: JSONDecodable {
  let license: License

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    var license = License(key: try members.value("key"))
    license.name = members.lenient("name")
    license.spdxID = members.lenient("spdxId")
    self.license = license
  }
}

private struct TopicsResponse: JSONDecodable {
  let names: [String]

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    names = try members.value("nodes", as: [Lossy<Topic>].self).compactMap(\.element?.name)
  }

  private struct Topic: JSONDecodable {
    let name: String

    init(_ json: JSONElement) throws(JSONTypeError) {
      var members = try json.members()
      name = try members.value("topic", as: Name.self).text
    }
  }
}

private struct ReleaseResponse: JSONDecodable {
  let release: Release

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    let tagName: String = try members.value("tagName")
    let name = members.text("name")
    guard let publishedAt = members.date("publishedAt") else { throw json.unreadable }
    release = Release(
      tagName: tagName,
      name: name,
      publishedAt: publishedAt,
      url: try members.value("url", as: WebURL.self).text
    )
  }
}

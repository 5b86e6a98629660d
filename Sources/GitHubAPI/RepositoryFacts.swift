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
    let name = try members.repositoryName("nameWithOwner")
    var owner = try members.required("owner").members()
    var repository = Repository(
      id: id,
      name: name,
      owner: try Owner(node: &owner),
      url: try members.requiredWebURL("url")
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
      latestRelease: members.object("latestRelease").flatMap(Release.init)
    )
  }
}

extension Repository {
  fileprivate mutating func readTexts(from members: inout JSONObject) {
    nodeID = members.lenient("id")
    description = members.text("description")
    homepage = members.text("homepageUrl")
    language = members.name(of: "primaryLanguage")
    var connection = members.object("repositoryTopics")
    let nodes = connection?.element("nodes").flatMap { try? $0.elements() }
    topics = nodes?.compactMap { node in
      var topic = try? node.members()
      return topic?.name(of: "topic")
    }
    license = members.object("licenseInfo").flatMap { License($0, spdxIDMember: "spdxId") }
    defaultBranch = members.name(of: "defaultBranchRef")
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

extension JSONObject {
  /// The name of a language, a topic or a branch.
  fileprivate mutating func name(of key: StaticString) -> String? {
    var object = object(key)
    return object?.lenient("name")
  }
}

extension Owner {
  fileprivate init(node members: inout JSONObject) throws(JSONTypeError) {
    self.init(login: try members.value("login"))
    kind = members.lenient("__typename")
    url = members.webURL("url")
    avatarURL = members.webURL("avatarUrl").map(Self.plain)
    id = members.lenient("databaseId")
  }

  /// An avatar's address without the parameter `u`, which REST leaves out.
  private static func plain(_ url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return url }
    let query = parts[1].split(separator: "&").filter { !$0.hasPrefix("u=") }
    return parts[0] + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

extension Release {
  fileprivate init?(_ object: JSONObject) {
    var members = object
    guard let tagName = members.lenient("tagName", as: String.self) else { return nil }
    let name = members.text("name")
    guard let publishedAt = members.date("publishedAt"), let url = members.webURL("url") else {
      return nil
    }
    self.init(tagName: tagName, name: name, publishedAt: publishedAt, url: url)
  }
}

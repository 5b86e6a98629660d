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
      selecting: """
        \(Repository.nodeFields)
        \(ReadmeFile.fields("oid ... on Blob { byteSize }"))
        latestRelease { tagName name publishedAt url }
        """,
      operation: "read the facts of your stars",
      value: RepositoryFacts.init
    )
  }
}

extension RepositoryFacts {
  fileprivate init?(_ json: JSONElement) {
    // The query is for the star state too: a repository without it was not read whole.
    guard let repository = Repository(node: json), repository.isStarred != nil else { return nil }
    let readme = ReadmeFile.first(in: json)?.json
    self.init(
      repository,
      readmeVersion: readme?["oid"]?.string,
      readmeSize: readme?["byteSize"]?.integer,
      latestRelease: json["latestRelease"].flatMap(Release.init)
    )
  }
}

extension Repository {
  /// The fields that ``init(node:)`` reads.
  static let nodeFields = """
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
    """

  /// Reads a repository as GraphQL writes it.
  init?(node json: JSONElement) {
    // In the order of the fields above.
    var json = JSONMembers(json)
    guard let id = json["databaseId"]?.int64, let name = json["nameWithOwner"]?.repositoryName,
      let owner = json["owner"].flatMap(Owner.init(node:)), let url = json["url"]?.webURL
    else { return nil }
    self.init(id: id, name: name, owner: owner, url: url)
    nodeID = json["id"]?.string
    description = json["description"]?.text
    homepage = json["homepageUrl"]?.text
    language = json["primaryLanguage"]?["name"]?.string
    topics = json["repositoryTopics"]?["nodes"]?.array?.compactMap { $0["topic"]?["name"]?.string }
    license = json["licenseInfo"].flatMap { License($0, spdxID: "spdxId") }
    defaultBranch = json["defaultBranchRef"]?["name"]?.string
    cloneURL = "\(url).git"
    sshURL = json["sshUrl"]?.string
    visibility = json["visibility"]?.string?.lowercased()
    counts.stars = json["stargazerCount"]?.count
    counts.searchWatchers = counts.stars
    counts.forks = json["forkCount"]?.count
    counts.size = json["diskUsage"]?.count
    dates.created = json["createdAt"]?.date
    dates.updated = json["updatedAt"]?.date
    dates.pushed = json["pushedAt"]?.date
    flags.isArchived = json["isArchived"]?.bool
    flags.isDisabled = json["isDisabled"]?.bool
    flags.isFork = json["isFork"]?.bool
    flags.isPrivate = json["isPrivate"]?.bool
    flags.isTemplate = json["isTemplate"]?.bool
    flags.hasIssues = json["hasIssuesEnabled"]?.bool
    flags.hasProjects = json["hasProjectsEnabled"]?.bool
    flags.hasWiki = json["hasWikiEnabled"]?.bool
    isStarred = json["viewerHasStarred"]?.bool
  }
}

extension Owner {
  fileprivate init?(node json: JSONElement) {
    guard let login = json["login"]?.string else { return nil }
    self.init(login: login)
    id = json["databaseId"]?.int64
    kind = json["__typename"]?.string
    url = json["url"]?.webURL
    avatarURL = json["avatarUrl"]?.webURL.map(Self.plain)
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
  fileprivate init?(_ json: JSONElement) {
    guard let tagName = json["tagName"]?.string, let publishedAt = json["publishedAt"]?.date,
      let url = json["url"]?.webURL
    else { return nil }
    self.init(tagName: tagName, name: json["name"]?.text, publishedAt: publishedAt, url: url)
  }
}

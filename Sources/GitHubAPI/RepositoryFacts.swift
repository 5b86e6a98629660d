import Essentials
import GitHubModel
import JSON

extension Endpoint where Value == [NodeResult<RepositoryFacts>?] {
  /// The facts of up to 100 repositories by node ID.
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
        latestRelease { \(Release.fields) }
        """,
      subject: "(facts)",
      value: RepositoryFacts.init
    )
  }
}

extension RepositoryFacts {
  fileprivate init?(_ json: JSONElement) {
    // The query includes the star state, so a repository without it was not read completely.
    guard let repository = Repository(node: json), repository.isStarred != nil else { return nil }
    let readme = ReadmeFile.first(in: json)?.json
    self.init(
      repository,
      readmeVersion: readme?["oid"]?.string,
      readmeSize: readme?["byteSize"]?.count,
      latestRelease: json["latestRelease"].flatMap(Release.init)
    )
  }
}

extension Repository {
  /// The fields parsed by ``init(node:)``, with REST's names, and in its order where the values are
  /// the same.
  static let nodeFields = """
    \(StarList.Member.fields) private: isPrivate
    owner {
      login ... on User { id: databaseId } ... on Organization { id: databaseId }
      avatar_url: avatarUrl html_url: url type: __typename
    }
    html_url: url description fork: isFork
    created_at: createdAt updated_at: updatedAt pushed_at: pushedAt
    ssh_url: sshUrl homepage: homepageUrl size: diskUsage
    stargazers_count: stargazerCount watchers_count: stargazerCount
    has_issues: hasIssuesEnabled has_projects: hasProjectsEnabled has_wiki: hasWikiEnabled
    forks_count: forkCount archived: isArchived disabled: isDisabled
    license: licenseInfo { key name spdx_id: spdxId } is_template: isTemplate visibility
    primaryLanguage { name } repositoryTopics(first: 20) { nodes { topic { name } } }
    defaultBranchRef { name } viewerHasStarred
    """

  /// Parses a repository from GraphQL.
  init?(node json: JSONElement) {
    self.init(rest: json)
    owner.avatarURL = owner.avatarURL.map(Owner.plain)
    cloneURL = "\(url).git"
    visibility = visibility?.lowercased()
    language = json["primaryLanguage"]?["name"]?.string
    topics = json["repositoryTopics"]?["nodes"]?.array?.compactMap { $0["topic"]?["name"]?.string }
    defaultBranch = json["defaultBranchRef"]?["name"]?.string
    isStarred = json["viewerHasStarred"]?.bool
  }
}

extension Owner {
  /// An avatar's URL without the parameter `u`, which REST omits.
  fileprivate static func plain(_ url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return url }
    let query = parts[1].split(separator: "&").filter { !$0.hasPrefix("u=") }
    return parts[0] + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

extension Release {
  /// The fields parsed by ``init(_:)``.
  static let fields = "tagName name publishedAt url"

  init?(_ json: JSONElement) {
    guard let tagName = json["tagName"]?.string, let publishedAt = json["publishedAt"]?.date,
      let url = json["url"]?.webURL
    else { return nil }
    self.init(tagName: tagName, name: json["name"]?.text, publishedAt: publishedAt, url: url)
  }
}

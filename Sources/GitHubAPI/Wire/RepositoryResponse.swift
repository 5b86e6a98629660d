import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A repository as GitHub's answers have it, in a list or alone.
///
/// Recorded answers lack fields that the description requires, so only what names a repository is
/// required here. The rest is nil where it is missing or makes no sense.
struct RepositoryResponse: Decodable {
  let repository: Repository

  private enum Key: String, CodingKey {
    case id, owner, description, homepage, language, topics, license, visibility, size, archived,
      disabled, fork, `private`
    case nodeID = "node_id"
    case fullName = "full_name"
    case htmlURL = "html_url"
    case defaultBranch = "default_branch"
    case cloneURL = "clone_url"
    case sshURL = "ssh_url"
    case stargazersCount = "stargazers_count"
    case forksCount = "forks_count"
    case openIssuesCount = "open_issues_count"
    case watchersCount = "watchers_count"
    case subscribersCount = "subscribers_count"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case pushedAt = "pushed_at"
    case isTemplate = "is_template"
    case hasDownloads = "has_downloads"
    case hasIssues = "has_issues"
    case hasPages = "has_pages"
    case hasProjects = "has_projects"
    case hasWiki = "has_wiki"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let fullName = try fields.decode(String.self, forKey: .fullName)
    guard let name = RepositoryName(fullName) else {
      throw DecodingError.dataCorruptedError(forKey: .fullName, in: fields, debugDescription: "")
    }
    let url = try fields.decode(WebURL.self, forKey: .htmlURL).text
    var repository = Repository(
      id: try fields.decode(Int64.self, forKey: .id),
      name: name,
      owner: try fields.decode(OwnerResponse.self, forKey: .owner).owner,
      url: url
    )
    Self.readTexts(of: &repository, from: fields)
    repository.counts = Self.counts(from: fields)
    repository.dates = Self.dates(from: fields)
    repository.flags = Self.flags(from: fields)
    self.repository = repository
  }

  private static func readTexts(
    of repository: inout Repository,
    from fields: KeyedDecodingContainer<Key>
  ) {
    repository.nodeID = fields.lenient(.nodeID)
    repository.description = fields.lenient(.description)
    repository.homepage = fields.lenient(.homepage)
    repository.language = fields.lenient(.language)
    repository.topics = fields.lenient(.topics)
    repository.license = fields.lenient(.license, as: LicenseResponse.self)?.license
    repository.defaultBranch = fields.lenient(.defaultBranch)
    repository.cloneURL = fields.lenient(.cloneURL)
    repository.sshURL = fields.lenient(.sshURL)
    repository.visibility = fields.lenient(.visibility)
  }

  private static func counts(from fields: KeyedDecodingContainer<Key>) -> Repository.Counts {
    var counts = Repository.Counts()
    counts.stars = fields.count(.stargazersCount)
    counts.forks = fields.count(.forksCount)
    counts.openIssues = fields.count(.openIssuesCount)
    counts.searchWatchers = fields.count(.watchersCount)
    counts.subscribers = fields.count(.subscribersCount)
    counts.size = fields.count(.size)
    return counts
  }

  private static func dates(from fields: KeyedDecodingContainer<Key>) -> Repository.Dates {
    func date(_ key: Key) -> Date? {
      fields.lenient(key, as: String.self).flatMap(Timestamp.seconds)
        .map { Date(timeIntervalSince1970: Double($0)) }
    }
    var dates = Repository.Dates()
    dates.created = date(.createdAt)
    dates.updated = date(.updatedAt)
    dates.pushed = date(.pushedAt)
    return dates
  }

  private static func flags(from fields: KeyedDecodingContainer<Key>) -> Repository.Flags {
    var flags = Repository.Flags()
    flags.isArchived = fields.lenient(.archived)
    flags.isDisabled = fields.lenient(.disabled)
    flags.isFork = fields.lenient(.fork)
    flags.isPrivate = fields.lenient(.private)
    flags.isTemplate = fields.lenient(.isTemplate)
    flags.hasDownloads = fields.lenient(.hasDownloads)
    flags.hasIssues = fields.lenient(.hasIssues)
    flags.hasPages = fields.lenient(.hasPages)
    flags.hasProjects = fields.lenient(.hasProjects)
    flags.hasWiki = fields.lenient(.hasWiki)
    return flags
  }
}

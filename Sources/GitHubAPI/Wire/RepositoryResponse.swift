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
    case id, node_id, full_name, owner, html_url, description, homepage, language, topics, license
    case default_branch, clone_url, ssh_url, visibility
    case stargazers_count, forks_count, open_issues_count, watchers_count, subscribers_count, size
    case created_at, updated_at, pushed_at
    case archived, disabled, fork, `private`, is_template
    case has_downloads, has_issues, has_pages, has_projects, has_wiki
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let fullName = try fields.decode(String.self, forKey: .full_name)
    guard let name = RepositoryName(fullName) else {
      throw DecodingError.dataCorruptedError(forKey: .full_name, in: fields, debugDescription: "")
    }
    let url = try fields.decode(WebURL.self, forKey: .html_url).text
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
    repository.nodeID = fields.lenient(.node_id)
    repository.description = fields.lenient(.description)
    repository.homepage = fields.lenient(.homepage)
    repository.language = fields.lenient(.language)
    repository.topics = fields.lenient(.topics)
    repository.license = fields.lenient(.license, as: LicenseResponse.self)?.license
    repository.defaultBranch = fields.lenient(.default_branch)
    repository.cloneURL = fields.lenient(.clone_url)
    repository.sshURL = fields.lenient(.ssh_url)
    repository.visibility = fields.lenient(.visibility)
  }

  private static func counts(from fields: KeyedDecodingContainer<Key>) -> Repository.Counts {
    var counts = Repository.Counts()
    counts.stars = fields.count(.stargazers_count)
    counts.forks = fields.count(.forks_count)
    counts.openIssues = fields.count(.open_issues_count)
    counts.searchWatchers = fields.count(.watchers_count)
    counts.subscribers = fields.count(.subscribers_count)
    counts.size = fields.count(.size)
    return counts
  }

  private static func dates(from fields: KeyedDecodingContainer<Key>) -> Repository.Dates {
    func date(_ key: Key) -> Date? {
      fields.lenient(key, as: String.self).flatMap { try? Date($0, strategy: .iso8601) }
    }
    var dates = Repository.Dates()
    dates.created = date(.created_at)
    dates.updated = date(.updated_at)
    dates.pushed = date(.pushed_at)
    return dates
  }

  private static func flags(from fields: KeyedDecodingContainer<Key>) -> Repository.Flags {
    var flags = Repository.Flags()
    flags.isArchived = fields.lenient(.archived)
    flags.isDisabled = fields.lenient(.disabled)
    flags.isFork = fields.lenient(.fork)
    flags.isPrivate = fields.lenient(.private)
    flags.isTemplate = fields.lenient(.is_template)
    flags.hasDownloads = fields.lenient(.has_downloads)
    flags.hasIssues = fields.lenient(.has_issues)
    flags.hasPages = fields.lenient(.has_pages)
    flags.hasProjects = fields.lenient(.has_projects)
    flags.hasWiki = fields.lenient(.has_wiki)
    return flags
  }
}

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
struct RepositoryResponse: JSONReadable {
  let repository: Repository

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    try self.init(&members)
  }

  /// Asks for the members in the order in which GitHub writes them, within each part.
  init(_ members: inout JSONMembers) throws(JSONMismatch) {
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

  private struct RepositoryNameResponse: JSONReadable {
    let name: RepositoryName

    init(_ json: JSONElement) throws(JSONMismatch) {
      guard let name = RepositoryName(try String(json)) else { throw json.unreadable }
      self.name = name
    }
  }
}

extension JSONMembers {
  /// A time, or nil where it is missing or none.
  mutating func date(_ key: StaticString) -> Date? {
    lenient(key, as: String.self).flatMap(Timestamp.seconds)
      .map { Date(timeIntervalSince1970: Double($0)) }
  }
}

extension Repository {
  fileprivate mutating func readTexts(from members: inout JSONMembers) {
    description = members.lenient("description")
    sshURL = members.lenient("ssh_url")
    cloneURL = members.lenient("clone_url")
    homepage = members.lenient("homepage")
    language = members.lenient("language")
    license = members.lenient("license", as: LicenseResponse.self)?.license
    topics = members.lenient("topics")
    visibility = members.lenient("visibility")
    defaultBranch = members.lenient("default_branch")
    nodeID = members.lenient("node_id")
  }
}

extension Repository.Dates {
  fileprivate init(_ members: inout JSONMembers) {
    self.init()
    created = members.date("created_at")
    updated = members.date("updated_at")
    pushed = members.date("pushed_at")
  }
}

extension Repository.Counts {
  fileprivate init(_ members: inout JSONMembers) {
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
  fileprivate init(_ members: inout JSONMembers) {
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

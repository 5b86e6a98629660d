/// Writes repositories as GitHub's answers show them.
struct RepositoryJSON {
  let repository: SandboxRepository
  /// The star count at this moment.
  let stars: Int
  /// Where the API's own URLs point to.
  let baseURL: String
  /// Whether `permissions` is written: GitHub does so for every request with a token.
  let isAuthenticated: Bool

  /// A repository in a list: the `repository` of GitHub's description.
  var listed: JSON {
    .object(identity + urls + dates + webURLs + counts + settings + numbers + permissions)
  }

  /// A hit of a search: the `repo-search-result-item` of GitHub's description.
  var searchItem: JSON {
    listed.adding([("score", .number(1))])
  }

  /// The answer of `GET /repos/{owner}/{repo}`: the `full-repository` of GitHub's description.
  var full: JSON {
    var more: [(String, JSON)] = [
      ("temp_clone_token", isAuthenticated ? "" : nil),
      ("custom_properties", [:]),
      ("network_count", .integer(repository.forks)),
      ("subscribers_count", .integer(repository.subscribers)),
    ]
    if repository.owner.kind == .organization {
      more.append(("organization", repository.owner.json(baseURL: baseURL)))
    }
    return listed.adding(more)
  }

  private var apiURL: String { "\(baseURL)/repos/\(repository.fullName)" }
  private var webURL: String { "https://github.com/\(repository.fullName)" }

  private var identity: [(String, JSON)] {
    [
      ("id", .integer(repository.id)),
      ("node_id", .string(repository.nodeID)),
      ("name", .string(repository.name)),
      ("full_name", .string(repository.fullName)),
      ("private", false),
      ("owner", repository.owner.json(baseURL: baseURL)),
      ("html_url", .string(webURL)),
      ("description", .optional(repository.description)),
      ("fork", .bool(repository.flags.contains(.fork))),
      ("url", .string(apiURL)),
    ]
  }

  private var urls: [(String, JSON)] {
    RepositoryURLs.templates.map { ($0.name, .string(apiURL + $0.suffix)) }
  }

  private var dates: [(String, JSON)] {
    [
      ("created_at", .string(repository.created.iso8601)),
      ("updated_at", .string(repository.updated.iso8601)),
      ("pushed_at", .string(repository.pushed.iso8601)),
    ]
  }

  private var webURLs: [(String, JSON)] {
    [
      ("git_url", "git://github.com/\(repository.fullName).git"),
      ("ssh_url", "git@github.com:\(repository.fullName).git"),
      ("clone_url", "\(webURL).git"),
      ("svn_url", .string(webURL)),
      ("homepage", .optional(repository.homepage)),
    ]
  }

  private var counts: [(String, JSON)] {
    [
      ("size", .integer(repository.size)),
      ("stargazers_count", .integer(stars)),
      ("watchers_count", .integer(stars)),
      ("language", .optional(repository.language)),
    ]
  }

  private var settings: [(String, JSON)] {
    [
      ("has_issues", true), ("has_projects", true), ("has_downloads", true), ("has_wiki", false),
      ("has_pages", .bool(repository.homepage != nil)),
      ("has_discussions", .bool(repository.stars > 20_000)),
      ("forks_count", .integer(repository.forks)),
      ("mirror_url", mirrorURL),
      ("archived", .bool(repository.flags.contains(.archived))),
      ("disabled", .bool(repository.flags.contains(.disabled))),
      ("open_issues_count", .integer(repository.openIssues)),
      ("license", repository.license.map { $0.json(baseURL: baseURL) } ?? .null),
      ("allow_forking", true),
      ("is_template", .bool(repository.flags.contains(.template))),
      ("web_commit_signoff_required", false),
      ("topics", .array(repository.topics.map(JSON.string))),
      ("visibility", "public"),
    ]
  }

  private var mirrorURL: JSON {
    repository.flags.contains(.mirror) ? "https://git.example.org/\(repository.name).git" : .null
  }

  private var numbers: [(String, JSON)] {
    [
      ("forks", .integer(repository.forks)),
      ("open_issues", .integer(repository.openIssues)),
      ("watchers", .integer(stars)),
      ("default_branch", .string(repository.id % 5 == 0 ? "master" : "main")),
    ]
  }

  private var permissions: [(String, JSON)] {
    guard isAuthenticated else { return [] }
    let rights: JSON = [
      "admin": false, "maintain": false, "push": false, "triage": false, "pull": true,
    ]
    return [("permissions", rights)]
  }
}

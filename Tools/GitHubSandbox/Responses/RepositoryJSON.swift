import JSON

/// Encodes repositories as GitHub does.
struct RepositoryJSON {
  let repository: SandboxRepository
  /// The current star count.
  let stars: Int
  /// The base of the API's own URLs.
  let baseURL: String
  /// Whether to write `permissions`, as GitHub does for every request with a token.
  let isAuthenticated: Bool

  /// A repository in a list: the `repository` of GitHub's description.
  var listed: JSONValue {
    .object(identity + urls + dates + webURLs + counts + settings + numbers + permissions)
  }

  /// A hit of a search: the `repo-search-result-item` of GitHub's description.
  var searchItem: JSONValue {
    listed.adding([("score", .double(1))])
  }

  /// The response to `GET /repos/{owner}/{repo}`: the `full-repository` of GitHub's OpenAPI description.
  var full: JSONValue {
    var more: [(String, JSONValue)] = [
      ("temp_clone_token", isAuthenticated ? "" : nil),
      ("custom_properties", [:]),
      ("network_count", .number(repository.forks)),
      ("subscribers_count", .number(repository.subscribers)),
    ]
    if repository.owner.kind == .organization {
      more.append(("organization", repository.owner.json(baseURL: baseURL)))
    }
    return listed.adding(more)
  }

  private var apiURL: String { "\(baseURL)/repos/\(repository.fullName)" }
  private var webURL: String { "https://github.com/\(repository.fullName)" }

  private var identity: [(String, JSONValue)] {
    [
      ("id", .number(repository.id)),
      ("node_id", .string(repository.nodeID)),
      ("name", .string(repository.name)),
      ("full_name", .string(repository.fullName)),
      ("private", .bool(repository.flags.contains(.private))),
      ("owner", repository.owner.json(baseURL: baseURL)),
      ("html_url", .string(webURL)),
      ("description", .string(repository.description)),
      ("fork", .bool(repository.flags.contains(.fork))),
      ("url", .string(apiURL)),
    ]
  }

  private var urls: [(String, JSONValue)] {
    RepositoryURLs.templates.map { ($0.name, .string(apiURL + $0.suffix)) }
  }

  private var dates: [(String, JSONValue)] {
    [
      ("created_at", .string(repository.created.iso8601)),
      ("updated_at", .string(repository.updated.iso8601)),
      ("pushed_at", .string(repository.pushed.iso8601)),
    ]
  }

  private var webURLs: [(String, JSONValue)] {
    [
      ("git_url", "git://github.com/\(repository.fullName).git"),
      ("ssh_url", "git@github.com:\(repository.fullName).git"),
      ("clone_url", "\(webURL).git"),
      ("svn_url", .string(webURL)),
      ("homepage", .string(repository.homepage)),
    ]
  }

  private var counts: [(String, JSONValue)] {
    [
      ("size", .number(repository.size)),
      ("stargazers_count", .number(stars)),
      ("watchers_count", .number(stars)),
      ("language", .string(repository.language)),
    ]
  }

  private var settings: [(String, JSONValue)] {
    [
      ("has_issues", true), ("has_projects", true), ("has_downloads", true), ("has_wiki", false),
      ("has_pages", .bool(repository.homepage != nil)),
      ("has_discussions", .bool(repository.stars > 20_000)),
      ("forks_count", .number(repository.forks)),
      ("mirror_url", mirrorURL),
      ("archived", .bool(repository.flags.contains(.archived))),
      ("disabled", .bool(repository.flags.contains(.disabled))),
      ("open_issues_count", .number(repository.openIssues)),
      ("license", repository.license.map { $0.json(baseURL: baseURL) } ?? .null),
      ("allow_forking", true),
      ("is_template", .bool(repository.flags.contains(.template))),
      ("web_commit_signoff_required", false),
      ("topics", .array(repository.topics.map { .string($0) })),
      ("visibility", repository.flags.contains(.private) ? "private" : "public"),
    ]
  }

  private var mirrorURL: JSONValue {
    repository.flags.contains(.mirror) ? "https://git.example.org/\(repository.name).git" : .null
  }

  private var numbers: [(String, JSONValue)] {
    [
      ("forks", .number(repository.forks)),
      ("open_issues", .number(repository.openIssues)),
      ("watchers", .number(stars)),
      ("default_branch", .string(repository.defaultBranch)),
    ]
  }

  private var permissions: [(String, JSONValue)] {
    guard isAuthenticated else { return [] }
    let rights: JSONValue = [
      "admin": false, "maintain": false, "push": false, "triage": false, "pull": true,
    ]
    return [("permissions", rights)]
  }
}

/// The API URLs in every repository, relative to the repository's own URL.
enum RepositoryURLs {
  static let templates: [(name: String, suffix: String)] = [
    ("forks_url", "/forks"),
    ("keys_url", "/keys{/key_id}"),
    ("collaborators_url", "/collaborators{/collaborator}"),
    ("teams_url", "/teams"),
    ("hooks_url", "/hooks"),
    ("issue_events_url", "/issues/events{/number}"),
    ("events_url", "/events"),
    ("assignees_url", "/assignees{/user}"),
    ("branches_url", "/branches{/branch}"),
    ("tags_url", "/tags"),
    ("blobs_url", "/git/blobs{/sha}"),
    ("git_tags_url", "/git/tags{/sha}"),
    ("git_refs_url", "/git/refs{/sha}"),
    ("trees_url", "/git/trees{/sha}"),
    ("statuses_url", "/statuses/{sha}"),
    ("languages_url", "/languages"),
    ("stargazers_url", "/stargazers"),
    ("contributors_url", "/contributors"),
    ("subscribers_url", "/subscribers"),
    ("subscription_url", "/subscription"),
    ("commits_url", "/commits{/sha}"),
    ("git_commits_url", "/git/commits{/sha}"),
    ("comments_url", "/comments{/number}"),
    ("issue_comment_url", "/issues/comments{/number}"),
    ("contents_url", "/contents/{+path}"),
    ("compare_url", "/compare/{base}...{head}"),
    ("merges_url", "/merges"),
    ("archive_url", "/{archive_format}{/ref}"),
    ("downloads_url", "/downloads"),
    ("issues_url", "/issues{/number}"),
    ("pulls_url", "/pulls{/number}"),
    ("milestones_url", "/milestones{/number}"),
    ("notifications_url", "/notifications{?since,all,participating}"),
    ("labels_url", "/labels{/name}"),
    ("releases_url", "/releases{/id}"),
    ("deployments_url", "/deployments"),
  ]
}

extension SandboxLicense {
  /// A license inside a repository: the `license-simple` of GitHub's description.
  func json(baseURL: String) -> JSONValue {
    [
      "key": .string(key),
      "name": .string(name),
      "spdx_id": .string(spdxID),
      "url": key == "other" ? nil : "\(baseURL)/licenses/\(key)",
      "node_id": .string(base64(Array("07:License\(key)".utf8))),
    ]
  }
}

extension SandboxOwner {
  /// A user within another response: the `simple-user` of GitHub's OpenAPI description.
  func json(baseURL: String) -> JSONValue {
    let url = "\(baseURL)/users/\(login)"
    return [
      "login": .string(login),
      "id": .number(id),
      "node_id": .string(base64(Array(nodeIDText.utf8))),
      "avatar_url": "https://avatars.githubusercontent.com/u/\(id)?v=4",
      "gravatar_id": "",
      "url": .string(url),
      "html_url": "https://github.com/\(login)",
      "followers_url": "\(url)/followers",
      "following_url": "\(url)/following{/other_user}",
      "gists_url": "\(url)/gists{/gist_id}",
      "starred_url": "\(url)/starred{/owner}{/repo}",
      "subscriptions_url": "\(url)/subscriptions",
      "organizations_url": "\(url)/orgs",
      "repos_url": "\(url)/repos",
      "events_url": "\(url)/events{/privacy}",
      "received_events_url": "\(url)/received_events",
      "type": .string(kind.rawValue),
      "user_view_type": "public",
      "site_admin": false,
    ]
  }

  /// The signed-in user: the `private-user` of GitHub's description.
  func privateJSON(baseURL: String) -> JSONValue {
    json(baseURL: baseURL).adding([
      ("name", .string(login.capitalizedFirst)), ("company", nil), ("blog", ""),
      ("location", nil), ("email", nil), ("hireable", nil), ("bio", nil),
      ("twitter_username", nil), ("notification_email", nil), ("public_repos", 8),
      ("public_gists", 2), ("followers", 20), ("following", 3),
      ("created_at", "2015-03-14T09:26:53Z"), ("updated_at", "2026-06-01T12:00:00Z"),
      ("private_gists", 0), ("total_private_repos", 0), ("owned_private_repos", 0),
      ("disk_usage", 4_096), ("collaborators", 0), ("two_factor_authentication", true),
      (
        "plan", ["name": "free", "space": 976_562_499, "collaborators": 0, "private_repos": 10_000]
      ),
    ])
  }

  private var nodeIDText: String {
    switch kind {
    case .user: "04:User\(id)"
    case .organization: "012:Organization\(id)"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

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
    let urls = urlMembers(of: apiURL, Self.urlTemplates)
    return .object(identity + urls + facts + permissions)
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

  private var facts: [(String, JSONValue)] {
    [
      ("created_at", .string(repository.created.iso8601)),
      ("updated_at", .string(repository.updated.iso8601)),
      ("pushed_at", .string(repository.pushed.iso8601)),
      ("git_url", "git://github.com/\(repository.fullName).git"),
      ("ssh_url", "git@github.com:\(repository.fullName).git"),
      ("clone_url", "\(webURL).git"), ("svn_url", .string(webURL)),
      ("homepage", .string(repository.homepage)), ("size", .number(repository.size)),
      ("stargazers_count", .number(stars)), ("watchers_count", .number(stars)),
      ("language", .string(repository.language)), ("has_issues", true), ("has_projects", true),
      ("has_downloads", true), ("has_wiki", false),
      ("has_pages", .bool(repository.homepage != nil)),
      ("has_discussions", .bool(repository.stars > 20_000)),
      ("forks_count", .number(repository.forks)), ("mirror_url", mirrorURL),
      ("archived", .bool(repository.flags.contains(.archived))),
      ("disabled", .bool(repository.flags.contains(.disabled))),
      ("open_issues_count", .number(repository.openIssues)),
      ("license", repository.license.map { $0.json(baseURL: baseURL) } ?? .null),
      ("allow_forking", true), ("is_template", .bool(repository.flags.contains(.template))),
      ("web_commit_signoff_required", false),
      ("topics", .array(repository.topics.map { .string($0) })),
      ("visibility", repository.flags.contains(.private) ? "private" : "public"),
      ("forks", .number(repository.forks)), ("open_issues", .number(repository.openIssues)),
      ("watchers", .number(stars)), ("default_branch", .string(repository.defaultBranch)),
    ]
  }

  private var mirrorURL: JSONValue {
    repository.flags.contains(.mirror) ? "https://git.example.org/\(repository.name).git" : .null
  }

  private var permissions: [(String, JSONValue)] {
    guard isAuthenticated else { return [] }
    let rights: JSONValue = [
      "admin": false, "maintain": false, "push": false, "triage": false, "pull": true,
    ]
    return [("permissions", rights)]
  }
}

extension RepositoryJSON {
  /// The names of a repository's URLs, each with the rest of the URL.
  fileprivate static let urlTemplates = templates(
    """
    forks /forks keys /keys{/key_id} collaborators /collaborators{/collaborator} teams /teams
    hooks /hooks issue_events /issues/events{/number} events /events assignees /assignees{/user}
    branches /branches{/branch} tags /tags blobs /git/blobs{/sha} git_tags /git/tags{/sha}
    git_refs /git/refs{/sha} trees /git/trees{/sha} statuses /statuses/{sha} languages /languages
    stargazers /stargazers contributors /contributors subscribers /subscribers
    subscription /subscription commits /commits{/sha} git_commits /git/commits{/sha}
    comments /comments{/number} issue_comment /issues/comments{/number} contents /contents/{+path}
    compare /compare/{base}...{head} merges /merges archive /{archive_format}{/ref}
    downloads /downloads issues /issues{/number} pulls /pulls{/number}
    milestones /milestones{/number} notifications /notifications{?since,all,participating}
    labels /labels{/name} releases /releases{/id} deployments /deployments
    """
  )
}

private typealias URLTemplate = (name: String, rest: String)

/// Reads the list once: `forks /forks` is the `forks_url`.
private func templates(_ list: String) -> [URLTemplate] {
  let words = list.split(whereSeparator: \.isWhitespace)
  return stride(from: 0, to: words.count, by: 2).map { index in
    ("\(words[index])_url", String(words[index + 1]))
  }
}

private func urlMembers(of base: String, _ templates: [URLTemplate]) -> [(String, JSONValue)] {
  templates.map { ($0.name, .string(base + $0.rest)) }
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
    let identity: [(String, JSONValue)] = [
      ("login", .string(login)), ("id", .number(id)),
      ("node_id", .string(base64(Array(nodeIDText.utf8)))),
      ("avatar_url", "https://avatars.githubusercontent.com/u/\(id)?v=4"), ("gravatar_id", ""),
      ("url", .string(url)), ("html_url", "https://github.com/\(login)"),
    ]
    let kind: [(String, JSONValue)] = [
      ("type", .string(kind.rawValue)), ("user_view_type", "public"), ("site_admin", false),
    ]
    return .object(identity + urlMembers(of: url, Self.urlTemplates) + kind)
  }

  private static let urlTemplates = templates(
    """
    followers /followers following /following{/other_user} gists /gists{/gist_id}
    starred /starred{/owner}{/repo} subscriptions /subscriptions organizations /orgs repos /repos
    events /events{/privacy} received_events /received_events
    """
  )

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

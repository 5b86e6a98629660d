import GitHubSandbox
import JSON
import Testing

/// The members that GitHub's OpenAPI description (github/rest-api-description, MIT) requires in
/// responses.
///
/// One word per member: its name, `:`, and the first letter of its type (string, integer, number,
/// boolean, object, array), `?` if it may be null. Names that end in `_url` are strings.
enum Contract {
  static let urls = """
    html_url url forks_url keys_url collaborators_url teams_url hooks_url issue_events_url \
    events_url assignees_url branches_url tags_url blobs_url git_tags_url git_refs_url trees_url \
    statuses_url languages_url stargazers_url contributors_url subscribers_url subscription_url \
    commits_url git_commits_url comments_url issue_comment_url contents_url compare_url \
    merges_url archive_url downloads_url issues_url pulls_url milestones_url notifications_url \
    labels_url releases_url deployments_url git_url ssh_url clone_url svn_url
    """
  static let repository = """
    id:i node_id:s name:s full_name:s owner:o private:b description:s? fork:b created_at:s \
    updated_at:s pushed_at:s homepage:s? size:i stargazers_count:i watchers_count:i language:s? \
    forks_count:i open_issues_count:i default_branch:s forks:i open_issues:i watchers:i \
    mirror_url:s? has_issues:b has_projects:b has_pages:b has_wiki:b archived:b disabled:b \
    license:o? topics:a visibility:s \(urls)
    """
  static let searchItem = "\(repository) score:n"
  static let full = "\(repository) subscribers_count:i network_count:i has_discussions:b"
  static let simpleUser = """
    login:s id:i node_id:s avatar_url gravatar_id:s? url html_url followers_url following_url \
    gists_url starred_url subscriptions_url organizations_url repos_url events_url \
    received_events_url type:s site_admin:b
    """
  static let privateUser = """
    \(simpleUser) name:s? company:s? blog:s? location:s? email:s? hireable:b? bio:s? \
    public_repos:i public_gists:i followers:i following:i created_at:s updated_at:s \
    private_gists:i total_private_repos:i owned_private_repos:i disk_usage:i collaborators:i \
    two_factor_authentication:b
    """
  static let license = "key:s name:s url:s? spdx_id:s? node_id:s"
  static let contentFile = """
    type:s encoding:s size:i name:s path:s content:s sha:s url git_url html_url download_url \
    _links:o
    """
  static let error = "message:s documentation_url:s status:s"

  /// The members that are missing or have another type.
  static func violations(_ words: String, by value: JSONValue) -> [String] {
    words.split(separator: " ").map(String.init).filter { word in
      let parts = word.split(separator: ":")
      let type = parts.count > 1 ? String(parts[1]) : "s"
      guard let member = value[String(parts[0])] else { return true }
      return !isOf(type, member)
    }
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch value {
    case .null: type.hasSuffix("?")
    case .bool: type.hasPrefix("b")
    case .number: type.hasPrefix("i") || type.hasPrefix("n")
    case .double: type.hasPrefix("n")
    case .string: type.hasPrefix("s")
    case .array: type.hasPrefix("a")
    case .object: type.hasPrefix("o")
    }
  }
}

@Suite struct ContractTests {
  @Test func `every search item has the members that the description requires`() throws {
    let client = Client { $0.generatedRepositories = 300 }

    for page in 1...6 {
      let answer = client.send(
        "GET",
        "/search/repositories?q=fork%3Atrue&per_page=100&page=\(page)"
      )
      for item in try answer.json()["items"]?.elements ?? [] {
        #expect(Contract.violations(Contract.searchItem, by: item) == [])
        #expect(item["owner"].map { Contract.violations(Contract.simpleUser, by: $0) } == [])
        if let license = item["license"], license != .null {
          #expect(Contract.violations(Contract.license, by: license) == [])
        }
      }
    }
  }

  @Test func `a repository, its README, the user and errors have the required members`() throws {
    let client = Client()

    #expect(
      try Contract.violations(
        Contract.full,
        by: client.send("GET", "/repos/swiftlang/swift").json()
      ) == []
    )
    #expect(
      try Contract.violations(
        Contract.contentFile,
        by: client.send("GET", "/repos/swiftlang/swift/readme").json()
      ) == []
    )
    #expect(
      try Contract.violations(Contract.privateUser, by: client.send("GET", "/user").json()) == []
    )
    #expect(
      try Contract.violations(Contract.error, by: client.send("GET", "/repos/a/b").json()) == []
    )
  }
}

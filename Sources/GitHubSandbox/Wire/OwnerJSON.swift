extension SandboxOwner {
  /// A user inside other answers: the `simple-user` of GitHub's description.
  func json(baseURL: String) -> JSON {
    let url = "\(baseURL)/users/\(login)"
    return [
      "login": .string(login),
      "id": .integer(id),
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
  func privateJSON(baseURL: String) -> JSON {
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

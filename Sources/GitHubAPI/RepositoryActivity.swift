package import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == [NodeResult<JudgedRepository>?] {
  /// The facts by which up to 100 repositories are judged, looked up by name; nil for one without a
  /// result.
  ///
  /// GitHub also finds a renamed repository by its former name. With a date it also counts the
  /// commits since then, which GitHub can do only for few repositories; for many, use a separate
  /// query.
  package static func judged(named names: [RepositoryName], commitsSince date: Date? = nil) -> Self
  {
    .results(
      "Judged",
      names,
      selecting: """
        \(Repository.nodeFields) archivedAt latestRelease { \(Release.fields) }
        issues(states: OPEN) { totalCount } pullRequests(states: OPEN) { totalCount }
        \(date.map(Activity.Facts.commits) ?? "")
        """
    ) { json in
      Repository(node: json).map { repository in
        var facts = date == nil ? Activity.Facts() : Activity.Facts(commits: json)
        facts.archived = json["archivedAt"]?.date
        facts.latestRelease = json["latestRelease"].flatMap(Release.init)
        facts.openIssues = json["issues"]?["totalCount"]?.count
        facts.openPullRequests = json["pullRequests"]?["totalCount"]?.count
        return JudgedRepository(repository, facts)
      }
    }
  }
}

extension Endpoint where Value == [NodeResult<Activity.Facts>?] {
  /// The commits of up to 50 repositories since a date, looked up by name.
  package static func commits(named names: [RepositoryName], since date: Date) -> Self {
    .results("Commits", names, selecting: "nameWithOwner \(Activity.Facts.commits(since: date))") {
      $0["nameWithOwner"] == nil ? nil : Activity.Facts(commits: $0)
    }
  }

  /// The maximum number of repositories in one request.
  package static var maxCommits: Int { 50 }
}

extension Endpoint {
  /// A query that looks repositories up by name; nil for one without a result.
  fileprivate static func results<Node>(
    _ query: String,
    _ names: [RepositoryName],
    selecting fields: String,
    value: @escaping @Sendable (JSONElement) -> Node?
  ) -> Self where Value == [NodeResult<Node>?] {
    Self(
      named: query,
      names,
      selecting: fields,
      tolerating: { $0.path.first?.hasPrefix("r") == true },
      value: { data, problems in
        names.indices.map { index in
          if let problem = problems.first(where: { $0.path.first == "r\(index)" }) {
            return problem.result(subject: names[index].fullName, depth: 1)
          }
          return data["r\(index)"].flatMap(value).map(NodeResult.found)
        }
      }
    )
  }
}

extension Activity.Facts {
  /// The fields parsed by ``init(commits:)``.
  fileprivate static func commits(since date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970)
    return """
      defaultBranchRef { target { ... on Commit {
      committedDate history(since: "\(Timestamp.text(seconds) ?? "")") { totalCount }
      } } }
      """
  }

  /// An empty repository has no branch and therefore no commits.
  fileprivate init(commits json: JSONElement) {
    self.init()
    let commit = json["defaultBranchRef"]?["target"]
    lastCommit = commit?["committedDate"]?.date
    recentCommits = commit?["history"]?["totalCount"]?.count ?? 0
  }
}

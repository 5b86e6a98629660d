package import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == [NodeResult<JudgedRepository>?] {
  /// The facts by which up to 100 repositories are judged, by their names, each with its own result, or nil if it has none.
  ///
  /// GitHub finds a renamed repository by its former name too. The commits are a query on their own, since GitHub
  /// gives up on both together.
  package static func judged(named names: [RepositoryName]) -> Self {
    Self(
      named: "Judged",
      names,
      selecting: """
        \(Repository.nodeFields) archivedAt latestRelease { \(Release.fields) }
        issues(states: OPEN) { totalCount } pullRequests(states: OPEN) { totalCount }
        """,
      tolerating: { $0.path.first?.hasPrefix("r") == true },
      value: { data, problems in
        names.indices.map { index in
          let problem = problems.first { $0.path.first == "r\(index)" }
          if let problem { return problem.result(subject: names[index].fullName, depth: 1) }
          return data["r\(index)"].flatMap(JudgedRepository.init).map(NodeResult.found)
        }
      }
    )
  }
}

extension JudgedRepository {
  fileprivate init?(_ json: JSONElement) {
    guard let repository = Repository(node: json) else { return nil }
    self.init(repository)
    facts.archived = json["archivedAt"]?.date
    facts.latestRelease = json["latestRelease"].flatMap(Release.init)
    facts.openIssues = json["issues"]?["totalCount"]?.count
    facts.openPullRequests = json["pullRequests"]?["totalCount"]?.count
  }
}

extension Endpoint where Value == [NodeResult<CommitActivity>?] {
  /// The commits of up to 50 repositories by their node IDs, counted since a date.
  package static func commits(nodeIDs: [String], since date: Date) -> Self {
    .repositories(
      "Commits",
      nodeIDs: nodeIDs,
      selecting: """
        nameWithOwner defaultBranchRef { target { ... on Commit {
        committedDate history(since: "\(Timestamp.text(Int(date.timeIntervalSince1970)) ?? "")") { totalCount }
        } } }
        """,
      subject: "(commits)",
      value: CommitActivity.init
    )
  }

  /// The maximum number of repositories in one request.
  package static var maxCommitNodes: Int { 50 }
}

extension CommitActivity {
  fileprivate init?(_ json: JSONElement) {
    guard json["nameWithOwner"] != nil else { return nil }
    let commit = json["defaultBranchRef"]?["target"]
    let last = commit?["committedDate"]?.date
    self.init(last: last, recentCount: commit?["history"]?["totalCount"]?.count ?? 0)
  }
}

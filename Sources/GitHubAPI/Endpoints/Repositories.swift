package import GitHubModel

extension Endpoint where Value == Repository {
  /// `GET /repos/{owner}/{repo}`: the facts that a list lacks, watchers among them.
  package static func repository(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name],
      staleness: .confirmed,
      authentication: .optional,
      attempted: "view \(name)",
      value: { (wire: RepositoryResponse) in wire.repository }
    )
  }
}

package import GitHubModel
import JSON

/// The orders in which GitHub lists forks.
package enum ForkOrder: String, Sendable, CaseIterable {
  case stars = "stargazers"
  case pushed = "pushed_at"
}

extension Endpoint where Value == RepositoryPage {
  /// A repository's first 100 forks in an order: most starred or most recently pushed first.
  package static func forks(of name: RepositoryName, by order: ForkOrder) -> Self {
    Self(
      named: "Forks",
      [name],
      selecting: """
        forks(first: 100, orderBy: {field: \(order.rawValue.uppercased()), direction: DESC}) {
        totalCount nodes { \(Repository.nodeFields) } }
        """,
      subject: name.fullName,
      tolerating: { _ in false },
      value: { data, _ in
        guard let forks = data["r0"]?["forks"], let nodes = forks["nodes"]?.array,
          let total = forks["totalCount"]?.count
        else { return nil }
        let repositories = nodes.compactMap(Repository.init(node:))
        return RepositoryPage(repositories: repositories, totalCount: total)
      }
    )
  }
}

extension Endpoint where Value == [Fork?] {
  /// Compares up to 50 forks with a repository's default branch; nil for a fork that GitHub cannot
  /// compare.
  package static func compare(_ forks: [Repository], with name: RepositoryName) -> Self {
    let comparisons = forks.enumerated().map { index, fork in
      // A branch may contain any character, but a quotation mark would end the string.
      let branch = (fork.defaultBranch ?? "main").filter { $0 != "\"" && $0 != "\\" }
      return "f\(index): compare(headRef: \"\(fork.name.owner):\(branch)\") { aheadBy behindBy }"
    }
    return Self(
      named: "Compare",
      [name],
      selecting: "defaultBranchRef { \(comparisons.joined(separator: " ")) }",
      subject: "\(name) (comparison)",
      tolerating: { $0.isAboutOneNode && $0.path.count == 3 },
      value: { data, _ in
        guard let branch = data["r0"]?["defaultBranchRef"] else { return nil }
        return forks.enumerated().map { index, fork in
          guard let ahead = branch["f\(index)"]?["aheadBy"]?.count,
            let behind = branch["f\(index)"]?["behindBy"]?.count
          else { return nil }
          return Fork(fork, aheadBy: ahead, behindBy: behind)
        }
      }
    )
  }

  /// The maximum number of forks in one comparison.
  package static var maxForks: Int { 50 }
}

import GitHubModel

/// A repository and its place in the list of results, counted from 1.
struct RankedRepository: Sendable {
  let rank: Int
  let repository: Repository
}

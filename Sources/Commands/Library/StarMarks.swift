import GitHubAPI
import GitHubModel
import Locking
import TokenStore

/// Tells of rows whether they are starred: GitHub's word where there is a token, else the copy's.
///
/// A row that neither knows of stays without an answer.
final class StarMarks: Sendable {
  private let services: Services
  private let local: LocalStars
  private let hasToken: Bool
  /// Nobody who once did not answer is asked again.
  private let isGitHubAsked = Guarded(true)

  init(_ services: Services) {
    self.services = services
    local = LocalStars(services)
    hasToken = services.hasToken
  }

  func marked(_ repositories: [Repository]) async -> [Repository] {
    let states = await statesAtGitHub(of: repositories)
    guard let states else { return local.marked(repositories) }
    return repositories.map { repository in
      var repository = repository
      repository.isStarred = repository.nodeID.flatMap { states[$0] }
      return repository
    }
  }

  /// By node id; nil where GitHub cannot say.
  private func statesAtGitHub(of repositories: [Repository]) async -> [String: Bool]? {
    let nodes = repositories.compactMap(\.nodeID)
    guard hasToken, !nodes.isEmpty, isGitHubAsked.withLock({ $0 }) else { return nil }
    do throws(GitHubError) {
      return try await services.client.send(.starStates(nodeIDs: nodes)).value
    } catch {
      isGitHubAsked.withLock { $0 = false }
      return nil
    }
  }
}

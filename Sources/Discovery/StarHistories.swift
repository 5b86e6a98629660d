package import Core
package import Essentials
package import GitHubAPI
package import GitHubModel

/// Reads star histories, each page at most once a day.
package struct StarHistories {
  let session: Session
  private(set) var client: GitHubAPIClient

  /// How long a cached page is used, in seconds; never beyond the end of the server's day.
  package static let maxAge: TimeInterval = 20 * 3600

  package init(_ session: Session, maxAge: TimeInterval = Self.maxAge) {
    self.session = session
    client = session.caching(for: maxAge)
  }

  /// A copy for optional histories; see ``GitHubAPIClient/bestEffort(within:)``.
  package func bestEffort(within timeLimit: Duration) -> Self {
    var histories = self
    histories.client = client.bestEffort(within: timeLimit)
    return histories
  }

  /// The history of a repository since a date, or all of it; announced if it takes many requests.
  package func history(
    of name: RepositoryName,
    since date: Date?
  ) async throws(GitHubError) -> StarHistory {
    try await client.starHistory(of: name, since: date) { [world = session.world] pages in
      guard pages > Self.maxSilentPages else { return }
      world.notify(.longHistory(name, requests: pages))
    }
  }

  private static let maxSilentPages = 5

  /// The start of the twelve weeks that a sparkline shows.
  package var recentStart: Date { session.world.now().addingTimeInterval(-12 * 7 * 86_400) }

  /// The stars gained since ``recentStart``; nil if they cannot be read.
  package func recentGrowth(of name: RepositoryName) async -> StarGrowth? {
    try? await StarGrowth(history(of: name, since: recentStart))
  }

  /// Converts the failure for an existing repository: a server without histories responds with 404.
  package static func failure(_ error: GitHubError, _ session: Session) -> OperationFailure {
    guard error.status == 404 else { return OperationFailure(error, in: session.world) }
    let host = session.base.webHost ?? session.base.origin.authority
    return OperationFailure(.noHistories(host: host), about: error.subject)
  }
}

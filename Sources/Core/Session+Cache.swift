package import Essentials
package import GitHubAPI
package import GitHubModel

extension Session {
  /// A client that uses cached responses up to this age without requests to GitHub.
  package func client(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    age.map { caching(for: $0.seconds) } ?? client
  }

  /// A client that also revalidates older cached responses, which does not count against rate limits.
  package func revalidatingClient(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    caching(for: age?.seconds ?? 0)
  }

  /// A client that uses cached responses up to this age in seconds, and revalidates older ones.
  package func caching(for seconds: TimeInterval) -> GitHubAPIClient {
    client.caching(ResponseCache(library, maxAge: seconds))
  }
}

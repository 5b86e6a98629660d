import Essentials
import GitHubAPI
import GitHubModel
import RepositoryStore

extension Session {
  /// A client that uses cached responses up to that age without asking GitHub.
  func client(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    age.map { caching(for: $0.seconds) } ?? client
  }

  /// A client that also revalidates older cached responses, which does not count against rate limits.
  func revalidatingClient(acceptingAge age: TimeSpan?) -> GitHubAPIClient {
    caching(for: age?.seconds ?? 0)
  }

  /// A client that uses cached responses of that age in seconds, and revalidates older ones.
  func caching(for seconds: TimeInterval) -> GitHubAPIClient {
    client.caching(ResponseCache(StoredResponses(library: library), maxAge: seconds))
  }
}

/// The responses in the cache file, for the client.
private struct StoredResponses: ResponseStorage {
  let library: Library

  func response(for key: String) async -> (payload: Data, storedAt: Date)? {
    await library.cachedResponse(key).map { ($0.payload, $0.storedAt) }
  }

  func store(_ payload: Data, for key: String) async {
    await library.cache(payload, as: key)
  }
}

package import GitHubModel

/// A web page on the configured API's host.
///
/// If that host is unknown, there is no page: opening it on github.com instead would reveal
/// searches of a private server.
package enum WebPage: Sendable {
  /// The results of a search.
  case search(SearchQuery)
  /// The user's own stars, or another user's.
  case stars(of: String?)
  case repository(RepositoryName)

  /// The address.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/usage`` if the web host is unknown.
  package func address(on base: APIBase) throws(OperationFailure) -> String {
    guard let host = base.webHost else { throw OperationFailure(.unknownWebHost(self, base)) }
    switch self {
    case .search(let query):
      let url = "https://\(host)/search?q=\(query.q.percentEncoded)&type=repositories"
      guard query.sort != .bestMatch else { return url }
      return url + "&s=\(query.sort.rawValue)&o=\(query.order.rawValue)"
    case .stars(let login): return "https://\(host)/" + (login.map { "\($0)?tab=stars" } ?? "stars")
    case .repository(let name): return "https://\(host)/\(name)"
    }
  }

  /// A repository's page; nil if the web host is unknown.
  package static func repository(_ name: RepositoryName, on base: APIBase) -> String? {
    try? Self.repository(name).address(on: base)
  }

  /// A repository's page.
  ///
  /// If the web host is unknown, this is the URL that the API returned for the repository, if it is
  /// on the API's own host.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/usage`` if there is no such URL either.
  package static func repository(
    _ name: RepositoryName,
    _ session: Session
  ) async throws(OperationFailure) -> String {
    let base = session.base
    do throws(OperationFailure) {
      return try Self.repository(name).address(on: base)
    } catch {
      guard let url = await session.library.knownRepository(name)?.url, isOn(base.origin, url)
      else {
        throw error
      }
      return url
    }
  }

  /// Whether a URL is on the origin's host; ports may differ, since an API and its pages are often
  /// served by two programs.
  private static func isOn(_ origin: Origin, _ url: String) -> Bool {
    Origin.split(url)?.origin.host == origin.host
  }
}

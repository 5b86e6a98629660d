import GitHubModel

/// Addresses of web pages, all of them on the web host of the configured API.
///
/// If that host is not known, there is no page: opening it on github.com instead would reveal searches of a
/// private server.
enum WebPage {
  /// The results of a search.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the web host is not known.
  static func search(_ query: SearchQuery, base: APIBase) throws(CommandFailure) -> String {
    guard let host = base.webHost else { throw unknownHost("open the search", base) }
    let url = "https://\(host)/search?q=\(query.q.percentEncoded)&type=repositories"
    guard query.sort != .bestMatch else { return url }
    return url + "&s=\(query.sort.rawValue)&o=\(query.order.rawValue)"
  }

  /// The user's own stars, or those of another user.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the web host is not known.
  static func stars(of login: String? = nil, base: APIBase) throws(CommandFailure) -> String {
    guard let host = base.webHost else { throw unknownHost("open the stars", base) }
    return "https://\(host)/" + (login.map { "\($0)?tab=stars" } ?? "stars")
  }

  /// A repository's page.
  ///
  /// If the web host is not known, this is the address that the API itself once gave for the repository, if
  /// it is on the API's own host.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if there is no such address either.
  static func repository(
    _ name: RepositoryName,
    _ session: Session
  ) async throws(CommandFailure) -> String {
    let base = session.base
    if let page = repository(name, on: base) { return page }
    guard let url = await session.library.knownRepository(name)?.url, isOn(base.origin, url) else {
      throw unknownHost("open \(name)", base)
    }
    return url
  }

  /// Nil if the web host is not known.
  static func repository(_ name: RepositoryName, on base: APIBase) -> String? {
    base.webHost.map { "https://\($0)/\(name)" }
  }

  /// Ports may differ: an API and its pages are often served by two programs.
  private static func isOn(_ origin: Origin, _ url: String) -> Bool {
    Origin.split(url)?.origin.host == origin.host
  }

  private static func unknownHost(_ operation: String, _ base: APIBase) -> CommandFailure {
    CommandFailure(
      .usage,
      operation,
      "the web host of the API at \(base) is not known",
      advice: "for GitHub Enterprise, use --hostname or GH_HOST instead of GHSEARCH_API_URL"
    )
  }
}

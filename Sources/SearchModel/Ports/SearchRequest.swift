package import GitHubModel

/// One page of one search.
package struct SearchRequest: Sendable, Hashable {
  package var query: SearchQuery
  /// From 1.
  package var page: Int
  package var access: SearchAccess

  package init(query: SearchQuery, page: Int = 1, access: SearchAccess) {
    self.query = query
    self.page = page
    self.access = access
  }

  /// The same on every page: a page number means nothing without it.
  package static let pageSize = 50
  /// How far GitHub lets a search be read.
  package static let mostReachable = 1_000
}

/// In whose name is searched.
package enum SearchAccess: Sendable, Hashable {
  /// With the token, if there is one.
  case signedIn
  /// Without any, though there may be one.
  case anonymous
}

/// What GitHub answered to a ``SearchRequest``.
package struct SearchAnswer: Sendable, Hashable {
  package var page: RepositoryPage
  /// What the answer said of the search budget; nil where it said nothing.
  package var rateLimit: RateLimit?

  package init(page: RepositoryPage, rateLimit: RateLimit? = nil) {
    self.page = page
    self.rateLimit = rateLimit
  }
}

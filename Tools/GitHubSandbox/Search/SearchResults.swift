import JSON

/// The repositories that match a request, in order.
struct SearchResults {
  /// The values of `sort`; without it, the best match comes first.
  enum Sort: String {
    case stars
    case forks
    case helpWantedIssues = "help-wanted-issues"
    case updated
  }

  struct Hit {
    let repository: SandboxRepository
    let stars: Int
    let relevance: Int
  }

  let hits: [Hit]

  /// Finds and sorts the matches; `stars` returns a repository's current count.
  ///
  /// Private repositories match if the token can see them.
  init(
    of request: SearchRequest,
    in catalog: Catalog,
    sort: Sort?,
    isAscending: Bool,
    seesPrivate: Bool,
    stars: (SandboxRepository) -> Int
  ) {
    let found = catalog.entries.compactMap { entry -> Hit? in
      let isPrivate = entry.repository.flags.contains(.private)
      guard seesPrivate || !isPrivate, Self.allows(entry.repository, request.forks) else {
        return nil
      }
      let count = stars(entry.repository)
      let relevance = request.expression.relevance(
        of: entry,
        stars: count,
        fields: request.fields
      )
      return relevance.map { Hit(repository: entry.repository, stars: count, relevance: $0) }
    }
    hits = Self.sorted(found, by: sort, isAscending: sort != nil && isAscending)
  }

  private static func allows(
    _ repository: SandboxRepository,
    _ forks: SearchRequest.Forks
  ) -> Bool {
    switch forks {
    case .without: !repository.flags.contains(.fork)
    case .with: true
    case .only: repository.flags.contains(.fork)
    }
  }

  /// Keeps the catalog's order for equal keys, so that pages never overlap.
  private static func sorted(_ hits: [Hit], by sort: Sort?, isAscending: Bool) -> [Hit] {
    let keyed = hits.enumerated().map { (key: key(of: $1, for: sort), index: $0) }
    let order = keyed.sorted { left, right in
      guard left.key != right.key else { return left.index < right.index }
      return isAscending ? left.key < right.key : left.key > right.key
    }
    return order.map { hits[$0.index] }
  }

  private static func key(of hit: Hit, for sort: Sort?) -> Int {
    switch sort {
    case .stars: hit.stars
    case .forks: hit.repository.forks
    case .helpWantedIssues: hit.repository.helpWantedIssues
    case .updated: hit.repository.updated.seconds
    case nil: hit.relevance * 1_000_000 + min(hit.stars, 999_999)
    }
  }
}

/// The repositories that match a request, in order.
struct SearchResults {
  /// What `sort` takes; without it the best match comes first.
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

  /// `stars` gives a repository's count at this moment.
  init(
    of request: SearchRequest,
    in catalogue: Catalogue,
    sort: Sort?,
    isAscending: Bool,
    stars: (SandboxRepository) -> Int
  ) {
    let found = catalogue.entries.compactMap { entry -> Hit? in
      guard Self.allows(entry.repository, request.forks) else { return nil }
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

  /// Equal keys keep the catalogue's order, so pages never overlap.
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

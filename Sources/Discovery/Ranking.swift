package import Core
package import Essentials
package import GitHubAPI
package import GitHubModel

/// A search for repositories that may have gained many stars.
package struct CandidateSearch {
  /// The user's search.
  package let query: SearchQuery
  /// Whether the user's search is empty, so that its range of stars is ours.
  package let isOpen: Bool
  /// The earliest creation date; nil for any.
  package let createdSince: Date?
  package let count: Int

  package init(query: SearchQuery, isOpen: Bool, createdSince: Date?, count: Int) {
    (self.query, self.isOpen, self.createdSince) = (query, isOpen, createdSince)
    self.count = count
  }

  /// Merges the results of all searches, best ones first, without duplicates.
  package func run(
    _ session: Session,
    _ client: GitHubAPIClient
  ) async throws(OperationFailure) -> [Repository] {
    var pages: [[Repository]] = []
    for query in queries(session.world.now()) {
      let response = try await OperationFailure.of(in: session.world) {
        try await client.searchPage(1, of: query, size: Self.pageSize)
      }
      let page = response.value
      pages.append(page.repositories)
      session.library.keep(response)
      // The other searches are subsets of the first.
      if pages.count == 1, let total = page.totalCount, total <= page.repositories.count { break }
    }
    var (found, ids) = ([Repository](), Set<Repository.ID>())
    for place in 0..<Self.pageSize {
      for page in pages where place < page.count && found.count < count {
        if ids.insert(page[place].id).inserted { found.append(page[place]) }
      }
    }
    return found
  }

  /// The user's search, and narrower ones by stars unless it has a range of stars.
  private func queries(_ now: Date) -> [SearchQuery] {
    var query = query
    let hasStarRange = !isOpen && query.use(of: .stars) != .absent
    if let createdSince { query = query.limiting(.created, to: ">=\(createdSince.day)") }
    guard !hasStarRange else { return [query] }
    var active = query
    if active.use(of: .pushed) == .absent {
      active = active.limiting(.pushed, to: ">=\(now.addingTimeInterval(-30 * 86_400).day)")
    }
    let bands = createdSince == nil ? Self.bands : Self.bandsOfNew
    return [query] + bands.map { active.limiting(.stars, to: $0) }
  }

  private static let pageSize = 100
  private static let bands = ["3000..15000", "500..3000", "50..500"]
  private static let bandsOfNew = ["300..1000", "50..300", "10..50"]
}

// MARK: - Ranking

package struct TrendingRow: Sendable {
  package var row: RepositoryRow
  package let gained: Int

  package init(_ repository: Repository, gained: Int, _ growth: StarGrowth) {
    (row, self.gained) = (RepositoryRow(repository), gained)
    row.growth = growth
  }
}

/// Candidates ranked by stars gained, based on the histories read so far.
package struct Ranking {
  package let candidates: [Repository]
  /// The number of whole days that gained stars are counted for.
  package let days: Int
  package private(set) var ranked: [TrendingRow] = []
  /// Why reading ended early.
  private var end: GitHubError?
  /// Failures of single candidates.
  private var failures: [GitHubError] = []

  package init(_ candidates: [Repository], days: Int) {
    (self.candidates, self.days) = (candidates, days)
  }

  package mutating func read(_ histories: StarHistories, _ session: Session) async {
    let progress = BatchProgress(of: candidates.count, in: session.world)
    defer { progress.end() }
    var (receivedCount, failureCount) = (0, 0)
    let results = await ConcurrentCalls.results(
      candidates,
      ends: { (error: GitHubError) in
        failureCount += 1
        // A server without star histories fails for every candidate.
        let hasNone = failureCount == receivedCount && failureCount == Self.maxFirstFailures
        return hasNone || error.endsBatch
      },
      received: { count, _ in
        receivedCount = count
        progress.show(count, item: "star histories")
      },
      call: { repository async throws(GitHubError) in
        try await histories.history(of: repository.name, since: histories.recentStart)
      }
    )
    for (repository, result) in results {
      switch result {
      case .success(let history):
        let gained = history.gained(days: days) ?? 0
        ranked.append(TrendingRow(repository, gained: gained, StarGrowth(history)))
      case .failure(let error) where error.endsBatch: end = end ?? error
      case .failure(let error): failures.append(error)
      }
    }
  }

  private static let maxFirstFailures = 8

  /// Whether the user canceled it.
  package var isCanceled: Bool { end?.kind == .canceled }

  /// Why some existing candidates could not be ranked; nil if all were.
  package func failure(_ session: Session) -> OperationFailure? {
    let others = failures.filter { ranked.isEmpty || $0.kind != .notFound }
    return (end ?? others.first).map { StarHistories.failure($0, session) }
  }

  /// The rows with the most stars gained first, and then by the new share of their stars.
  package var rows: [TrendingRow] {
    let sorted = ranked.filter { $0.gained > 0 }.sorted { left, right in
      (left.gained, left.share, right.row.repository.name.fullName)
        > (right.gained, right.share, left.row.repository.name.fullName)
    }
    return sorted.enumerated().map { index, row in
      var row = row
      row.row.rank = index + 1
      return row
    }
  }
}

extension StarHistories {
  /// The repositories that gained the most stars in seven days, according to histories cached in
  /// the last week; sends no requests.
  package func recentlyTrending(limit: Int) async -> [TrendingRow] {
    let histories = await client.cachedStarHistories(since: session.world.now() - 7 * 86_400)
    let gained = histories.compactMap { name, history in
      history.gained(days: 7).map { (name: name, history: history, stars: $0) }
    }
    var rows: [TrendingRow] = []
    for found in gained.sorted(by: { $0.stars > $1.stars }) where rows.count < limit {
      guard found.stars > 0, let repository = await session.library.knownRepository(found.name)
      else { continue }
      rows.append(TrendingRow(repository, gained: found.stars, StarGrowth(found.history)))
    }
    return rows
  }
}

extension TrendingRow {
  /// The share of its stars that is new.
  fileprivate var share: Double {
    Double(gained) / Double(max(row.repository.counts.stars ?? 0, 1))
  }
}

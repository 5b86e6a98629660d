import Essentials
package import GitHubModel

/// The pages of a search that goes beyond the first 1,000 rows, sorted by stars.
///
/// A page has the repositories that no earlier page had, and the total of the whole search.
package struct ExhaustivePages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A page; the last page of a part may only say how many matches cannot be reached.
  package typealias Element = APIResponse<RepositoryPage>
  /// Why a page could not be read; see ``GitHubError/resumeQualifier``.
  package typealias Failure = GitHubError

  private let client: GitHubAPIClient
  private let query: SearchQuery
  private var crawl: Crawl
  private var pages: SearchPages?
  private var seen: Set<Repository.ID> = []
  private var totalCount: Int?

  init(_ client: GitHubAPIClient, _ query: SearchQuery, now: Int) {
    self.client = client
    self.query = query
    crawl = Crawl(query, now: now)
  }

  package func makeAsyncIterator() -> Self { self }

  /// Requests the next page; nil after the last one.
  package mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(GitHubError) -> Element? {
    while true {
      if pages == nil {
        guard let part = crawl.next() else { return nil }
        pages = client.search(part.query(of: query), limit: SearchPages.reachable)
      }
      if let page = try await nextOfPart() { return accept(page) }
      pages = nil
      let lost = crawl.finish()
      if lost > 0 { return loss(of: lost) }
    }
  }

  private mutating func nextOfPart() async throws(GitHubError) -> Element? {
    do throws(GitHubError) {
      return try await pages?.next()
    } catch {
      var failure = error
      failure.resumeQualifier = crawl.resumeQualifier
      throw failure
    }
  }

  private mutating func accept(_ page: Element) -> Element {
    var page = page
    if totalCount == nil { totalCount = page.value.totalCount }
    let fresh = page.value.repositories.filter { seen.insert($0.id).inserted }
    if !crawl.take(page.value, newCount: fresh.count) { pages = nil }
    page.value.repositories = fresh
    page.value.totalCount = totalCount
    page.hasNextPage = false
    return page
  }

  private func loss(of count: Int) -> Element {
    var page = RepositoryPage(repositories: [], totalCount: totalCount)
    page.unreachableCount = count
    return APIResponse(value: page)
  }
}

extension GitHubAPIClient {
  /// The pages of all matches, beyond GitHub's limit of 1,000, sorted by stars.
  package func searchAll(_ query: SearchQuery) -> ExhaustivePages {
    let now = Int(exactly: date.timeIntervalSince1970.rounded(.up)) ?? 0
    // A day more, in case the local clock is behind.
    return ExhaustivePages(self, query, now: now + 86_400)
  }
}

/// Divides a search with more than 1,000 matches into parts that GitHub returns in full.
///
/// A pure state machine. A search by stars ends at the star count of its last row, and the next part
/// begins there, which costs no additional request. Where more than 1,000 repositories have the same
/// star count, the range of their creation dates is halved until fewer do.
struct Crawl {
  /// The parts left, the next one at the end.
  private var parts: [CrawlPart]
  private var current: CrawlPart?
  /// The total, the rows and the fewest stars of the current part.
  private var total = 0
  private var rowCount = 0
  private var minStars: Int?
  /// The pages in a row without a new repository.
  private var emptyPageCount = 0

  init(_ query: SearchQuery, now: Int) {
    parts = [CrawlPart(all: query, now: now)]
  }

  /// Starts the next part; nil if all are done.
  mutating func next() -> CrawlPart? {
    current = parts.popLast()
    (total, rowCount, minStars) = (0, 0, nil)
    return current
  }

  /// Records a page of the current part.
  ///
  /// False if the rest of the part has been divided, so that its other pages are not needed.
  mutating func take(_ page: RepositoryPage, newCount: Int) -> Bool {
    total = max(total, page.totalCount ?? 0)
    rowCount += page.repositories.count
    minStars = (page.repositories.compactMap(\.counts.stars) + [minStars].compactMap(\.self))
      .min()
    emptyPageCount = newCount > 0 ? 0 : emptyPageCount + 1
    guard isTooLarge, let part = current, !canContinueBelow(part), let halves = part.halves,
      !isStalled
    else { return true }
    parts += [halves.earlier, halves.later]
    current = nil
    return false
  }

  /// Ends the current part after its last page, and returns how many of its matches cannot be reached.
  mutating func finish() -> Int {
    guard let part = current, isTooLarge else { return 0 }
    current = nil
    let isStuck = isStalled
    if !isStuck, let rest = minStars.flatMap(part.below) {
      parts.append(rest)
      return 0
    }
    if !isStuck, let (top, rest) = part.top {
      parts += [rest, top]
      return 0
    }
    return max(total - rowCount, 0)
  }

  /// A qualifier for continuing after a failure.
  ///
  /// It finds every match that has not been read, and some that have; nil if no single qualifier does.
  var resumeQualifier: String? {
    guard let current, let stars = current.stars else { return nil }
    let reached = minStars.map { max(min($0, stars.high ?? $0), stars.low) } ?? stars.high
    let others = parts.compactMap(\.stars)
    guard others.count == parts.count, let reached else { return nil }
    return QueryRange(
      low: others.reduce(stars.low) { min($0, $1.low) },
      high: others.reduce(reached) { max($0, $1.high ?? $0) }
    )
    .map { "stars:\(CrawlPart.text($0))" }
  }

  private var isTooLarge: Bool { total > SearchPages.reachable }

  /// Whether the part has a range of star counts that can be divided.
  private func canContinueBelow(_ part: CrawlPart) -> Bool {
    part.stars.map { !$0.isSingle } ?? false
  }

  /// Stops at a server that sends the same rows for every part.
  private var isStalled: Bool { emptyPageCount >= 100 }
}

/// A part of a search: the matches within a range of star counts and of creation dates.
struct CrawlPart: Equatable {
  /// The range of star counts; nil if the query uses `stars:` in a way that cannot be narrowed.
  var stars: QueryRange?
  /// The range of creation dates in seconds since 1970; nil as for `stars`.
  var created: QueryRange?
  /// Whether the range of dates is narrower than that of the query, so that it needs a qualifier.
  var isCreatedCut = false

  /// All matches of a query; `now` is the latest creation date in seconds since 1970.
  init(all query: SearchQuery, now: Int) {
    switch query.use(of: .stars) {
    case .absent: stars = QueryRange(low: 0, high: nil)
    case .plain(let value): stars = QueryRange(counts: value)
    case .notReplaceable: stars = nil
    }
    switch query.use(of: .created) {
    case .absent: created = QueryRange(low: Self.beginning, high: now)
    case .plain(let value):
      let range = QueryRange(times: value)
      created = range.flatMap {
        QueryRange(low: max($0.low, Self.beginning), high: min($0.high ?? now, now))
      }
    case .notReplaceable: created = nil
    }
  }

  /// 2007-10-01: the first repositories on GitHub were created in that month.
  private static let beginning = 1_191_196_800

  /// The query of the part, sorted by stars, so that its last row shows where the next part begins.
  func query(of query: SearchQuery) -> SearchQuery {
    var query = query
    query.sort = .stars
    query.order = .descending
    if let stars, stars != QueryRange(low: 0, high: nil) {
      query = query.limiting(.stars, to: Self.text(stars))
    }
    if let created, isCreatedCut {
      query = query.limiting(.created, to: Self.timeText(created))
    }
    return query
  }

  static func text(_ stars: QueryRange) -> String {
    guard let high = stars.high else { return ">=\(stars.low)" }
    if stars.isSingle { return "\(high)" }
    return stars.low == 0 ? "<=\(high)" : "\(stars.low)..\(high)"
  }

  private static func timeText(_ range: QueryRange) -> String {
    [range.low, range.high ?? range.low].map { Timestamp.text($0) ?? "*" }.joined(separator: "..")
  }
}

// MARK: Dividing

extension CrawlPart {
  /// The rest of the part, from and including a star count.
  ///
  /// Nil if that is the whole part.
  func below(_ count: Int) -> Self? {
    guard let stars, count >= stars.low, stars.high.map({ count < $0 }) ?? true else { return nil }
    var part = self
    part.stars = QueryRange(low: stars.low, high: count)
    return part
  }

  /// The matches with the highest star count of the part, and the others.
  ///
  /// Nil for a part with a single star count.
  var top: (top: Self, rest: Self)? {
    guard let stars, let high = stars.high, high > stars.low else { return nil }
    var (top, rest) = (self, self)
    top.stars = QueryRange(low: high, high: high)
    rest.stars = QueryRange(low: stars.low, high: high - 1)
    return (top, rest)
  }

  /// The later and the earlier half of the part's dates; nil for a single second.
  var halves: (later: Self, earlier: Self)? {
    guard let created, let high = created.high, high > created.low else { return nil }
    let middle = created.low + (high - created.low) / 2
    var (later, earlier) = (self, self)
    later.created = QueryRange(low: middle + 1, high: high)
    earlier.created = QueryRange(low: created.low, high: middle)
    later.isCreatedCut = true
    earlier.isCreatedCut = true
    return (later, earlier)
  }
}

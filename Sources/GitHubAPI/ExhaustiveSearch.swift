import Essentials
package import GitHubModel

/// The pages of a search beyond the first 1,000 rows, sorted by stars.
///
/// A page contains the repositories missing from earlier pages, and the total of the whole search.
package struct ExhaustivePages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A page; the last page of a part may contain only the number of unreachable matches.
  package typealias Element = APIResponse<RepositoryPage>
  /// The reason why a page could not be read; see ``GitHubError/resumeQualifier``.
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
    // One more day, in case the local clock is slow.
    return ExhaustivePages(self, query, now: now + 86_400)
  }
}

/// Splits a search with more than 1,000 matches into parts that GitHub returns completely.
///
/// This is a pure state machine. A search by stars ends at the star count of its last row, where
/// the next part starts, at no additional request. If more than 1,000 repositories have the same
/// star count, the range of their creation dates is halved until fewer do.
struct Crawl {
  /// The remaining parts; the next one is last.
  private var parts: [CrawlPart]
  private var current: CrawlPart?
  /// The total, the rows and the fewest stars of the current part.
  private var total = 0
  private var rowCount = 0
  private var minStars: Int?
  /// The number of consecutive pages without a new repository.
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
  /// Returns false if the rest of the part was split, so that its other pages are not needed.
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

  /// Ends the current part after its last page, and returns the number of its unreachable matches.
  mutating func finish() -> Int {
    guard let part = current, isTooLarge else { return 0 }
    current = nil
    if !isStalled, let rest = minStars.flatMap(part.below) {
      parts.append(rest)
      return 0
    }
    if !isStalled, let (top, rest) = part.top {
      parts += [rest, top]
      return 0
    }
    return max(total - rowCount, 0)
  }

  /// A qualifier for continuing after a failure.
  ///
  /// It finds all unread matches and some others; nil if no single qualifier does.
  var resumeQualifier: String? {
    guard let current, let stars = current.stars else { return nil }
    let reached =
      minStars.map { max(min($0, stars.upperBound), stars.lowerBound) } ?? stars.upperBound
    let others = parts.compactMap(\.stars)
    guard others.count == parts.count, reached < .max else { return nil }
    let low = others.reduce(stars.lowerBound) { min($0, $1.lowerBound) }
    return "stars:\(CrawlPart.text(low...others.reduce(reached) { max($0, $1.upperBound) }))"
  }

  private var isTooLarge: Bool { total > SearchPages.reachable }

  /// Whether the part has a range of star counts that can be split.
  private func canContinueBelow(_ part: CrawlPart) -> Bool {
    part.stars.map { $0.lowerBound < $0.upperBound } ?? false
  }

  /// Whether to stop because the server sends the same rows for every part.
  private var isStalled: Bool { emptyPageCount >= 100 }
}

/// A part of a search: the matches in a range of star counts and creation dates.
struct CrawlPart: Equatable {
  /// The range of star counts; nil if the query uses `stars:` in a way that cannot be narrowed.
  var stars: ClosedRange<Int>?
  /// The range of creation dates in seconds since 1970; nil as for `stars`.
  var created: ClosedRange<Int>?
  /// Whether the range of dates is narrower than the query's, so that it needs a qualifier.
  var narrowsCreated = false

  /// Creates a part with all matches of a query; `now` is the latest creation date in seconds since
  /// 1970.
  init(all query: SearchQuery, now: Int) {
    switch query.use(of: .stars) {
    case .absent: stars = Self.allStars
    case .plain(let value): stars = (try? ValueRange(counts: value))?.limited(to: Self.allStars)
    case .notReplaceable: stars = nil
    }
    let allDates = Self.beginning...max(now, Self.beginning)
    switch query.use(of: .created) {
    case .absent: created = allDates
    case .plain(let value): created = (try? ValueRange(times: value))?.limited(to: allDates)
    case .notReplaceable: created = nil
    }
  }

  private static let allStars = 0...Int.max

  /// 2007-10-01: GitHub's first repositories were created that month.
  private static let beginning = 1_191_196_800

  /// The query for the part, sorted by stars, so that its last row shows where the next part
  /// starts.
  func query(of query: SearchQuery) -> SearchQuery {
    var query = query
    query.sort = .stars
    query.order = .descending
    if let stars, stars != Self.allStars {
      query = query.limiting(.stars, to: Self.text(stars))
    }
    if let created, narrowsCreated {
      query = query.limiting(.created, to: Self.timeText(created))
    }
    return query
  }

  static func text(_ stars: ClosedRange<Int>) -> String {
    let (low, high) = (stars.lowerBound, stars.upperBound)
    if high == .max { return ">=\(low)" }
    if low == high { return "\(high)" }
    return low == 0 ? "<=\(high)" : "\(low)..\(high)"
  }

  private static func timeText(_ range: ClosedRange<Int>) -> String {
    [range.lowerBound, range.upperBound].map { Timestamp.text($0) ?? "*" }.joined(separator: "..")
  }
}

// MARK: Dividing

extension CrawlPart {
  /// The rest of the part, from and including a star count; nil if that is the whole part.
  func below(_ count: Int) -> Self? {
    guard let stars, stars.contains(count), count < stars.upperBound else { return nil }
    var part = self
    part.stars = stars.lowerBound...count
    return part
  }

  /// The matches with the highest star count of the part, and the others; nil for a part with a single star count.
  var top: (top: Self, rest: Self)? {
    guard let stars, stars.upperBound < .max, stars.lowerBound < stars.upperBound else {
      return nil
    }
    let high = stars.upperBound
    var (top, rest) = (self, self)
    top.stars = high...high
    rest.stars = stars.lowerBound...high - 1
    return (top, rest)
  }

  /// The later and the earlier half of the part's dates; nil for a single second.
  var halves: (later: Self, earlier: Self)? {
    guard let created, created.lowerBound < created.upperBound else { return nil }
    let middle = created.lowerBound + (created.upperBound - created.lowerBound) / 2
    var (later, earlier) = (self, self)
    later.created = middle + 1...created.upperBound
    earlier.created = created.lowerBound...middle
    later.narrowsCreated = true
    earlier.narrowsCreated = true
    return (later, earlier)
  }
}

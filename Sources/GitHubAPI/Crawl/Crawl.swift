import GitHubModel

/// The order in which the parts of a search are asked for: a pure state machine.
///
/// A search reaches a thousand rows. Asked for the most stars first, it ends at some number of stars,
/// and the next part begins there: that costs no request more than the pages themselves. Where more
/// than a thousand have the same number, their time of creation is halved until they do not.
struct Crawl {
  /// To do, the next at the end.
  private var parts: [CrawlPart]
  private var current: CrawlPart?
  /// Of the current part.
  private var total = 0
  private var rowCount = 0
  private var fewestStars: Int?
  private var fruitless = 0

  init(_ query: SearchQuery, now: Int) {
    parts = [CrawlPart(all: query, now: now)]
  }

  /// Starts the next part; nil when all are done.
  mutating func next() -> CrawlPart? {
    current = parts.popLast()
    (total, rowCount, fewestStars) = (0, 0, nil)
    return current
  }

  /// Takes a page of the current part in; false when its other pages are better asked for in halves.
  mutating func take(_ page: RepositoryPage, newCount: Int) -> Bool {
    total = max(total, page.totalCount ?? 0)
    rowCount += page.repositories.count
    fewestStars = (page.repositories.compactMap(\.counts.stars) + [fewestStars].compactMap(\.self))
      .min()
    fruitless = newCount > 0 ? 0 : fruitless + 1
    guard isTooLarge, let part = current, !canContinueBelow(part), let halves = part.halves,
      !isHopeless
    else { return true }
    parts += [halves.earlier, halves.later]
    current = nil
    return false
  }

  /// Ends the current part, whose pages were all read: how many matches of it no request reaches.
  mutating func finish() -> Int {
    guard let part = current, isTooLarge else { return 0 }
    current = nil
    let isStuck = isHopeless
    if !isStuck, let rest = fewestStars.flatMap(part.below) {
      parts.append(rest)
      return 0
    }
    if !isStuck, let (top, rest) = part.top {
      parts += [rest, top]
      return 0
    }
    return max(total - rowCount, 0)
  }

  /// Where to go on after a failure.
  ///
  /// The qualifier finds what is not done yet, and some of what is; nil where no single one does.
  var resumeQualifier: String? {
    guard let current, let stars = current.stars else { return nil }
    let reached = fewestStars.map { max(min($0, stars.high ?? $0), stars.low) } ?? stars.high
    let others = parts.compactMap(\.stars)
    guard others.count == parts.count, let reached else { return nil }
    return QueryRange(
      low: others.reduce(stars.low) { min($0, $1.low) },
      high: others.reduce(reached) { max($0, $1.high ?? $0) }
    )
    .map { "stars:\(CrawlPart.text($0))" }
  }

  private var isTooLarge: Bool { total > SearchPages.reachable }

  /// True for a part whose stars can still be cut.
  private func canContinueBelow(_ part: CrawlPart) -> Bool {
    part.stars.map { !$0.isSingle } ?? false
  }

  /// A server that answers everything alike would have us halve for ever.
  private var isHopeless: Bool { fruitless >= 100 }
}

import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a search: the matches with so many stars, made in such a time.
struct CrawlPart: Equatable {
  /// Nil where the query has a use of stars that leaves no room for another.
  var stars: QueryRange?
  /// Nil as with stars.
  var created: QueryRange?
  /// False as long as the whole time is meant, which needs no qualifier.
  var isCreatedCut = false

  /// Everything that a query finds, `now` being the last second in which a repository can be made.
  init(all query: SearchQuery, now: Int) {
    switch query.use(of: .stars) {
    case .absent: stars = QueryRange(low: 0, high: nil)
    case .plain(let value): stars = QueryRange(counts: value)
    case .entangled: stars = nil
    }
    switch query.use(of: .created) {
    case .absent: created = QueryRange(low: Self.beginning, high: now)
    case .plain(let value):
      let range = QueryRange(times: value)
      created = range.flatMap {
        QueryRange(low: max($0.low, Self.beginning), high: min($0.high ?? now, now))
      }
    case .entangled: created = nil
    }
  }

  /// 2007-10-01: GitHub's first repositories are of that month.
  private static let beginning = 1_191_196_800

  /// The part's own query, most stars first: so a part that is too large says where it was cut off.
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
    func text(_ seconds: Int) -> String {
      Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
    return "\(text(range.low))..\(text(range.high ?? range.low))"
  }
}

// MARK: Cutting

extension CrawlPart {
  /// What is left of the part behind a row with so many stars, that row's equals included.
  ///
  /// Nil when that is no less than the part itself.
  func below(_ count: Int) -> Self? {
    guard let stars, count >= stars.low, stars.high.map({ count < $0 }) ?? true else { return nil }
    var part = self
    part.stars = QueryRange(low: stars.low, high: count)
    return part
  }

  /// The matches with the most stars of the part, all with the same number, and the others; nil
  /// for a part of one number.
  var top: (top: Self, rest: Self)? {
    guard let stars, let high = stars.high, high > stars.low else { return nil }
    var (top, rest) = (self, self)
    top.stars = QueryRange(low: high, high: high)
    rest.stars = QueryRange(low: stars.low, high: high - 1)
    return (top, rest)
  }

  /// The later and the earlier half of the part's time; nil for a single second.
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

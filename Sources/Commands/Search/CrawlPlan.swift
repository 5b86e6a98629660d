import GitHubAPI
import GitHubModel
import Terminal

/// What a search for everything is going to cost, told after its first request.
struct CrawlPlan {
  private let matches: Int
  private let requests: Int
  private let minutes: Int?
  private let perMinute: Int?

  /// Nil where GitHub does not say how many match.
  init?(_ first: Answer<RepositoryPage>) {
    guard let total = first.value.totalCount else { return nil }
    matches = total
    // Every thousand rows another search begins, at rows that the last one had.
    let pages = max(Self.quotient(total, 100), 1)
    let requests = total > SearchPages.reachable ? pages + Self.quotient(total, 1000) : pages
    self.requests = requests
    perMinute = first.rateLimit?.limit
    minutes = first.rateLimit.flatMap { limit in
      limit.limit > 0 ? Self.quotient(max(requests - 1 - limit.remaining, 0), limit.limit) : nil
    }
  }

  /// As in `12,345 repositories match: about 137 requests, 30 a minute: 4 minutes; …`.
  var sentence: String {
    let noun = matches == 1 ? "repository matches" : "repositories match"
    var text = "ghsearch: \(CompactNumber.grouped(matches)) \(noun): about "
    text += requests == 1 ? "1 request" : "\(CompactNumber.grouped(requests)) requests"
    guard let minutes, let perMinute, minutes > 0 else { return text }
    return text + ", \(perMinute) a minute: \(Self.duration(minutes)); Ctrl-C ends it"
  }

  private static func duration(_ minutes: Int) -> String {
    if minutes == 1 { return "a minute" }
    return minutes < 120 ? "\(minutes) minutes" : "\(CompactNumber.grouped(minutes / 60)) hours"
  }

  private static func quotient(_ count: Int, _ size: Int) -> Int {
    count / size + (count % size > 0 ? 1 : 0)
  }
}

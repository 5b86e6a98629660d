import GitHubModel

/// How far a crawl over pages has come, and what of the next page is kept.
///
/// The page size never changes during a crawl: a smaller last page would repeat rows, since GitHub
/// counts pages in units of it. The surplus of the last page is dropped instead.
struct Paging {
  /// The same on every page.
  let pageSize: Int
  private(set) var remaining: Int
  private var pagesLeft = Self.mostPages
  private var seen: Set<Repository.ID> = []

  /// - Parameter limit: How many repositories are wanted; at least 1.
  init(limit: Int) {
    remaining = limit
    pageSize = min(limit, Self.largestPage)
  }

  /// True while another page is wanted and may be asked for.
  var wantsMore: Bool { remaining > 0 && pagesLeft > 0 }

  /// Takes a page in: returns what is new on it, no more than is wanted.
  mutating func accept(_ repositories: [Repository]) -> [Repository] {
    pagesLeft -= 1
    let fresh = repositories.filter { seen.insert($0.id).inserted }.prefix(remaining)
    remaining -= fresh.count
    return Array(fresh)
  }

  /// GitHub's own limit for `per_page`.
  static let largestPage = 100
  /// Ten pages of a hundred are all that a search reaches.
  private static let mostPages = 10
}

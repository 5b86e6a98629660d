import GitHubModel

/// How far a crawl over pages has come, and what of the next page is kept.
///
/// The page size never changes during a crawl: a smaller last page would repeat rows, since GitHub
/// counts pages in units of it. The surplus of the last page is dropped instead.
struct Paging {
  /// The same on every page.
  let pageSize: Int
  private(set) var remaining: Int
  private var pagesLeft: Int
  private var surplus: Int
  private var seen: Set<Repository.ID> = []
  /// The page to begin with, counted from 1.
  let firstPage: Int

  /// - Parameters:
  ///   - limit: How many repositories are wanted; at least 1.
  ///   - skip: How many there are before the first that is wanted.
  init(limit: Int, skip: Int = 0) {
    remaining = limit
    // Pages of another size would begin elsewhere.
    pageSize = skip > 0 ? Self.largestPage : min(limit, Self.largestPage)
    firstPage = skip / Self.largestPage + 1
    surplus = skip % Self.largestPage
    pagesLeft = max(Self.mostPages - skip / Self.largestPage, 0)
  }

  /// True while another page is wanted and may be asked for.
  var wantsMore: Bool { remaining > 0 && pagesLeft > 0 }

  /// Takes a page in: returns what is new on it, no more than is wanted.
  mutating func accept(_ repositories: [Repository]) -> [Repository] {
    pagesLeft -= 1
    defer { surplus = 0 }
    let wanted = repositories.dropFirst(surplus)
    let fresh = wanted.filter { seen.insert($0.id).inserted }.prefix(remaining)
    remaining -= fresh.count
    return Array(fresh)
  }

  /// GitHub's own limit for `per_page`.
  static let largestPage = 100
  /// Ten pages of a hundred are all that a search reaches.
  private static let mostPages = 10
}

package import GitHubModel
import JSON

extension Endpoint where Value == RepositoryPage {
  /// `GET /search/repositories`.
  package static func searchRepositories(
    _ query: SearchQuery,
    pageSize: Int,
    page: Int = 1
  ) -> Self {
    var parameters = [(name: "q", value: query.q)]
    if query.sort != .bestMatch {
      parameters.append(("sort", query.sort.rawValue))
      parameters.append(("order", query.order.rawValue))
    }
    parameters.append(("per_page", String(pageSize)))
    if page > 1 { parameters.append(("page", String(page))) }
    var endpoint = Self(
      get: ["search", "repositories"],
      query: parameters,
      // GitHub does not document whether searches support conditional requests.
      cachePolicy: .whenFresh,
      authentication: .optional,
      requestKind: .search,
      operation: "search \(query.q)",
      value: RepositoryPage.init
    )
    endpoint.isWhole = { !$0.isIncomplete && $0.skippedCount == 0 }
    return endpoint
  }
}

/// The pages of a search, each requested when it is read.
///
/// A value: every copy, and so every loop, starts at the value's position.
package struct SearchPages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A page whose repositories are those that no earlier page had.
  package typealias Element = APIResponse<RepositoryPage>
  /// Why a page could not be read.
  package typealias Failure = GitHubError

  let client: GitHubAPIClient
  let query: SearchQuery
  var paging: Paging
  /// The number of the next page; nil after the last one.
  private var nextPage: Int?

  init(_ client: GitHubAPIClient, _ query: SearchQuery, _ paging: Paging) {
    self.client = client
    self.query = query
    self.paging = paging
    nextPage = paging.firstPage
  }

  /// GitHub returns at most this many rows of a search (GitHub's REST documentation on search).
  package static let reachable = 1000

  package func makeAsyncIterator() -> Self { self }

  /// Requests the next page; nil after the last one.
  package mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(GitHubError) -> Element? {
    guard let page = nextPage else { return nil }
    var response = try await client.send(
      .searchRepositories(query, pageSize: paging.pageSize, page: page)
    )
    response.value.repositories = paging.accept(response.value.repositories)
    nextPage = response.hasNextPage && paging.wantsMore ? page + 1 : nil
    return response
  }
}

extension GitHubAPIClient {
  /// The pages of a search, in rank order and without duplicates.
  ///
  /// - Parameters:
  ///   - query: What to search for.
  ///   - limit: How many repositories, from 1 to 1,000, which is GitHub's limit; clamped.
  ///   - skip: How many repositories to leave out at the start, from 0 to 999; clamped.
  /// - Returns: The pages, which are requested as they are read.
  package func search(
    _ query: SearchQuery,
    limit: Int,
    skip: Int = 0
  ) -> SearchPages {
    let skip = Swift.min(Swift.max(skip, 0), SearchPages.reachable - 1)
    let limit = Swift.min(Swift.max(limit, 1), SearchPages.reachable - skip)
    return SearchPages(self, query, Paging(limit: limit, skip: skip))
  }

  /// A page of a search by its number, which counts from 1.
  ///
  /// `size` is at most 100, and must be the same for all pages of a search.
  package func searchPage(
    _ number: Int,
    of query: SearchQuery,
    size: Int
  ) async throws(GitHubError) -> APIResponse<RepositoryPage> {
    try await send(.searchRepositories(query, pageSize: size, page: number))
  }
}

/// How many rows of a search are still wanted, and which rows of the next page count.
///
/// The page size never changes during a search: a smaller last page would repeat rows, since GitHub numbers
/// pages by their size. Surplus rows of the last page are dropped instead.
struct Paging {
  /// The same on every page.
  let pageSize: Int
  private(set) var remaining: Int
  private var pagesLeft: Int
  /// The rows of the first page that come before the first one wanted.
  private var surplus: Int
  private var seen: Set<Repository.ID> = []
  /// The number of the first page, from 1.
  let firstPage: Int

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - limit: How many repositories are wanted; at least 1.
  ///   - skip: How many repositories come before the first one wanted.
  init(limit: Int, skip: Int = 0) {
    remaining = limit
    // Pages of another size would begin elsewhere.
    pageSize = skip > 0 ? Self.maxPageSize : min(limit, Self.maxPageSize)
    firstPage = skip / Self.maxPageSize + 1
    surplus = skip % Self.maxPageSize
    pagesLeft = max(Self.maxPages - skip / Self.maxPageSize, 0)
  }

  /// Whether another page is wanted and GitHub has one.
  var wantsMore: Bool { remaining > 0 && pagesLeft > 0 }

  /// Records a page, and returns its new repositories, at most as many as are wanted.
  mutating func accept(_ repositories: [Repository]) -> [Repository] {
    pagesLeft -= 1
    defer { surplus = 0 }
    let wanted = repositories.dropFirst(surplus)
    let fresh = wanted.filter { seen.insert($0.id).inserted }.prefix(remaining)
    remaining -= fresh.count
    return Array(fresh)
  }

  /// GitHub's own limit for `per_page`.
  static let maxPageSize = 100
  /// Ten pages of 100, which is as far as a search reaches.
  private static let maxPages = 10
}

extension RepositoryPage {
  /// Reads the body of a response that was kept; nil if it is not one of a search.
  package init?(body: [UInt8]) {
    guard let json = try? JSONElement(body) else { return nil }
    self.init(json)
  }

  /// Reads `GET /search/repositories`; only the rows are required: they are worth showing without a valid total.
  fileprivate init?(_ json: JSONElement) {
    guard let items = json["items"]?.array else { return nil }
    let found = items.compactMap(Repository.init(rest:))
    self.init(
      repositories: found,
      totalCount: json["total_count"]?.count.map { max($0, found.count) },
      isIncomplete: json["incomplete_results"]?.bool ?? false,
      skippedCount: items.count - found.count
    )
  }
}

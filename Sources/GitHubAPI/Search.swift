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
      subject: query.q,
      value: RepositoryPage.init
    )
    endpoint.isWhole = { !$0.isIncomplete && $0.skippedCount == 0 }
    return endpoint
  }
}

/// The pages of a search, requested one by one as they are read.
///
/// The page size never changes during a search: a smaller last page would repeat rows, since GitHub
/// numbers pages by size. Surplus rows of the last page are dropped instead.
///
/// It is a value: every copy, and so every loop, starts at the value's position.
package struct SearchPages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A page with the repositories missing from earlier pages.
  package typealias Element = APIResponse<RepositoryPage>
  /// The reason why a page could not be read.
  package typealias Failure = GitHubError

  private let client: GitHubAPIClient
  private let query: SearchQuery
  private let pageSize: Int
  /// The number of the next page, from 1; nil after the last one.
  private var nextPage: Int?
  /// The number of rows on the next page before the first one wanted.
  private var surplus: Int
  /// The number of repositories still wanted.
  private var remaining: Int
  private var seen: Set<Repository.ID> = []

  fileprivate init(_ client: GitHubAPIClient, _ query: SearchQuery, limit: Int, skip: Int) {
    (self.client, self.query, remaining) = (client, query, limit)
    // Pages of another size would start elsewhere.
    pageSize = skip > 0 ? Self.maxPageSize : Swift.min(limit, Self.maxPageSize)
    nextPage = skip / Self.maxPageSize + 1
    surplus = skip % Self.maxPageSize
  }

  /// The maximum number of rows that GitHub returns for a search (GitHub's REST documentation on
  /// search).
  package static let reachable = 1000
  /// GitHub's maximum for `per_page`.
  private static let maxPageSize = 100

  package func makeAsyncIterator() -> Self { self }

  /// Requests the next page; nil after the last one.
  package mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(GitHubError) -> Element? {
    guard let page = nextPage else { return nil }
    var response = try await client.send(
      .searchRepositories(query, pageSize: pageSize, page: page)
    )
    let wanted = response.value.repositories.dropFirst(surplus)
    let fresh = wanted.filter { seen.insert($0.id).inserted }.prefix(remaining)
    response.value.repositories = Array(fresh)
    (surplus, remaining) = (0, remaining - fresh.count)
    let wantsMore = remaining > 0 && page < Self.reachable / Self.maxPageSize
    nextPage = response.hasNextPage && wantsMore ? page + 1 : nil
    return response
  }
}

extension GitHubAPIClient {
  /// The pages of a search, in rank order and without duplicates.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - limit: The maximum number of repositories, from 1 to 1,000, which is GitHub's limit;
  ///   clamped.
  ///   - skip: The number of repositories to skip at the start, from 0 to 999; clamped.
  /// - Returns: The pages, requested as they are read.
  package func search(
    _ query: SearchQuery,
    limit: Int,
    skip: Int = 0
  ) -> SearchPages {
    let skip = Swift.min(Swift.max(skip, 0), SearchPages.reachable - 1)
    let limit = Swift.min(Swift.max(limit, 1), SearchPages.reachable - skip)
    return SearchPages(self, query, limit: limit, skip: skip)
  }

  /// A page of a search by its number, from 1.
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

extension RepositoryPage {
  /// Parses the body of a stored response; nil if it is not from a search.
  package init?(body: [UInt8]) {
    guard let json = try? JSONElement(body) else { return nil }
    self.init(json)
  }

  /// Parses `GET /search/repositories`; only the rows are required, since they are useful without a
  /// valid total.
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

package import GitHubModel

/// The pages of a search, one request each, asked for as they are read.
package struct SearchPages: AsyncSequence, Sendable {
  package typealias Element = Answer<RepositoryPage>
  package typealias Failure = GitHubError

  let client: GitHubAPIClient
  let query: SearchQuery
  let limit: Int
  var skip = 0
  var findsMatches = false

  /// However many match, no request reaches further (GitHub's REST documentation on search).
  package static let reachable = 1000

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      client: client,
      query: query,
      findsMatches: findsMatches,
      paging: Paging(limit: limit, skip: skip)
    )
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    let client: GitHubAPIClient
    let query: SearchQuery
    let findsMatches: Bool
    var paging: Paging
    var step = Step.first

    /// Where the crawl stands.
    enum Step {
      case first
      case page(String)
      case done
    }

    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(GitHubError) -> Element? {
      guard var answer = try await fetch() else { return nil }
      answer.value.repositories = paging.accept(answer.value.repositories)
      step = answer.nextPage.flatMap { paging.wantsMore ? .page($0) : nil } ?? .done
      return answer
    }

    private func fetch() async throws(GitHubError) -> Element? {
      let endpoint = Endpoint.searchRepositories(
        query,
        pageSize: paging.pageSize,
        page: paging.firstPage,
        findsMatches: findsMatches
      )
      return switch step {
      case .first: try await client.send(endpoint)
      case .page(let url): try await client.send(endpoint, toPage: url)
      case .done: nil
      }
    }
  }
}

extension GitHubAPIClient {
  /// Searches, a page at a time, in rank order and without repetitions.
  ///
  /// `limit` is from 1 to 1,000, GitHub's own bound, and `skip` from 0 to 999; what is outside is
  /// brought inside. `findsMatches` has each page say where the words of the search stand.
  package func search(
    _ query: SearchQuery,
    limit: Int,
    skip: Int = 0,
    findsMatches: Bool = false
  ) -> SearchPages {
    let skip = Swift.min(Swift.max(skip, 0), SearchPages.reachable - 1)
    let limit = Swift.min(Swift.max(limit, 1), SearchPages.reachable - skip)
    return SearchPages(
      client: self,
      query: query,
      limit: limit,
      skip: skip,
      findsMatches: findsMatches
    )
  }
}

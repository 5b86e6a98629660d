package import GitHubModel

/// The pages of a search, one request each, asked for as they are read.
package struct SearchPages: AsyncSequence, Sendable {
  package typealias Element = Answer<RepositoryPage>
  package typealias Failure = GitHubError

  let client: GitHubAPIClient
  let query: SearchQuery
  let limit: Int

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(client: client, query: query, paging: Paging(limit: limit))
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    let client: GitHubAPIClient
    let query: SearchQuery
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
      guard let answer = try await fetch() else { return nil }
      var page = answer.value
      page.repositories = paging.accept(page.repositories)
      step = answer.nextPage.flatMap { paging.wantsMore ? .page($0) : nil } ?? .done
      return Answer(
        value: page,
        rateLimit: answer.rateLimit,
        scopes: answer.scopes,
        nextPage: answer.nextPage
      )
    }

    private func fetch() async throws(GitHubError) -> Element? {
      let endpoint = Endpoint.searchRepositories(query, pageSize: paging.pageSize)
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
  /// `limit` is from 1 to 1,000, GitHub's own bound; what is outside is brought inside.
  package func search(_ query: SearchQuery, limit: Int) -> SearchPages {
    SearchPages(client: self, query: query, limit: Swift.min(Swift.max(limit, 1), 1000))
  }
}

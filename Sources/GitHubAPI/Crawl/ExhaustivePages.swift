package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pages of a search that goes beyond the first thousand rows, in the order of their stars.
///
/// A page has what came on no page before it. Its total is that of the whole search.
package struct ExhaustivePages: AsyncSequence, Sendable {
  package typealias Element = Answer<RepositoryPage>
  package typealias Failure = GitHubError

  let client: GitHubAPIClient
  let query: SearchQuery
  let now: Int
  var findsMatches = false

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      client: client,
      query: query,
      findsMatches: findsMatches,
      crawl: Crawl(query, now: now)
    )
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    let client: GitHubAPIClient
    let query: SearchQuery
    let findsMatches: Bool
    var crawl: Crawl
    private var pages: SearchPages.AsyncIterator?
    private var seen: Set<Repository.ID> = []
    private var totalCount: Int?

    init(client: GitHubAPIClient, query: SearchQuery, findsMatches: Bool, crawl: Crawl) {
      self.client = client
      self.query = query
      self.findsMatches = findsMatches
      self.crawl = crawl
    }

    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(GitHubError) -> Element? {
      while true {
        if pages == nil {
          guard let part = crawl.next() else { return nil }
          let query = part.query(of: query)
          pages =
            client.search(query, limit: SearchPages.reachable, findsMatches: findsMatches)
            .makeAsyncIterator()
        }
        if let answer = try await nextOfPart() { return accept(answer) }
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

    private mutating func accept(_ answer: Element) -> Element {
      var answer = answer
      if totalCount == nil { totalCount = answer.value.totalCount }
      let fresh = answer.value.repositories.filter { seen.insert($0.id).inserted }
      if !crawl.take(answer.value, newCount: fresh.count) { pages = nil }
      answer.value.repositories = fresh
      answer.value.totalCount = totalCount
      answer.nextPage = nil
      return answer
    }

    private func loss(of count: Int) -> Element {
      var page = RepositoryPage(repositories: [], totalCount: totalCount)
      page.unreachableCount = count
      return Answer(value: page)
    }
  }
}

extension GitHubAPIClient {
  /// Searches for everything that matches, however much it is, most stars first.
  ///
  /// `findsMatches` has each page say where the words of the search stand.
  package func searchAll(_ query: SearchQuery, findsMatches: Bool = false) -> ExhaustivePages {
    let now = Int(exactly: date.timeIntervalSince1970.rounded(.up)) ?? 0
    // A day more, for a local clock that is behind.
    return ExhaustivePages(
      client: self,
      query: query,
      now: now + 86_400,
      findsMatches: findsMatches
    )
  }
}

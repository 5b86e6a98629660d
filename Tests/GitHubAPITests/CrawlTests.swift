import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import Testing

@testable import GitHubAPI

/// A minimal search engine: ranges of stars and creation dates, a thousand rows, most stars first.
private final class Engine: HTTPTransport {
  struct Item: Sendable {
    let id: Int
    let stars: Int
    let created: Int
  }

  private let items: [Item]
  /// Whether it sends the same response to every request.
  private let isDeaf: Bool
  private let failsAt: Int?
  let queries = Guarded<[String]>([])

  init(_ items: [Item], isDeaf: Bool = false, failsAt: Int? = nil) {
    self.items = items.sorted { $0.stars > $1.stars }
    self.isDeaf = isDeaf
    self.failsAt = failsAt
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let parameters = request.url.flatMap(URLComponents.init)?.queryItems ?? []
    let query = parameters.first { $0.name == "q" }?.value ?? ""
    let page = parameters.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 1
    let count = queries.withLock { queries in
      queries.append(query)
      return queries.count
    }
    if count == failsAt { throw TransportError(.tls, host: "h", reason: "gone") }
    return answer(isDeaf ? items : hits(query), page, query)
  }

  private func hits(_ query: String) -> [Item] {
    var hits = items
    for word in query.split(separator: " ") {
      let value = String(word.drop { $0 != ":" }.dropFirst())
      if word.hasPrefix("stars:"), let range = try? ValueRange(counts: value) {
        hits = hits.filter { range.bounds.contains($0.stars) }
      } else if word.hasPrefix("created:"), let range = try? ValueRange(times: value) {
        hits = hits.filter { range.bounds.contains($0.created) }
      }
    }
    return hits
  }

  private func answer(_ hits: [Item], _ page: Int, _ query: String) -> TransportResponse {
    let rows = hits.prefix(1000).dropFirst((page - 1) * 100).prefix(100).map { item in
      repositoryJSON(id: item.id, "o/r\(item.id)", more: #","stargazers_count":\#(item.stars)"#)
    }
    var fields = HTTPFields()
    if min(hits.count, 1000) > page * 100 {
      let escaped = query.percentEncoded
      fields[.link] =
        "</search/repositories?q=\(escaped)&per_page=100&page=\(page + 1)>; rel=\"next\""
    }
    let body = pageJSON(Array(rows), total: hits.count)
    return TransportResponse(
      head: HTTPResponse(status: .ok, headerFields: fields),
      body: Array(body.utf8)
    )
  }
}

@Suite struct CrawlTests {
  private func items(_ count: Int, stars: (Int) -> Int) -> [Engine.Item] {
    (0..<count).map { .init(id: $0 + 1, stars: stars($0), created: 1_400_000_000 + $0 * 15_013) }
  }

  private func crawl(
    _ engine: Engine,
    _ text: String = "x"
  ) async throws -> (ids: [Int64], lost: Int) {
    var (ids, lost): ([Int64], Int) = ([], 0)
    for try await page in client(engine).searchAll(try SearchQuery(text: text)) {
      ids += page.value.repositories.map(\.id)
      lost += page.value.unreachableCount
    }
    return (ids, lost)
  }

  @Test func `finds all of many matches once, with little more than one request per page`()
    async throws
  {
    let engine = Engine(items(3300) { 100_000 / ($0 + 1) + $0 % 13 })

    let (ids, lost) = try await crawl(engine)

    #expect(ids.count == 3300)
    #expect(Set(ids).count == 3300)
    #expect(lost == 0)
    #expect(engine.queries.withLock { $0.count } < 60)
  }

  @Test func `sends a small search unchanged`() async throws {
    let engine = Engine(items(1000) { $0 })

    #expect(try await crawl(engine).ids.count == 1000)
    #expect(engine.queries.withLock { Set($0) } == ["x"])
  }

  @Test func `splits by creation date if too many have the same stars`() async throws {
    let engine = Engine(items(2500) { _ in 0 })

    let (ids, lost) = try await crawl(engine)

    #expect(Set(ids).count == 2500)
    #expect(lost == 0)
  }

  @Test(arguments: [
    ("x stars:1..2", 1, 2), ("x stars:>1", 2, 2), ("x stars:<=1", 0, 1),
  ])
  func `respects the user's own range of stars`(_ text: String, _ low: Int, _ high: Int)
    async throws
  {
    let all = items(4000) { $0 % 3 }
    let engine = Engine(all)

    let ids = try await crawl(engine, text).ids

    let expected = all.filter { (low...high).contains($0.stars) }.map { Int64($0.id) }
    #expect(Set(ids) == Set(expected))
    #expect(ids.count == expected.count)
    #expect(
      engine.queries.withLock { $0.allSatisfy { $0.components(separatedBy: "stars:").count == 2 } }
    )
  }

  @Test func `respects the user's own range of dates`() async throws {
    let all = items(2600) { $0 % 2 }
    let engine = Engine(all)

    let ids = try await crawl(engine, "x created:2014-06-01..2014-12-31").ids

    let range = try ValueRange(times: "2014-06-01..2014-12-31")
    let expected = all.filter { range.bounds.contains($0.created) }.map { Int64($0.id) }
    #expect(expected.count > 1000)
    #expect(Set(ids) == Set(expected))
  }

  @Test func `splits by date alone if stars cannot narrow the search`() async throws {
    let engine = Engine(items(2000) { $0 % 10 })

    let (ids, lost) = try await crawl(engine, "x -stars:77")

    #expect(Set(ids).count == 2000)
    #expect(lost == 0)
    #expect(engine.queries.withLock { $0.allSatisfy { $0.hasPrefix("x -stars:77") } })
  }

  @Test func `counts unreachable matches if nothing can be split`() async throws {
    let alike = (0..<1500).map { Engine.Item(id: $0 + 1, stars: 4, created: 1_500_000_000) }
    let other = (0..<50).map { Engine.Item(id: $0 + 5001, stars: 1, created: 1_600_000_000) }

    let (ids, lost) = try await crawl(Engine(alike + other))

    #expect(Set(ids).count == 1050)
    #expect(lost == 500)
  }

  @Test func `terminates although a server ignores qualifiers`() async throws {
    let engine = Engine(items(3000) { 10_000 - $0 }, isDeaf: true)

    let (ids, lost) = try await crawl(engine)

    #expect(ids.count == 1000)
    #expect(lost > 0)
    #expect(engine.queries.withLock { $0.count } < 2000)
  }

  @Test func `a failure has the qualifier to continue with`() async throws {
    let engine = Engine(items(5000) { 5000 - $0 }, failsAt: 24)
    var pages = client(engine).searchAll(.x).makeAsyncIterator()

    let error = try await failure { () async throws(GitHubError) in
      while try await pages.next() != nil {}
    }

    // Two thousand rows arrived completely, and a hundred of the third range; the fewest stars were
    // 2,906.
    let qualifier = try #require(error.resumeQualifier)
    #expect(qualifier.hasPrefix("stars:<="))
    #expect((2700...2950).contains(Int(qualifier.dropFirst(8)) ?? 0))
  }
}

@Suite struct SkipTests {
  private func exchange(_ path: String, _ ids: ClosedRange<Int>) -> StubTransport.Exchange {
    let items = ids.map { repositoryJSON(id: $0, "octo/r\($0)") }
    return .init(.get, path, body: pageJSON(items, total: 500))
  }

  @Test func `starts at the page and position of the first row`() async throws {
    let transport = StubTransport(
      exchange("/search/repositories?q=x&per_page=100&page=3", 201...300)
    )
    var pages = client(transport).search(.x, limit: 20, skip: 230).makeAsyncIterator()

    let rows = try await pages.next()?.value.repositories.map(\.id)

    #expect(rows == Array(231...250))
  }

  @Test func `stops at GitHub's limit`() async throws {
    let transport = StubTransport(
      exchange("/search/repositories?q=x&per_page=100&page=10", 901...1000)
    )

    var count = 0
    for try await page in client(transport).search(.x, limit: 1000, skip: 950) {
      count += page.value.repositories.count
    }

    #expect(count == 50)
  }
}

import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct PagingTests {
  private static let first = "/search/repositories?q=x&per_page=100"

  private func items(_ ids: some Sequence<Int>) -> [String] {
    ids.map { repositoryJSON(id: $0, "octo/r\($0)") }
  }

  private func exchange(_ path: String, _ ids: some Sequence<Int>, next: String? = nil)
    -> StubTransport.Exchange
  {
    let link = next.map { "<\($0)>; rel=\"next\", <https://api.github.com/last>; rel=\"last\"" }
    return .init(
      .get,
      path,
      fields: link.map { [.link: $0] } ?? [:],
      body: pageJSON(items(ids), total: 500)
    )
  }

  private func ids(_ transport: StubTransport, limit: Int) async throws -> [[Int64]] {
    var pages: [[Int64]] = []
    for try await page in client(transport).search(try SearchQuery(text: "x"), limit: limit) {
      pages.append(page.value.repositories.map(\.id))
    }
    return pages
  }

  @Test func `keeps the page size constant and drops the surplus`() async throws {
    let transport = StubTransport(
      exchange(
        Self.first,
        1...100,
        next: "https://api.github.com/search/repositories?q=x&per_page=100&page=2"
      ),
      exchange(Self.first + "&page=2", 101...200, next: "https://api.github.com/x?page=3")
    )

    let pages = try await ids(transport, limit: 150)

    #expect(pages == [Array(1...100), Array(101...150)])
    #expect(transport.unused == [])
  }

  @Test func `requests only the needed rows if one page is enough`() async throws {
    let transport = StubTransport(
      exchange("/search/repositories?q=x&per_page=30", 1...30, next: "https://api.github.com/x")
    )

    #expect(try await ids(transport, limit: 30) == [Array(1...30)])
  }

  @Test func `drops duplicates and continues up to the limit`() async throws {
    let transport = StubTransport(
      exchange(Self.first, 1...100, next: "/p2"),
      exchange(Self.first + "&page=2", 51...150, next: "/p3"),
      exchange(Self.first + "&page=3", 151...250)
    )

    let pages = try await ids(transport, limit: 200)

    #expect(pages == [Array(1...100), Array(101...150), Array(151...200)])
  }

  @Test func `ends without a next page`() async throws {
    let transport = StubTransport(exchange(Self.first, 1...40))

    #expect(try await ids(transport, limit: 1000) == [Array(1...40)])
  }

  @Test func `ends after ten pages regardless of links`() async throws {
    let script = (1...11).map {
      exchange($0 == 1 ? Self.first : Self.first + "&page=\($0)", [$0], next: "/next")
    }
    let transport = StubTransport(script)

    #expect(try await ids(transport, limit: 1000).count == 10)
  }

  @Test(arguments: [
    "https://api.github.com/search/repositories?q=x&page=2", "https://evil.test/page2", "", "/../x",
  ])
  func `a link says that there is a next page, but not where`(_ next: String) async throws {
    let transport = StubTransport(
      exchange(Self.first, 1...100, next: next),
      exchange(Self.first + "&page=2", 101...200)
    )

    #expect(try await ids(transport, limit: 150) == [Array(1...100), Array(101...150)])
    #expect(transport.unused == [])
  }

  @Test func `continues at the right page after skipped rows`() async throws {
    let transport = StubTransport(
      exchange(Self.first + "&page=3", 201...300, next: "/x"),
      exchange(Self.first + "&page=4", 301...400)
    )

    var found: [Int64] = []
    let pages = client(transport).search(try SearchQuery(text: "x"), limit: 100, skip: 250)
    for try await page in pages { found += page.value.repositories.map(\.id) }

    #expect(found == Array(251...350))
    #expect(transport.unused == [])
  }
}

@Suite struct LinkHeaderTests {
  @Test(arguments: [
    (
      "<https://h/x?page=2>; rel=\"next\", <https://h/x?page=9>; rel=\"last\"", "https://h/x?page=2"
    ),
    ("<https://h/last>; rel=\"last\", <https://h/next>; rel=\"next\"", "https://h/next"),
    ("<https://h/n>;rel=next", "https://h/n"),
    ("<https://h/n>; title=\"a\"; REL=\"prev Next\"", "https://h/n"),
    ("<https://h/a,b>; rel=\"next\"", "https://h/a,b"),
    ("<https://h/n>; rel=\"last\"", nil), ("", nil), ("<", nil), ("<>", nil), (">;rel=next", nil),
    ("https://h/n; rel=next", nil), ("<https://h/n; rel=next", nil), ("<https://h/n> next", nil),
  ])
  func `finds the next page`(_ text: String, _ url: String?) {
    #expect(LinkHeader(text).url(relation: "next") == url)
  }

  @Test(arguments: [("7", 7), ("9223372036854775807", nil), ("-", nil)])
  func `limits the last page to a number that can be counted to`(text: String, page: Int?) {
    let header = LinkHeader("<https://api.github.com/user/starred?page=\(text)>; rel=\"last\"")

    #expect(header.page(relation: "last") == page)
  }
}

@Suite struct SearchPageTests {
  @Test func `requests a page by its number and size`() async throws {
    let body = #"{"total_count":0,"items":[]}"#
    let transport = StubTransport(
      .init(.get, "/search/repositories?q=x&per_page=50", body: body),
      .init(.get, "/search/repositories?q=x&per_page=50&page=3", body: body)
    )
    let client = client(transport)

    _ = try await client.searchPage(1, of: .x, size: 50)
    _ = try await client.searchPage(3, of: .x, size: 50)

    #expect(transport.unused.isEmpty)
  }
}

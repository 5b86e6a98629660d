import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct SearchPageTests {
  @Test func `a page by its number keeps the size of pages`() async throws {
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

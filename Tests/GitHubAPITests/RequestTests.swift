import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct RequestTests {
  private static let search = "/search/repositories?q="

  @Test(arguments: [
    ("swift", "swift"), ("c++ & c#", "c%2B%2B%20%26%20c%23"), ("100%", "100%25"),
    ("a&page=2", "a%26page%3D2"), ("日本", "%E6%97%A5%E6%9C%AC"),
    ("\"exact words\" -topic:x", "%22exact%20words%22%20-topic%3Ax"),
  ])
  func `sends the query as it was typed`(_ text: String, _ encoded: String) async throws {
    let transport = StubTransport(
      .init(.get, Self.search + encoded + "&per_page=30", body: pageJSON([]))
    )
    var pages = client(transport).search(try SearchQuery(text: text), limit: 30).makeAsyncIterator()

    #expect(try await pages.next()?.value.repositories == [])

    #expect(transport.unused == [])
  }

  @Test func `sorts when it is told to, and leaves best match to GitHub`() async throws {
    let transport = StubTransport(
      .init(.get, Self.search + "x&sort=stars&order=asc&per_page=5", body: pageJSON([]))
    )
    let query = try SearchQuery(text: "x", sort: .stars, order: .ascending)
    var pages = client(transport).search(query, limit: 5).makeAsyncIterator()

    _ = try await pages.next()

    #expect(transport.unused == [])
  }

  @Test func `says who it is, what it takes and which version it means`() async throws {
    let transport = StubTransport(.init(.get, "/repos/octo/one", body: repositoryJSON()))

    _ = try await client(transport).send(.repository(name("octo/one")))

    let request = try #require(transport.requests.first)
    let version = try #require(HTTPField.Name("X-GitHub-Api-Version"))
    #expect(request.scheme == "https")
    #expect(request.authority == "api.github.com")
    #expect(request.headerFields[.accept] == "application/vnd.github+json")
    #expect(request.headerFields[.userAgent] == "tests")
    #expect(request.headerFields[version] == "2022-11-28")
    #expect(request.headerFields[.authorization] == "Bearer test_token")
  }

  @Test func `searches without a token`() async throws {
    let transport = StubTransport(.init(.get, "/repos/octo/one", body: repositoryJSON()))

    _ = try await client(transport, token: nil).send(.repository(name("octo/one")))

    #expect(transport.requests.first?.headerFields[.authorization] == nil)
  }

  @Test func `stars nothing without a token, and asks nobody`() async throws {
    let transport = StubTransport()

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport, token: nil).star(.one)
    }

    #expect(error.code == .tokenMissing)
    #expect(transport.requests.isEmpty)
  }

  @Test func `puts the API's own path in front`() {
    let base = APIBase(enterpriseHost: "git.example")

    let target = base.map { RequestTarget(base: $0, path: ["repos", "a/..", "b"], query: []) }

    #expect(target?.text == "/api/v3/repos/a%2F../b")
  }
}

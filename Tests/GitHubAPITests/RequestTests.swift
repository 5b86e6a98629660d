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
    ("\"exact words\" -topic:x", "%22exact%20words%22%20-topic%3Ax"), ("a%20b", "a%2520b"),
    ("../../user", "..%2F..%2Fuser"), ("a\r\nX-Evil: 1", "a%0D%0AX-Evil%3A%201"),
    ("\u{1B}[2J", "%1B%5B2J"),
  ])
  func `sends the query as typed`(_ text: String, _ encoded: String) async throws {
    let transport = StubTransport(
      .init(.get, Self.search + encoded + "&per_page=30", body: pageJSON([]))
    )
    var pages = client(transport).search(try SearchQuery(text: text), limit: 30).makeAsyncIterator()

    #expect(try await pages.next()?.value.repositories == [])

    #expect(transport.unused == [])
  }

  @Test func `sends the sort order, except for best match`() async throws {
    let transport = StubTransport(
      .init(.get, Self.search + "x&sort=stars&order=asc&per_page=5", body: pageJSON([]))
    )
    let query = try SearchQuery(text: "x", sort: .stars, order: .ascending)
    var pages = client(transport).search(query, limit: 5).makeAsyncIterator()

    _ = try await pages.next()

    #expect(transport.unused == [])
  }

  @Test func `sends User-Agent, Accept and the API version`() async throws {
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

  @Test func `does not send a star without a token`() async throws {
    let transport = StubTransport()

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport, token: nil).star(.one)
    }

    #expect(error.kind == .tokenMissing)
    #expect(transport.requests.isEmpty)
  }

  @Test func `begins paths with the API's path`() {
    let base = APIBase(enterpriseHost: "git.example")

    let target = base.map { RequestTarget(base: $0, path: ["repos", "a/..", "b"], query: []) }

    #expect(target?.text == "/api/v3/repos/a%2F../b")
  }
}

@Suite struct RedirectTests {
  private func redirect(
    _ method: HTTPRequest.Method = .get,
    from path: String,
    to location: String,
    _ status: Int = 301
  )
    -> StubTransport.Exchange
  {
    .init(method, path, status: status, fields: [.location: location])
  }

  @Test(arguments: [301, 302, 307, 308])
  func `follows redirects on its own origin with the same method`(_ status: Int) async throws {
    let transport = StubTransport(
      redirect(
        .put,
        from: "/user/starred/octo/one",
        to: "https://api.github.com/user/starred/new/one",
        status
      ),
      .init(.put, "/user/starred/new/one", status: 204)
    )

    try await client(transport).star(.one)

    #expect(transport.unused == [])
    #expect(transport.requests.allSatisfy { $0.headerFields[.authorization] != nil })
  }

  @Test func `follows 303 with GET, and without the body`() async throws {
    let transport = StubTransport(
      redirect(.post, from: "/graphql", to: "/elsewhere", 303),
      .init(.get, "/elsewhere", body: #"{"data":{"nodes":[]}}"#)
    )

    let states = try await client(transport).send(.starStates(nodeIDs: ["one"])).value

    #expect(states.isEmpty)
    #expect(transport.bodies.map(\.isEmpty) == [false, true])
    #expect(transport.requests.map { $0.headerFields[.contentType] } == ["application/json", nil])
  }

  @Test func `follows a redirect to a path`() async throws {
    let transport = StubTransport(
      redirect(from: "/repos/octo/one", to: "/repositories/1"),
      .init(.get, "/repositories/1", body: repositoryJSON(id: 1, "new/one"))
    )

    let repository = try await client(transport).send(.repository(.one)).value

    #expect(repository.name.fullName == "new/one")
  }

  @Test(
    arguments: [
      "https://evil.test/repositories/1", "https://api.github.com.evil.test/",
      "https://api.github.com@evil.test/", "https://api.github.com:443@evil.test/",
      "https://api.github.com%2eevil.test/", "https://api.github.com\u{3002}evil.test/",
      "https://evil.test#api.github.com", "https://evil.test?api.github.com",
      #"https://evil.test\api.github.com"#, #"https:\\evil.test/"#, #"/\evil.test/"#,
      "//evil.test/", "///evil.test/", "https:evil.test", "https://\tevil.test/",
      "https://аpi.github.com/", "http://api.github.com/repos/octo/one",
      "https://api.github.com:444/x", "https://github.com/x", "file:///etc/passwd",
      "javascript:alert(1)", "data:text/html,x", "ftp://api.github.com/", "", "https://", "://",
      "https://@/", "relative/path", "https:/api.github.com/",
      "https://api.github.com\\@evil.test/", "..", "/../../user", "/a/../../user", "/a b",
      "/a\u{7F}b", "/a\u{1B}[2J", "https://api.github.com/./x", "?q=1",
      "https://\u{212A}.test/", "https://user:pass@api.github.com/",
      "https://api.github.com//evil.test/", "https://api.github.com//#x",
    ],
    [301, 302, 303, 307, 308]
  )
  func `does not follow other redirects`(_ location: String, _ status: Int) async throws {
    let transport = StubTransport(redirect(from: "/repos/octo/one", to: location, status))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }

    #expect(error.kind == .badResponse)
    #expect(transport.requests.count == 1)
  }

  @Test func `stops after three redirects`() async throws {
    let step = redirect(from: "/repos/octo/one", to: "/repos/octo/one")
    let transport = StubTransport(step, step, step, step, step)

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }

    #expect(error.message == "more than 3 redirects")
    #expect(transport.requests.count == 4)
  }
}

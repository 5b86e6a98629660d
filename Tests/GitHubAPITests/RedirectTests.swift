import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

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
  func `follows on its own origin with the same method`(_ status: Int) async throws {
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

  @Test func `follows a path`() async throws {
    let transport = StubTransport(
      redirect(from: "/repos/octo/one", to: "/repositories/1"),
      .init(.get, "/repositories/1", body: repositoryJSON(id: 1, "new/one"))
    )

    let repository = try await client(transport).send(.repository(.one)).value

    #expect(repository.name.fullName == "new/one")
  }

  @Test(arguments: [
    "https://evil.test/repositories/1", "https://api.github.com.evil.test/",
    "https://api.github.com@evil.test/",
    "//evil.test/", "http://api.github.com/repos/octo/one", "https://api.github.com:444/x",
    "https://github.com/x", "file:///etc/passwd", "javascript:alert(1)", "ftp://api.github.com/",
    "", "relative/path", "https:/api.github.com/", "https://api.github.com\\@evil.test/",
    "/../../user", "/a b", "/a\u{7F}b", "https://api.github.com/./x", "?q=1",
    "https://\u{212A}.test/", "https://user:pass@api.github.com/",
    "https://api.github.com//evil.test/", "https://api.github.com//#x",
  ])
  func `goes nowhere else`(_ location: String) async throws {
    let transport = StubTransport(redirect(from: "/repos/octo/one", to: location))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }

    #expect(error.code == .badResponse)
    #expect(transport.requests.count == 1)
  }

  @Test func `gives up after three`() async throws {
    let step = redirect(from: "/repos/octo/one", to: "/repos/octo/one")
    let transport = StubTransport(step, step, step, step, step)

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }

    #expect(error.message == "more than 3 redirects")
    #expect(transport.requests.count == 4)
  }
}

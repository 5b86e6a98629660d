import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct ReadmeTests {
  @Test func `requests a README as Markdown, which may not exist`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/a/b/readme", body: "# Title"),
      .init(.get, "/repos/a/b/readme", status: 404)
    )
    let name = try #require(RepositoryName("a/b"))

    #expect(try await client(transport).send(.readme(name)).value == "# Title")
    #expect(try await client(transport).send(.readme(name)).value == nil)

    let accept = transport.requests.first?.headerFields[.accept]
    #expect(accept == "application/vnd.github.raw+json")
  }

  @Test func `a README that the caller has is not sent again`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/a/b/readme", status: 304),
      .init(.get, "/repos/a/b/readme", body: "# New"),
      .init(.get, "/repos/a/b/readme", status: 404)
    )
    let name = try #require(RepositoryName("a/b"))
    let client = client(transport)

    let values = [
      try await client.send(.readme(name, unlessIs: "\"one\"")).value,
      try await client.send(.readme(name, unlessIs: nil)).value,
      try await client.send(.readme(name, unlessIs: nil)).value,
    ]

    guard case .unchanged = values[0], case .value("# New") = values[1],
      case .value(nil) = values[2]
    else {
      Issue.record("\(values)")
      return
    }
    let tags = transport.requests.map { $0.headerFields[.ifNoneMatch] }
    #expect(tags == ["\"one\"", nil, nil])
  }

  @Test func `cuts off a README above the limit`() async throws {
    let text = String(repeating: "x", count: 600_000)
    let answer = StubTransport.Exchange(.get, "/repos/a/b/readme", body: text)
    let transport = StubTransport(answer, answer)
    let name = try #require(RepositoryName("a/b"))

    let readme = try await client(transport).send(.readme(name)).value
    let whole = try await client(transport).send(.readme(name, longest: .max)).value

    #expect(readme?.count == 524_288)
    #expect(whole == text)
  }

  @Test func `sorts languages by size`() async throws {
    let transport = StubTransport(
      .init(
        .get,
        "/repos/a/b/languages",
        body: #"{"C": 5, "Swift": 900, "Odd": "x", "None": 0, "Ada": 5}"#
      )
    )
    let name = try #require(RepositoryName("a/b"))

    let shares = try await client(transport).send(.languages(name)).value

    #expect(shares.map(\.language) == ["Swift", "Ada", "C"])
    #expect(shares.map(\.bytes) == [900, 5, 5])
  }
}

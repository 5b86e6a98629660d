import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct ReadmeTests {
  @Test func `a README is asked for raw, and may be missing`() async throws {
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

  @Test func `a README longer than anyone reads is cut off`() async throws {
    let text = String(repeating: "x", count: 300_000)
    let transport = StubTransport(.init(.get, "/repos/a/b/readme", body: text))
    let name = try #require(RepositoryName("a/b"))

    let readme = try await client(transport).send(.readme(name)).value

    #expect(readme?.count == 262_144)
  }
}

import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct StarTests {
  private static let path = "/user/starred/octo/one"

  @Test func `stars with PUT and unstars with DELETE`() async throws {
    let transport = StubTransport(
      .init(.put, Self.path, status: 204),
      .init(.delete, Self.path, status: 204)
    )
    let client = client(transport)

    try await client.star(name("octo/one"))
    try await client.unstar(name("octo/one"))

    #expect(transport.unused == [])
  }

  @Test func `204 is yes`() async throws {
    let transport = StubTransport(.init(.get, Self.path, status: 204))

    #expect(try await client(transport).isStarred(name("octo/one")))
  }

  @Test func `404 is no when the repository is there`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, status: 404),
      .init(.get, "/repos/octo/one", body: repositoryJSON())
    )

    #expect(try await !client(transport).isStarred(name("octo/one")))
  }

  @Test func `404 is no answer when the repository is not there`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, status: 404),
      .init(.get, "/repos/octo/one", status: 404, body: #"{"message":"Not Found"}"#)
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).isStarred(.one)
    }

    #expect(error.code == .notFound)
    #expect(error.message == "Not Found")
  }

  @Test func `404 to a star is a missing scope when the repository is there`() async throws {
    let scopes = try #require(HTTPField.Name("X-OAuth-Scopes"))
    let accepted = try #require(HTTPField.Name("X-Accepted-OAuth-Scopes"))
    let transport = StubTransport(
      .init(.put, Self.path, status: 404, fields: [scopes: "gist", accepted: "public_repo, repo"]),
      .init(.get, "/repos/octo/one", body: repositoryJSON())
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.code == .forbidden)
    #expect(error.permission == MissingPermission(accepted: "public_repo, repo", granted: "gist"))
  }

  @Test func `a refusal names the permission of a fine-grained token`() async throws {
    let accepted = try #require(HTTPField.Name("X-Accepted-GitHub-Permissions"))
    let transport = StubTransport(
      .init(
        .put,
        Self.path,
        status: 403,
        fields: [accepted: "starring=write"],
        body: #"{"message":"Resource not accessible by personal access token"}"#
      )
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.code == .forbidden)
    #expect(error.permission == MissingPermission(accepted: "starring=write", granted: nil))
    #expect(error.message == "Resource not accessible by personal access token")
  }

  @Test func `a change that is answered with 200 is none`() async throws {
    let transport = StubTransport(.init(.put, Self.path, body: "<html>"))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.code == .badResponse)
  }
}

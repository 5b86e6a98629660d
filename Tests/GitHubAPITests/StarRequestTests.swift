import Foundation
import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct StarRequestTests {
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

  @Test func `204 means starred`() async throws {
    let transport = StubTransport(.init(.get, Self.path, status: 204))

    #expect(try await client(transport).isStarred(name("octo/one")))
  }

  @Test func `404 means not starred if the repository exists`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, status: 404),
      .init(.get, "/repos/octo/one", body: repositoryJSON())
    )

    #expect(try await !client(transport).isStarred(name("octo/one")))
  }

  @Test func `404 is an error if the repository does not exist`() async throws {
    let transport = StubTransport(
      .init(.get, Self.path, status: 404),
      .init(.get, "/repos/octo/one", status: 404, body: #"{"message":"Not Found"}"#)
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).isStarred(.one)
    }

    #expect(error.kind == .notFound)
    #expect(error.message == "Not Found")
  }

  @Test(arguments: ["public_repo, repo", nil])
  func `404 to a star is a missing scope if the token lacks it`(
    _ named: String?
  ) async throws {
    let scopes = try #require(HTTPField.Name("X-OAuth-Scopes"))
    let accepted = try #require(HTTPField.Name("X-Accepted-OAuth-Scopes"))
    var fields: HTTPFields = [scopes: "gist"]
    fields[accepted] = named
    let transport = StubTransport(.init(.put, Self.path, status: 404, fields: fields))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.kind == .forbidden && error.refusal == .token)
    #expect(
      error.denial?.permissions == Permissions(accepted: named ?? "public_repo", granted: "gist")
    )
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [200, 404])
  func `404 to a star with the scope depends on whether the repository exists`(
    _ status: Int
  ) async throws {
    let scopes = try #require(HTTPField.Name("X-OAuth-Scopes"))
    let transport = StubTransport(
      .init(.put, Self.path, status: 404, fields: [scopes: "public_repo"]),
      .init(.get, "/repos/octo/one", status: status, body: repositoryJSON())
    )

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.kind == (status == 200 ? .forbidden : .notFound))
    #expect(error.refusal == .repository)
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

    #expect(error.kind == .forbidden)
    #expect(error.denial?.permissions == Permissions(accepted: "starring=write", granted: nil))
    #expect(error.message == "Resource not accessible by personal access token")
  }

  @Test func `a star answered with 200 has failed`() async throws {
    let transport = StubTransport(.init(.put, Self.path, body: "<html>"))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).star(.one)
    }

    #expect(error.kind == .badResponse)
  }
}

@Suite struct OwnStarsTests {
  private static let firstPage =
    "/user/starred?sort=created&direction=desc&per_page=100&page=1"

  @Test func `reads when each star was added`() async throws {
    let body = """
      [{"starred_at":"2024-05-06T07:08:09Z","repo":\(repositoryJSON(id: 7, "octo/seven"))}]
      """
    let transport = StubTransport(
      .init(.get, Self.firstPage, fields: [.eTag: #"W/"a""#], body: body)
    )

    let answer = try await client(transport).send(.stars(page: 1))

    let page = try #require(answer.value.page)
    #expect(page.stars.map(\.repository.name.fullName) == ["octo/seven"])
    #expect(page.stars.first?.starredAt == Date(timeIntervalSince1970: 1_714_979_289))
    #expect(answer.entityTag == #"W/"a""#)
    #expect(
      transport.requests.first?.headerFields[.accept] == "application/vnd.github.star+json"
    )
  }

  @Test func `304 for a page's ETag means unchanged`() async throws {
    let transport = StubTransport(.init(.get, Self.firstPage, status: 304))

    let answer = try await client(transport).send(.stars(page: 1, unlessIs: #"W/"a""#))

    #expect(answer.value.page == nil)
    #expect(transport.requests.first?.headerFields[.ifNoneMatch] == #"W/"a""#)
  }

  @Test func `a 304 without a conditional request is an error`() async throws {
    let transport = StubTransport(.init(.get, Self.firstPage, status: 304))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.stars(page: 1))
    }

    #expect(error.kind == .badResponse)
  }

  @Test func `skips and counts an invalid star, and reads a bare repository`() async throws {
    let body = #"[{"starred_at":"2024-05-06T07:08:09Z","repo":{}},\#(repositoryJSON())]"#
    let transport = StubTransport(.init(.get, Self.firstPage, body: body))

    let page = try #require(
      try await client(transport).send(.stars(page: 1)).value.page
    )

    #expect(page.stars.map(\.repository.id) == [1])
    #expect(page.stars.first?.starredAt == .distantPast)
    #expect(page.skippedCount == 1)
  }
}

extension Conditional {
  /// The page; nil if it is unchanged.
  fileprivate var page: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

@Suite struct StarStatesTests {
  @Test func `reads star states by node ID with one query`() async throws {
    let body = """
      {"data":{"nodes":[{"id":"A","viewerHasStarred":true},null,\
      {"id":"C","viewerHasStarred":false}]}}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    let states = try await client(transport).starStates(of: ["A", "B", "C"])

    #expect(states == ["A": true, "C": false])
  }

  @Test func `an unreadable node does not hide the states of the others`() async throws {
    let body = """
      {"data":{"nodes":[{"viewerHasStarred":true},null]},\
      "errors":[{"path":["nodes",1],"message":"Something went wrong"}]}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    #expect(try await client(transport).starStates(of: ["A", "B"]) == ["A": true])
  }

  @Test func `sends a query as JSON, and does not count it as a write`() async throws {
    let answer = StubTransport.Exchange(.post, "/graphql", body: #"{"data":{"nodes":[]}}"#)
    let transport = StubTransport(answer, answer)
    let clock = ManualClock()
    let client = client(transport, options: .test(clock: clock))

    _ = try await client.send(.starStates(nodeIDs: [#"A"B"#]))
    _ = try await client.send(.starStates(nodeIDs: []))

    #expect(transport.requests.first?.headerFields[.contentType] == "application/json")
    #expect(transport.bodies.first?.contains(#"["A\"B"]"#) == true)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `a failed query is an error with GitHub's message`() async throws {
    let body = #"{"errors":[{"message":"Something went wrong"}]}"#
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.starStates(nodeIDs: ["A"]))
    }

    #expect(error.kind == .badResponse)
    #expect(error.message == "Something went wrong")
  }

  @Test func `GraphQL is beside the REST API on GitHub Enterprise Server`() {
    #expect(
      APIBase(enterpriseHost: "git.example")?.graphQL.description == "https://git.example/api"
    )
    #expect(APIBase.github.graphQL == .github)
  }
}

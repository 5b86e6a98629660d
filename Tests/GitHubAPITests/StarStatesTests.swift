import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct StarStatesTests {
  @Test func `star states come from one query, by node id`() async throws {
    let body = """
      {"data":{"nodes":[{"id":"A","viewerHasStarred":true},null,\
      {"id":"C","viewerHasStarred":false}]}}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    let states = try await client(transport).send(.starStates(nodeIDs: ["A", "B", "C"])).value

    #expect(states == ["A": true, "C": false])
  }

  @Test func `a query is posted as JSON, and is no change that others wait for`() async throws {
    let answer = StubTransport.Exchange(.post, "/graphql", body: #"{"data":{"nodes":[]}}"#)
    let transport = StubTransport(answer, answer)
    let clock = ManualClock()
    let client = client(transport, conduct: .test(clock: clock))

    _ = try await client.send(.starStates(nodeIDs: [#"A"B"#]))
    _ = try await client.send(.starStates(nodeIDs: []))

    #expect(transport.requests.first?.headerFields[.contentType] == "application/json")
    #expect(transport.bodies.first?.contains(#"["A\"B"]"#) == true)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `a query that failed is no answer, in GitHub's own words`() async throws {
    let body = #"{"errors":[{"message":"Something went wrong"}]}"#
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.starStates(nodeIDs: ["A"]))
    }

    #expect(error.code == .badResponse)
    #expect(error.message == "Something went wrong")
  }

  @Test func `GraphQL is beside the REST API on a server of one's own`() {
    #expect(
      APIBase(enterpriseHost: "git.example")?.graphQL.description == "https://git.example/api"
    )
    #expect(APIBase.github.graphQL == .github)
  }
}

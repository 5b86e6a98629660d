import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

/// The rules of all GraphQL queries: partial data, errors, retries.
@Suite struct GraphQLTests {
  private static let saml = """
    Resource protected by organization SAML enforcement. You must grant your Personal Access token \
    access to this organization.
    """

  private static func transport(_ body: String) -> StubTransport {
    StubTransport(.init(.post, "/graphql", body: body))
  }

  private static func found(_ id: Int64, _ name: String, isStarred: Bool) throws
    -> RepositoryLookup
  {
    let name = try #require(RepositoryName(name))
    return .found(
      .init(
        member: StarList.Member(id: id, nodeID: "R_\(id)", name: name),
        isPrivate: false,
        isStarred: isStarred
      )
    )
  }

  @Test func `each repository in a lookup has its own result`() async throws {
    let transport = Self.transport(
      """
      {"data":{"r0":null,
        "r1":{"node_id":"R_7","id":7,"full_name":"octo/one","private":false,
          "viewerHasStarred":true},
        "r2":null,
        "r3":{"node_id":"R_8","id":8,"full_name":"octo/new","private":false,
          "viewerHasStarred":false},
        "r4":{"node_id":"R_9","id":9,"full_name":"octo/half","private":null,
          "viewerHasStarred":null},
        "r5":null},
       "errors":[
        {"type":"NOT_FOUND","path":["r0"],"message":"Could not resolve"},
        {"type":"FORBIDDEN","path":["r2"],"extensions":{"saml_failure":true},
         "message":"\(Self.saml)"},
        {"type":"FORBIDDEN","path":["r4","viewerHasStarred"],"message":"Not yours."}]}
      """
    )
    let names = ["octo/gone", "octo/one", "acme/secret", "octo/old", "octo/half", "octo/silent"]
      .compactMap { RepositoryName($0) }

    let lookups = try await client(transport).send(.repositories(named: names)).value

    #expect(
      lookups == [
        .notFound, try Self.found(7, "octo/one", isStarred: true), .unreadable(Self.saml),
        try Self.found(8, "octo/new", isStarred: false), .unreadable("Not yours."),
        .unreadable("GitHub returned no data for it"),
      ]
    )
    #expect(transport.bodies[0].contains(#""o0":"octo","n0":"gone","o1":"octo","n1":"one""#))
    #expect(transport.requests.count == 1)
  }

  /// Errors: the first fails the whole query, and the others are about nodes.
  @Test(
    arguments: [
      (
        #"{"type":"INSUFFICIENT_SCOPES","path":["r0"],"message":"No."}"#, FailureKind.forbidden
      ),
      (#"{"type":"FORBIDDEN","message":"No."}"#, .forbidden),
      (#"{"type":"SERVICE_UNAVAILABLE","path":["r0"],"message":"No."}"#, .badResponse),
      (#"{"path":["r0"],"message":"No."}"#, .badResponse), (#""No.""#, .badResponse),
    ]
  )
  func `an error that is not about one node fails the query`(
    _ problem: String,
    _ code: FailureKind
  ) async throws {
    let node = #"{"type":"NOT_FOUND","path":["r0"],"message":"Not this one."}"#
    for errors in ["[\(problem)]", "[\(node),\(problem)]", "[\(problem),\(node)]"] {
      let body = #"{"data":{"r0":null},"errors":\#(errors)}"#

      let error = try await failure { () async throws(GitHubError) in
        _ = try await client(Self.transport(body)).send(.repositories(named: [.one]))
      }

      #expect(error.kind == code)
      #expect(error.message != "Not this one.")
    }
  }

  @Test(arguments: [#"{"data":{"r0":null},"errors":"No."}"#, #"{"data":null,"errors":[{}]}"#])
  func `treats errors of unknown form as errors`(_ body: String) async throws {
    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(Self.transport(body)).send(.repositories(named: [.one]))
    }

    #expect(error.kind == .badResponse)
  }

  @Test func `a forbidden top-level field is a failure`() async throws {
    let body = """
      {"data":{"viewer":{"lists":null}},
       "errors":[{"type":"FORBIDDEN","path":["viewer","lists"],"message":"No."}]}
      """

    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(Self.transport(body)).send(.starLists())
    }

    #expect(error.kind == .forbidden && error.message == "No.")
  }

  @Test func `an unreadable member leaves the others, with the reason`() async throws {
    let body = """
      {"data":{"node":{"items":{"nodes":[
        null, {"node_id":"R_7","id":7,"full_name":"octo/one"}
      ],"pageInfo":{"hasNextPage":false}}}},
       "errors":[{"type":"FORBIDDEN","path":["node","items","nodes",0],"message":"\(Self.saml)"}]}
      """

    let page = try await client(Self.transport(body)).send(.members(ofList: "L1")).value

    #expect(page.elements.map(\.name) == [.one])
    #expect(page.skippedCount == 1)
    #expect(page.reason == Self.saml)
  }

  @Test func `a list of unknown size is not an empty list`() async throws {
    let body = """
      {"data":{"viewer":{"lists":{"nodes":[{"id":"L1","name":"Web","items":null}],
        "pageInfo":{"hasNextPage":false}}}},
       "errors":[{"type":"FORBIDDEN","path":["viewer","lists","nodes",0,"items"],"message":"No."}]}
      """

    let page = try await client(Self.transport(body)).send(.starLists()).value

    #expect(page.elements.isEmpty && page.skippedCount == 1)
  }

  /// A refusal has no data, so a response with much data is parsed only once.
  @Test(arguments: [(0, 2), (20_000, 1)])
  func `only a short response can be a rate limit refusal`(
    _ length: Int,
    _ requests: Int
  ) async throws {
    let text = String(repeating: "x", count: length)
    let refusal = #"{"errors":[{"type":"RATE_LIMITED","message":"\#(text)"}]}"#
    let transport = StubTransport(
      (1...requests).map { .init(.post, "/graphql", body: $0 < 2 ? refusal : #"{"data":{}}"#) }
    )
    let options = ClientOptions.test(waitLimit: .default)

    _ = try? await client(transport, options: options).send(.repositories(named: [.one]))

    #expect(transport.requests.count == requests)
    #expect(transport.unused == [])
  }

  @Test(arguments: [500, 502, 503, 504])
  func `retries a query like any read, and sends a mutation once`(
    _ status: Int
  ) async throws {
    let broken = StubTransport.Exchange(.post, "/graphql", status: status)
    let lists = #"{"data":{"viewer":{"lists":{"nodes":[],"pageInfo":{"hasNextPage":false}}}}}"#
    let reads = StubTransport(broken, broken, .init(.post, "/graphql", body: lists))
    let writes = StubTransport(broken, broken)
    let options = ClientOptions.test(retries: .punctual)

    let page = try await client(reads, options: options).send(.starLists()).value
    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(writes, options: options).send(.deleteStarList("L1"))
    }

    #expect(page.elements.isEmpty && reads.requests.count == 3)
    #expect(error.status == status && error.mayHaveTakenEffect)
    #expect(writes.requests.count == 1)
  }

  @Test func `requests star states for at most 100 repositories at a time`() async throws {
    let ids = (1...201).map { "R_\($0)" }
    let parts = [ids[..<100], ids[100..<200], ids[200...]].map { part in
      let nodes = part.map { #"{"id":"\#($0)","viewerHasStarred":true}"# }
      return StubTransport.Exchange(
        .post,
        "/graphql",
        body: #"{"data":{"nodes":[\#(nodes.joined(separator: ","))]}}"#
      )
    }
    let transport = StubTransport(parts)

    let states = try await client(transport).starStates(of: ids)

    #expect(states.count == 201)
    #expect(transport.bodies.map { $0.components(separatedBy: "R_").count - 1 } == [100, 100, 1])
  }
}

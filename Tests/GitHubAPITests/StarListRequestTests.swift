import Foundation
import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct StarListRequestTests {
  private static let member = StarList.Member(id: 7, nodeID: "R_7", name: .one)

  private static func transport(_ body: String) -> StubTransport {
    StubTransport(.init(.post, "/graphql", body: body))
  }

  @Test func `reads a page of lists, and skips unreadable ones`() async throws {
    let transport = Self.transport(
      """
      {"data":{"viewer":{"lists":{"nodes":[
        {"id":"L1","name":"Web","slug":"web","description":"","isPrivate":true,
         "createdAt":"2026-01-02T03:04:05Z","updatedAt":null,"items":{"totalCount":3}},
        null, {"name":"without id"}
      ],"pageInfo":{"hasNextPage":true,"endCursor":"C"}}}}}
      """
    )

    let page = try await client(transport).send(.starLists()).value

    #expect(page.nextCursor == "C")
    let list = try #require(page.elements.first)
    #expect(page.elements.count == 1 && page.skippedCount == 2)
    #expect((list.id, list.name, list.slug) == ("L1", "Web", "web"))
    #expect(list.description == nil)
    #expect(list.isPrivate)
    #expect(list.repositoryCount == 3)
    #expect(list.createdAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(list.updatedAt == nil)
  }

  @Test func `reads the members of a list under their current names`() async throws {
    let transport = Self.transport(
      """
      {"data":{"node":{"items":{"nodes":[
        {"node_id":"R_7","id":7,"full_name":"octo/one"}, null
      ],"pageInfo":{"hasNextPage":false,"endCursor":"C"}}}}}
      """
    )

    let page = try await client(transport).send(.members(ofList: "L1")).value

    #expect(page.elements == [Self.member])
    #expect(page.nextCursor == nil)
  }

  @Test(
    arguments: [
      #"{"data":{"viewer":null}}"#, #"{"data":null}"#, "{}",
      #"{"data":{"viewer":{"lists":{"nodes":[],"pageInfo":{"hasNextPage":true}}}}}"#,
      #"{"errors":[{"message":"Something went wrong"}],"data":{"viewer":null}}"#,
    ]
  )
  func `an incomplete response is a bad response`(_ body: String) async throws {
    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(Self.transport(body)).send(.starLists())
    }

    #expect(error.kind == .badResponse)
  }

  @Test(
    arguments: [
      ("INSUFFICIENT_SCOPES", FailureKind.forbidden), ("FORBIDDEN", .forbidden),
      ("NOT_FOUND", .notFound), ("UNPROCESSABLE", .invalidRequest), ("SOMETHING", .badResponse),
    ]
  )
  func `an error with status 200 is a failure of its class`(
    _ type: String,
    _ code: FailureKind
  ) async throws {
    let body = #"{"data":{"deleteUserList":null},"errors":[{"type":"\#(type)","message":"No."}]}"#

    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(Self.transport(body)).send(.deleteStarList("L1"))
    }

    #expect(error.kind == code)
    #expect(error.message == "No.")
    #expect(error.requestKind == .starList)
  }

  @Test func `names the missing scopes`() async throws {
    let message =
      "Your token has not been granted the required scopes to execute this query. The 'lists' "
      + "field requires one of the following scopes: ['read:user'], but your token has only been "
      + "granted the: ['gist', 'public_repo'] scopes."
    let body = #"{"errors":[{"type":"INSUFFICIENT_SCOPES","message":"\#(message)"}]}"#

    let error = try await failure { () async throws(GitHubError) in
      _ = try await client(Self.transport(body)).send(.starLists())
    }

    #expect(
      error.denial?.permissions == Permissions(accepted: "read:user", granted: "gist, public_repo")
    )
    #expect(error.denial?.permissions?.lacksScopes == true)
  }

  @Test func `a change is a write, and a read is not`() {
    #expect(!Endpoint.starLists().isWrite)
    #expect(!Endpoint.members(ofList: "L1").isWrite)
    #expect(Endpoint.createStarList(name: "Web", description: nil, isPrivate: false).isWrite)
    #expect(Endpoint.updateStarList("L1", name: "Web").isWrite)
    #expect(Endpoint.deleteStarList("L1").isWrite)
    #expect(Endpoint.setStarLists(["L1"], of: Self.member).isWrite)
  }

  @Test func `sends user input as variables, never within the query`() throws {
    let name = #"a" } { viewer { login } #"#

    let body = String(
      decoding: Endpoint.createStarList(name: name, description: nil, isPrivate: false).body,
      as: UTF8.self
    )

    #expect(body.contains("createUserList(input: $input)"))
    #expect(body.contains(#""name":"a\" } { viewer { login } #""#))
  }
}

import Foundation
import GitHubSandbox
import JSON
import Testing

/// GitHub's GraphQL, including star lists.
@Suite struct SandboxGraphQLTests {
  private static func client() -> Client {
    Client {
      $0.tokens = [
        SandboxToken(
          SandboxToken.demonstration.value,
          kind: .classic(scopes: ["public_repo", "user"])
        )
      ]
    }
  }

  @Test func `omits repositories behind single sign-on, with an error beside the data`() throws {
    let client = Self.client()
    client.service.requireSignOn(of: "vapor")

    let answer = try client.lookUp("vapor/vapor", "iina/iina")

    #expect(answer["data"]?["r0"] == .null)
    #expect(answer["data"]?["r1"]?["nameWithOwner"] == "iina/iina")
    let error = try #require(answer["errors"]?.array?.first)
    #expect(error["type"]?.string == "FORBIDDEN" && error["path"]?.text == #"["r0"]"#)
    #expect(error["extensions"]?.text == #"{"saml_failure":true}"#)
    #expect(error["message"]?.string?.hasPrefix("Resource protected by organization SAML") == true)
  }

  @Test func `a field has the name that the query gives it`() throws {
    let client = Self.client()
    let id = try client.nodeID(of: "iina/iina")
    let query = "query StarStates { nodes { id: databaseId node_id: id name: nameWithOwner } }"

    let answer = try client.graphQL(query, ["ids": [.string(id)]])

    let node = try #require(answer["data"]?["nodes"]?.array?.first)
    #expect(node["node_id"]?.string == id && node["id"]?.integer != nil)
    #expect(node["name"] == "iina/iina")
  }

  @Test(arguments: ["{ viewer { login } }", "query Nope { viewer { login } }", "", "query"])
  func `rejects an unknown operation`(_ query: String) throws {
    let body: JSONValue = ["query": .string(query)]

    #expect(Self.client().send("POST", "/graphql", body: body.text).status == 400)
  }

  @Test func `returns null for a missing node, with an error that has its path`() throws {
    let answer = try Self.client().graphQL(
      "query StarStates",
      ["ids": ["x", "MDEwOlJlcG9zaXRvcnkx"]]
    )

    #expect(answer["data"]?.text == #"{"nodes":[null,null]}"#)
    let errors = answer["errors"]?.array ?? []
    #expect(errors.map { $0["type"]?.string } == ["NOT_FOUND", "NOT_FOUND"])
    #expect(errors.map { $0["path"]?.text } == [#"["nodes",0]"#, #"["nodes",1]"#])
  }

  @Test func `sends the files that a query requests, with their text on request`() throws {
    let client = Self.client()
    client.service.edit("iina/iina") { $0.files = ["README.rst": "Words", "logo": "\0"] }
    let fields =
      #"a: object(expression: "HEAD:README.rst") b: object(expression: "HEAD:none")"#
      + #" c: object(expression: "HEAD:logo")"#
    let ids: JSONValue = ["ids": [.string(try client.nodeID(of: "iina/iina"))]]

    let texts = try client.graphQL("query Readmes { \(fields) }", ids)["data"]?["nodes"]?.array?[0]
    let facts = try client.graphQL("query Facts { \(fields) }", ids)["data"]?["nodes"]?.array?[0]

    #expect(texts?["a"]?["text"] == "Words" && texts?["b"] == .null)
    #expect(texts?["c"]?["text"] == .null && texts?["c"]?["isBinary"] == true)
    #expect(facts?["a"]?["byteSize"] == 5 && facts?["a"]?["text"] == nil)
  }

  @Test func `enforces the limits of lists`() throws {
    let client = Self.client()
    for number in 1...32 { _ = try client.create("List \(number)") }

    for (name, description, reason) in [
      ("One more", nil, "You have reached the limit of 32 lists"),
      (String(repeating: "é", count: 33), nil, "Name is too long (maximum is 32 characters)"),
      (
        "x", String(repeating: "é", count: 161),
        "Description is too long (maximum is 160 characters)"
      ),
      ("  ", nil, "Name can't be blank"),
    ] {
      let answer = try client.create(name, description: description)
      #expect(answer["errors"]?.array?.first?["message"]?.string == reason)
    }
  }
}

extension Client {
  fileprivate func graphQL(_ query: String, _ variables: JSONValue = [:]) throws -> JSONValue {
    let body: JSONValue = ["query": .string(query), "variables": variables]
    return try send("POST", "/graphql", body: body.text).json()
  }

  fileprivate func create(_ name: String, description: String? = nil) throws -> JSONValue {
    let input: JSONValue = ["name": .string(name), "description": .string(description)]
    return try graphQL("mutation createUserList", ["input": input])
  }

  fileprivate func lookUp(_ names: String...) throws -> JSONValue {
    let variables = names.enumerated().flatMap { index, name -> [(String, JSONValue)] in
      let parts = name.split(separator: "/").map { JSONValue.string(String($0)) }
      return [("o\(index)", parts[0]), ("n\(index)", parts[1])]
    }
    return try graphQL("query Repositories", .object(variables))
  }

  fileprivate func nodeID(of name: String) throws -> String {
    try #require(try lookUp(name)["data"]?["r0"]?["id"]?.string)
  }
}

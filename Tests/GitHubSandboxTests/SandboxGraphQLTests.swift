import Foundation
import GitHubSandbox
import JSON
import Testing

/// GitHub's GraphQL, including star lists.
@Suite struct SandboxGraphQLTests {
  private static let scopes = ["public_repo", "user"]

  private static func client(
    scopes: [String] = scopes,
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) -> Client {
    Client {
      $0.tokens = [
        SandboxToken(SandboxToken.demonstration.value, kind: .classic(scopes: scopes))
      ]
      configure(&$0)
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

  @Test(arguments: ["{ viewer { login } }", "query Nope { viewer { login } }", "", "query"])
  func `refuses an operation that it does not know`(_ query: String) throws {
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

  @Test func `sends the files that a query asks for, and their texts on request`() throws {
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

  @Test func `creates, changes, fills and deletes a list`() throws {
    let client = Self.client()
    let list = try client.createList("Web servers", description: "To try")
    let other = try client.createList("Later")
    let vapor = try client.nodeID(of: "vapor/vapor")

    try client.setLists([list, other], of: vapor)
    try client.setLists([list], of: vapor)
    let change: JSONValue = ["listId": .string(list), "name": "Servers", "isPrivate": true]
    _ = try client.graphQL("mutation updateUserList", ["input": change])

    let lists = try client.lists()
    #expect(lists.map { $0["name"]?.string } == ["Servers", "Later"])
    #expect(lists[0]["slug"] == "servers" && lists[0]["description"] == "To try")
    #expect(lists[0]["isPrivate"] == true && lists[0]["items"]?["totalCount"] == 1)
    #expect(lists[1]["isPrivate"] == false && lists[1]["items"]?["totalCount"] == 0)
    #expect(client.service.listMembers().map(\.members) == [["vapor/vapor"], []])

    _ = try client.graphQL("mutation deleteUserList", ["input": ["listId": .string(list)]])
    #expect(try client.lists().map { $0["name"]?.string } == ["Later"])
  }

  @Test func `pages through a list by 100`() throws {
    let client = Self.client { $0.generatedRepositories = 150 }
    let list = try client.createList("Many")
    for number in 600_000_000..<600_000_150 {
      let id = Data("010:Repository\(number)".utf8).base64EncodedString()
      try client.setLists([list], of: id)
    }

    let first = try client.members(of: list, after: .null)
    let second = try client.members(of: list, after: first["pageInfo"]?["endCursor"] ?? .null)

    #expect(first["nodes"]?.array?.count == 100 && first["totalCount"] == 150)
    #expect(first["pageInfo"]?["hasNextPage"] == true)
    #expect(second["nodes"]?.array?.count == 50 && second["pageInfo"]?["hasNextPage"] == false)
  }

  @Test func `enforces the limits of lists`() throws {
    let client = Self.client()
    for number in 1...32 { _ = try client.createList("List \(number)") }

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

  @Test(
    arguments: [
      (["public_repo"], false, false), (["public_repo", "read:user"], true, false),
      (["user"], true, true),
    ]
  )
  func `reads and writes lists only with the right scopes`(
    _ scopes: [String],
    _ canRead: Bool,
    _ canWrite: Bool
  ) throws {
    let client = Self.client(scopes: scopes)

    let read = try client.graphQL("query StarLists")
    let written = try client.create("Later")

    let refusal = "INSUFFICIENT_SCOPES"
    #expect(read["errors"]?.array?.first?["type"]?.string == (canRead ? nil : refusal))
    #expect(written["errors"]?.array?.first?["type"]?.string == (canWrite ? nil : refusal))
  }

  @Test func `omits private members for a token that cannot see them`() throws {
    var secret = SandboxRepository(
      id: 7,
      owner: SandboxOwner(login: "octocat"),
      name: "secret"
    )
    secret.flags = .private
    let repositories = [secret]
    let tokens = [
      SandboxToken("ghp_all", kind: .classic(scopes: ["repo", "user"])),
      SandboxToken("ghp_public", kind: .classic(scopes: Self.scopes)),
    ]
    let all = Client {
      $0.repositories = repositories
      $0.tokens = tokens
    }
    let owner = Client(all, token: "ghp_all")
    let list = try owner.createList("Mine")
    try owner.setLists([list], of: try owner.nodeID(of: "octocat/secret"))
    let other = Client(all, token: "ghp_public")

    #expect(try owner.lists().first?["items"]?["totalCount"] == 1)
    #expect(try other.lists().first?["items"]?["totalCount"] == 0)
    #expect(other.send("GET", "/repos/octocat/secret").status == 404)
    #expect(try owner.send("GET", "/repos/octocat/secret").json()["private"] == .bool(true))
  }

  @Test func `lets reads of lists lag behind changes`() throws {
    let client = Self.client { $0.listReadLag = 2 }
    _ = try client.createList("Later")

    #expect(try client.lists().count == 0)
    #expect(try client.lists().count == 0)
    #expect(try client.lists().count == 1)
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

  /// Creates a list and returns its ID.
  fileprivate func createList(_ name: String, description: String? = nil) throws -> String {
    let created = try create(name, description: description)
    return try #require(created["data"]?["createUserList"]?["list"]?["id"]?.string)
  }

  fileprivate func setLists(_ lists: [String], of item: String) throws {
    let input: JSONValue = [
      "itemId": .string(item), "listIds": .array(lists.map { .string($0) }),
    ]
    let answer = try graphQL("mutation updateUserListsForItem", ["input": input])
    #expect(answer["errors"] == nil)
  }

  fileprivate func lists() throws -> [JSONValue] {
    try graphQL("query StarLists")["data"]?["viewer"]?["lists"]?["nodes"]?.array ?? []
  }

  fileprivate func members(of list: String, after cursor: JSONValue) throws -> JSONValue {
    let answer = try graphQL("query Members", ["list": .string(list), "after": cursor])
    return answer["data"]?["node"]?["items"] ?? .null
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

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

    let answer = try client.graphQL(
      """
      { r0: repository(owner: "vapor", name: "vapor") { id }
        r1: repository(owner: "iina", name: "iina") { name } }
      """
    )

    #expect(answer["data"]?.text == #"{"r0":null,"r1":{"name":"iina"}}"#)
    let error = try #require(answer["errors"]?.array?.first)
    #expect(error["type"]?.string == "FORBIDDEN" && error["path"]?.text == #"["r0"]"#)
    #expect(error["extensions"]?.text == #"{"saml_failure":true}"#)
    #expect(error["message"]?.string?.hasPrefix("Resource protected by organization SAML") == true)
  }

  @Test func `resolves aliases, variables, fragments and directives`() throws {
    let answer = try Self.client().graphQL(
      """
      query Both($name: String!, $brief: Boolean = true) {
        me: viewer { ...Login @include(if: $brief) id @skip(if: $brief) __typename }
        # A comment, and commas that mean nothing.
        first: repository(owner: "vapor", name: $name) { ... on Repository { name, isArchived } }
        ... { rateLimit { cost } }
      }
      fragment Login on User { login }
      """,
      ["name": "vapor"]
    )

    #expect(answer["errors"] == nil)
    #expect(
      answer["data"]?.text
        == #"{"me":{"login":"octocat","__typename":"User"},"#
        + #""first":{"name":"vapor","isArchived":false},"rateLimit":{"cost":1}}"#
    )
  }

  @Test(
    arguments: [
      ("{ viewer { login ", "Parse error on \"end of file\""),
      ("{ viewer { nope } }", "Field 'nope' doesn't exist on type 'User'"),
      ("{ viewer }", "Field 'viewer' returns User but has no selections"),
      ("{ viewer { login { id } } }", "Field 'login' returns String but can't have selections"),
      ("{ node { id } }", "Field 'node' is missing required arguments: id"),
      ("{ viewer(id: 1) { id } }", "Field 'viewer' doesn't accept argument 'id'"),
      ("{ viewer { ...Nope } }", "Fragment Nope was used, but not defined"),
      ("{ ...A } fragment A on Query { ...A }", "Query is nested too deeply"),
      (
        "query($id: ID!) { node(id: $id) { id } }",
        "Variable $id of type ID! was provided invalid value"
      ),
      (String(repeating: "{a", count: 1_000), "Parse error on \"{\""),
    ]
  )
  func `rejects an invalid document`(_ query: String, _ message: String) throws {
    let answer = try Self.client().graphQL(query)

    #expect(answer["data"] == nil)
    #expect(answer["errors"]?.array?.first?["message"]?.string == message)
  }

  @Test func `returns null for a missing node, with an error that has its path`() throws {
    let answer = try Self.client().graphQL(
      #"{ nodes(ids: ["x", "MDEwOlJlcG9zaXRvcnkx"]) { id } }"#
    )

    #expect(answer["data"]?.text == #"{"nodes":[null,null]}"#)
    let errors = answer["errors"]?.array ?? []
    #expect(errors.map { $0["type"]?.string } == ["NOT_FOUND", "NOT_FOUND"])
    #expect(errors.map { $0["path"]?.text } == [#"["nodes",0]"#, #"["nodes",1]"#])
  }

  @Test func `creates, changes, fills and deletes a list`() throws {
    let client = Self.client()
    let list = try client.createList("Web servers", description: "To try")
    let other = try client.createList("Later")
    let vapor = try client.nodeID(of: "vapor/vapor")

    try client.setLists([list, other], of: vapor)
    try client.setLists([list], of: vapor)
    _ = try client.graphQL(
      """
      mutation($id: ID!) {
        updateUserList(input: {listId: $id, name: "Servers", isPrivate: true}) { list { name } }
      }
      """,
      ["id": .string(list)]
    )

    #expect(
      try client.lists().text
        == #"[{"name":"Servers","slug":"servers","description":"To try","isPrivate":true,"#
        + #""items":{"totalCount":1,"nodes":[{"nameWithOwner":"vapor/vapor"}]}},"#
        + #"{"name":"Later","slug":"later","description":null,"isPrivate":false,"#
        + #""items":{"totalCount":0,"nodes":[]}}]"#
    )

    _ = try client.graphQL(
      "mutation($id: ID!) { deleteUserList(input: {listId: $id}) { user { login } } }",
      ["id": .string(list)]
    )
    #expect(try client.lists().array?.map { $0["name"]?.string } == ["Later"])
  }

  @Test func `pages through a connection`() throws {
    let client = Self.client()
    for number in 1...5 { _ = try client.createList("List \(number)") }
    var names: [String] = []
    var cursor = JSONValue.null
    repeat {
      let page = try client.graphQL(
        """
        query($after: String) {
          viewer {
            lists(first: 2, after: $after) {
              totalCount nodes { name } pageInfo { hasNextPage endCursor }
            }
          }
        }
        """,
        ["after": cursor]
      )["data"]?["viewer"]?["lists"]
      #expect(page?["totalCount"] == 5)
      names += page?["nodes"]?.array?.compactMap { $0["name"]?.string } ?? []
      let info = page?["pageInfo"]
      cursor = info?["hasNextPage"] == true ? info?["endCursor"] ?? .null : .null
    } while cursor != .null

    #expect(names == (1...5).map { "List \($0)" })
  }

  @Test(
    arguments: [
      ("{ viewer { lists { totalCount } } }", "MISSING_PAGINATION_BOUNDARIES"),
      ("{ viewer { lists(first: 101) { totalCount } } }", "EXCESSIVE_PAGINATION"),
    ]
  )
  func `limits the size of a page`(_ query: String, _ type: String) throws {
    let answer = try Self.client().graphQL(query)

    #expect(answer["errors"]?.array?.first?["type"]?.string == type)
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

    let read = try client.graphQL("{ viewer { lists(first: 1) { totalCount } } }")
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

    #expect(try owner.lists().array?.first?["items"]?["totalCount"] == 1)
    #expect(try other.lists().array?.first?["items"]?["totalCount"] == 0)
    #expect(other.send("GET", "/repos/octocat/secret").status == 404)
    #expect(try owner.send("GET", "/repos/octocat/secret").json()["private"] == .bool(true))
  }

  @Test func `lets reads of lists lag behind changes`() throws {
    let client = Self.client { $0.listReadLag = 2 }
    _ = try client.createList("Later")

    #expect(try client.lists().array?.count == 0)
    #expect(try client.lists().array?.count == 0)
    #expect(try client.lists().array?.count == 1)
  }
}

extension Client {
  fileprivate func graphQL(_ query: String, _ variables: JSONValue = [:]) throws -> JSONValue {
    let body: JSONValue = ["query": .string(query), "variables": variables]
    return try send("POST", "/graphql", body: body.text).json()
  }

  fileprivate func create(_ name: String, description: String? = nil) throws -> JSONValue {
    try graphQL(
      """
      mutation($name: String!, $description: String) {
        createUserList(input: {name: $name, description: $description}) { list { id } }
      }
      """,
      ["name": .string(name), "description": .string(description)]
    )
  }

  /// Creates a list and returns its ID.
  fileprivate func createList(_ name: String, description: String? = nil) throws -> String {
    let created = try create(name, description: description)
    return try #require(created["data"]?["createUserList"]?["list"]?["id"]?.string)
  }

  fileprivate func setLists(_ lists: [String], of item: String) throws {
    let answer = try graphQL(
      """
      mutation($item: ID!, $lists: [ID!]!) {
        updateUserListsForItem(input: {itemId: $item, listIds: $lists}) { lists { id } }
      }
      """,
      ["item": .string(item), "lists": .array(lists.map { .string($0) })]
    )
    #expect(answer["errors"] == nil)
  }

  fileprivate func lists() throws -> JSONValue {
    let answer = try graphQL(
      """
      {
        viewer {
          lists(first: 32) {
            nodes {
              name slug description isPrivate
              items(first: 100) { totalCount nodes { ... on Repository { nameWithOwner } } }
            }
          }
        }
      }
      """
    )
    return answer["data"]?["viewer"]?["lists"]?["nodes"] ?? .null
  }

  fileprivate func nodeID(of name: String) throws -> String {
    let parts = name.split(separator: "/").map(String.init)
    let answer = try graphQL(
      "query($o: String!, $n: String!) { repository(owner: $o, name: $n) { id } }",
      ["o": .string(parts[0]), "n": .string(parts[1])]
    )
    return try #require(answer["data"]?["repository"]?["id"]?.string)
  }
}

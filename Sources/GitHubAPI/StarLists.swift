package import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One page of a GraphQL connection.
package struct ConnectionPage<Element: Sendable>: Sendable {
  /// The elements; those that GitHub leaves out or that cannot be read are missing.
  package var elements: [Element]
  /// The number of elements that are missing.
  package var skippedCount = 0
  /// Where the next page begins; nil on the last one.
  package var nextCursor: String?
}

extension Endpoint where Value == ConnectionPage<StarList> {
  /// The signed-in user's star lists, without their members, in GitHub's order.
  ///
  /// Needs the scope `read:user`. Reference: https://docs.github.com/graphql/reference/objects#userlist
  package static func starLists(after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query($after: String) {
          viewer {
            lists(first: 100, after: $after) {
              nodes {
                id name slug description isPrivate createdAt updatedAt items(first: 1) { totalCount }
              }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
        """,
      variables: [("after", .string(cursor))],
      operation: "list your star lists"
    ) { (data: StarListsData) in data.page }
  }
}

extension Endpoint where Value == ConnectionPage<StarList.Member> {
  /// One page of 100 of the repositories in a list.
  ///
  /// A token without the scope `repo` does not see private ones. Lists are read one by one, since GitHub
  /// times out when it is asked for the members of many.
  package static func members(ofList id: String, after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query($list: ID!, $after: String) {
          node(id: $list) {
            ... on UserList {
              items(first: 100, after: $after) {
                nodes { ... on Repository { id databaseId nameWithOwner } }
                pageInfo { hasNextPage endCursor }
              }
            }
          }
        }
        """,
      variables: [("list", .string(id)), ("after", .string(cursor))],
      operation: "read a star list"
    ) { (data: StarListMembersData) in data.page }
  }
}

extension Endpoint where Value == StarList {
  /// Creates a list; needs the scope `user`, as all changes of lists do.
  package static func createStarList(
    name: String,
    description: String?,
    isPrivate: Bool
  ) -> Self {
    Self(
      graphQLMutation: "createUserList",
      inputType: "CreateUserListInput",
      selecting: StarListsData.listFields,
      input: [
        ("name", .string(name)), ("description", .string(description)),
        ("isPrivate", .bool(isPrivate)),
      ],
      operation: "create the list \"\(name)\""
    ) { (data: StarListChangeData) in data.list }
  }

  /// Changes the name, the description or who can see a list; nil leaves it as it is.
  package static func updateStarList(
    _ id: String,
    name: String? = nil,
    description: String? = nil,
    isPrivate: Bool? = nil
  ) -> Self {
    let changes: [(String, JSONValue)] = [
      ("name", .string(name)), ("description", .string(description)),
      ("isPrivate", .bool(isPrivate)),
    ]
    return Self(
      graphQLMutation: "updateUserList",
      inputType: "UpdateUserListInput",
      selecting: StarListsData.listFields,
      input: [("listId", .string(id))] + changes.filter { $0.1 != .null },
      operation: "change a list"
    ) { (data: StarListChangeData) in data.list }
  }
}

extension Endpoint where Value == Void {
  /// Deletes a list; the repositories in it stay starred.
  package static func deleteStarList(_ id: String) -> Self {
    Self(
      graphQLMutation: "deleteUserList",
      inputType: "DeleteUserListInput",
      selecting: "clientMutationId",
      input: [("listId", .string(id))],
      operation: "delete a list"
    ) { (_: JSONValue) in }
  }

  /// Replaces the set of lists that a repository is in.
  ///
  /// GitHub can neither add nor remove a single membership: a list that `listIDs` lacks loses the
  /// repository.
  package static func setStarLists(
    _ listIDs: [String],
    of repository: StarList.Member
  ) -> Self {
    Self(
      graphQLMutation: "updateUserListsForItem",
      inputType: "UpdateUserListsForItemInput",
      selecting: "clientMutationId",
      input: [
        ("itemId", .string(repository.nodeID)),
        ("listIds", .array(listIDs.map { .string($0) })),
      ],
      operation: "change the lists of \(repository.name)"
    ) { (_: JSONValue) in }
  }
}

/// A repository as GitHub knows it, to be put into lists.
package struct ListableRepository: Sendable, Hashable {
  /// Its identity, with its current name.
  package var member: StarList.Member
  /// Whether only tokens with the scope `repo` see it.
  package var isPrivate: Bool
  /// Whether the signed-in user has starred it.
  package var isStarred: Bool
}

extension Endpoint where Value == [ListableRepository?] {
  /// Up to 50 repositories by their names, in that order; nil for those that GitHub does not find.
  package static func listableRepositories(_ names: [RepositoryName]) -> Self {
    let parameters = names.indices.map { "$o\($0): String!, $n\($0): String!" }
    let fields = names.indices.map {
      "r\($0): repository(owner: $o\($0), name: $n\($0)) { ...facts }"
    }
    return Self(
      graphQL: """
        query(\(parameters.joined(separator: ", "))) { \(fields.joined(separator: " ")) }
        fragment facts on Repository { id databaseId nameWithOwner isPrivate viewerHasStarred }
        """,
      variables: names.enumerated().flatMap { index, name in
        [("o\(index)", .string(name.owner)), ("n\(index)", .string(name.name))]
      },
      operation: "look up repositories",
      missesNodes: true
    ) { (data: JSONValue) in
      names.indices.map { data["r\($0)"].flatMap(ListableRepository.init) }
    }
  }
}

extension ListableRepository {
  fileprivate init?(_ json: JSONValue) {
    guard case .number(let id)? = json["databaseId"], let nodeID = json["id"]?.string,
      let name = json["nameWithOwner"]?.string.flatMap({ RepositoryName($0) }),
      case .bool(let isPrivate)? = json["isPrivate"],
      case .bool(let isStarred)? = json["viewerHasStarred"]
    else { return nil }
    member = StarList.Member(id: id, nodeID: nodeID, name: name)
    (self.isPrivate, self.isStarred) = (isPrivate, isStarred)
  }
}

// MARK: GraphQL

extension Endpoint {
  /// A query whose `data` is read as `Wire`; `value` converts that to the model's type.
  ///
  /// `missesNodes` reads what GitHub found beside errors about what it did not find.
  init<Wire: JSONDecodable & SendableMetatype>(
    graphQL query: String,
    variables: [(String, JSONValue)],
    interface: Interface = .graphQLQuery,
    operation: String,
    missesNodes: Bool = false,
    value: @escaping @Sendable (Wire) -> Value
  ) {
    let body: JSONValue = ["query": .string(query), "variables": .object(variables)]
    self.init(
      interface: interface,
      method: .post,
      path: ["graphql"],
      body: Data(body.bytes),
      authentication: .required,
      requestKind: .starList,
      operation: operation,
      read: { response throws(UnreadableBody) in
        guard response.head.status == .ok else { return nil }
        let response = try JSONBody.decode(GraphQLResponse<Wire>.self, from: response)
        return value(try response.value(missesNodes: missesNodes))
      }
    )
  }

  /// A mutation with one input object.
  private init<Wire: JSONDecodable & SendableMetatype>(
    graphQLMutation name: String,
    inputType: String,
    selecting fields: String,
    input: [(String, JSONValue)],
    operation: String,
    value: @escaping @Sendable (Wire) -> Value
  ) {
    self.init(
      graphQL: "mutation($input: \(inputType)!) { \(name)(input: $input) { \(fields) } }",
      variables: [("input", .object(input))],
      interface: .graphQLMutation,
      operation: operation,
      value: value
    )
  }
}

// MARK: Responses

/// A GraphQL response: what was asked for in `data`, or errors with status 200.
struct GraphQLResponse<Value: JSONDecodable>: JSONDecodable {
  private let data: Value?
  private let errors: [Problem]

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    errors = (members.lenient("errors", as: [Lossy<Problem>].self) ?? []).compactMap(\.element)
    if errors.isEmpty {
      data = try members.value("data")
    } else {
      data = errors.allSatisfy(\.isAbsence) ? members.lenient("data") : nil
    }
  }

  /// The data.
  ///
  /// - Throws: ``UnreadableBody`` with the first error's message and what it means.
  func value(missesNodes: Bool = false) throws(UnreadableBody) -> Value {
    guard let data, missesNodes || errors.isEmpty else {
      throw errors.first?.failure ?? UnreadableBody(reason: "no data")
    }
    return data
  }

  private struct Problem: JSONDecodable {
    private let message: String
    private let type: String?

    init(_ json: JSONElement) throws(JSONTypeError) {
      var members = try json.members()
      message = try members.value("message")
      type = members.lenient("type")
    }

    /// Whether something is not there, or the token does not see it.
    var isAbsence: Bool { type == "NOT_FOUND" }

    var failure: UnreadableBody {
      let code: GitHubError.Code =
        switch type {
        case "INSUFFICIENT_SCOPES", "FORBIDDEN": .forbidden
        case "NOT_FOUND": .notFound
        case "UNPROCESSABLE": .invalidRequest
        default: .badResponse
        }
      var failure = UnreadableBody(reason: message, code: code)
      if type == "INSUFFICIENT_SCOPES" {
        failure.permission = MissingPermission(
          accepted: Self.scopes(in: message, after: "one of the following scopes: ["),
          granted: Self.scopes(in: message, after: "only been granted the: [")
        )
      }
      return failure
    }

    /// The scopes in a list such as `['read:user', 'repo']`, as GitHub's header fields have them.
    private static func scopes(in message: String, after words: String) -> String? {
      guard let words = message.firstRange(of: words) else { return nil }
      let list = message[words.upperBound...].prefix { $0 != "]" }
      return String(list).replacing("'", with: "")
    }
  }
}

/// `data` of the query for the user's star lists.
struct StarListsData: JSONDecodable {
  /// The fields of a list that ``StarListResponse`` reads.
  static let listFields =
    "list { id name slug description isPrivate createdAt updatedAt items(first: 1) { totalCount } }"

  let page: ConnectionPage<StarList>

  init(_ json: JSONElement) throws(JSONTypeError) {
    var data = try json.members()
    let viewer: JSONElement = try data.required("viewer")
    var user = try viewer.members()
    page = try ConnectionResponse<StarListResponse>(user.required("lists")).page(\.list)
  }
}

/// `data` of the query for the members of a list.
struct StarListMembersData: JSONDecodable {
  let page: ConnectionPage<StarList.Member>

  init(_ json: JSONElement) throws(JSONTypeError) {
    var data = try json.members()
    var list = try data.required("node").members()
    page = try ConnectionResponse<StarListMemberResponse>(list.required("items")).page(\.member)
  }
}

/// `data` of a mutation that returns the list.
struct StarListChangeData: JSONDecodable {
  let list: StarList

  init(_ json: JSONElement) throws(JSONTypeError) {
    var data = try json.members()
    guard let payload = data.element("createUserList") ?? data.element("updateUserList") else {
      throw json.mismatch
    }
    var members = try payload.members()
    list = try StarListResponse(members.required("list")).list
  }
}

private struct ConnectionResponse<Node: JSONDecodable> {
  private let nodes: [Lossy<Node>]
  private let nextCursor: String?

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    nodes = try members.value("nodes")
    var pageInfo = try members.required("pageInfo").members()
    let hasNext: Bool = try pageInfo.value("hasNextPage")
    let end: String? = pageInfo.lenient("endCursor")
    if hasNext, end == nil { throw json.unreadable }
    nextCursor = hasNext ? end : nil
  }

  func page<Element: Sendable>(_ element: (Node) -> Element) -> ConnectionPage<Element> {
    let elements = nodes.compactMap(\.element).map(element)
    return ConnectionPage(
      elements: elements,
      skippedCount: nodes.count - elements.count,
      nextCursor: nextCursor
    )
  }
}

private struct StarListResponse: JSONDecodable {
  let list: StarList

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    let id: String = try members.value("id")
    let name: String = try members.value("name")
    let slug: String? = members.lenient("slug")
    let description: String? = members.lenient("description")
    let isPrivate: Bool? = members.lenient("isPrivate")
    let createdAt = members.date("createdAt")
    let updatedAt = members.date("updatedAt")
    var items = try members.element("items")?.members()
    let count: Int? = items?.lenient("totalCount")
    var list = StarList(
      id: id,
      name: name,
      slug: slug ?? "",
      isPrivate: isPrivate ?? false,
      repositoryCount: max(0, count ?? 0)
    )
    list.description = description.flatMap { $0.isEmpty ? nil : $0 }
    (list.createdAt, list.updatedAt) = (createdAt, updatedAt)
    self.list = list
  }
}

private struct StarListMemberResponse: JSONDecodable {
  let member: StarList.Member

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    let nodeID: String = try members.value("id")
    let id: Int64 = try members.value("databaseId")
    let text: String = try members.value("nameWithOwner")
    guard let name = RepositoryName(text) else { throw json.unreadable }
    member = StarList.Member(id: id, nodeID: nodeID, name: name)
  }
}

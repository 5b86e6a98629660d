import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

extension Endpoint where Value == ConnectionPage<StarList> {
  /// The signed-in user's star lists, without their members, in GitHub's order.
  ///
  /// Needs the scope `read:user`. Reference: https://docs.github.com/graphql/reference/objects#userlist
  package static func starLists(after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query StarLists($after: String) {
          viewer {
            lists(first: 100, after: $after) {
              nodes { \(StarListsData.listFields) }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
        """,
      variables: [("after", .string(cursor))],
      operation: "list your star lists",
      tolerating: \.isAboutOneNode
    ) { (data: StarListsData, problems) in data.page.explained(by: problems) }
  }
}

extension Endpoint where Value == ConnectionPage<StarList.Member> {
  /// One page of 100 of the repositories in a list.
  ///
  /// A token without the scope `repo` does not see private ones. Lists are read one by one, since GitHub
  /// times out on a request for the members of many.
  package static func members(ofList id: String, after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query Members($list: ID!, $after: String) {
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
      operation: "read a star list",
      tolerating: \.isAboutOneNode
    ) { (data: StarListMembersData, problems) in data.page.explained(by: problems) }
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
      selecting: "list { \(StarListsData.listFields) }",
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
      selecting: "list { \(StarListsData.listFields) }",
      input: [("listId", .string(id))] + changes.filter { $0.1 != .null },
      isRepeatable: true,
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
      isRepeatable: true,
      operation: "change the lists of \(repository.name)"
    ) { (_: JSONValue) in }
  }
}

// MARK: Responses

/// `data` of the query for the user's star lists.
struct StarListsData: JSONDecodable {
  /// The fields of a list that ``StarListResponse`` reads.
  static let listFields =
    "id name slug description isPrivate createdAt updatedAt items(first: 1) { totalCount }"

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

private struct StarListResponse: JSONDecodable {
  let list: StarList

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    let id: String = try members.value("id")
    let name: String = try members.value("name")
    let slug: String? = members.lenient("slug")
    let description = members.text("description")
    let isPrivate: Bool? = members.lenient("isPrivate")
    let createdAt = members.date("createdAt")
    let updatedAt = members.date("updatedAt")
    // A list without a count is not an empty one: its members would be lost with the next change.
    var items = try members.required("items").members()
    let count: Int = try items.value("totalCount")
    var list = StarList(
      id: id,
      name: name,
      slug: slug ?? "",
      isPrivate: isPrivate ?? false,
      repositoryCount: max(0, count)
    )
    list.description = description
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

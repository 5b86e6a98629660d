import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

extension Endpoint where Value == ConnectionPage<StarList> {
  /// The signed-in user's star lists, without their members, in GitHub's order.
  ///
  /// Requires the scope `read:user`. Reference:
  /// https://docs.github.com/graphql/reference/objects#userlist
  package static func starLists(after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query StarLists($after: String) {
          viewer {
            lists(first: 100, after: $after) {
              nodes { \(StarList.fields) }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
        """,
      variables: [("after", .string(cursor))],
      requestKind: .starList,
      tolerating: \.isAboutOneNode
    ) { data, problems in
      ConnectionPage(data["viewer"]?["lists"], problems, StarList.init)
    }
  }
}

extension Endpoint where Value == ConnectionPage<StarList.Member> {
  /// One page of 100 repositories in a list.
  ///
  /// A token without the scope `repo` does not see private ones. Lists are read one by one, since
  /// GitHub times out on requests for the members of many.
  package static func members(ofList id: String, after cursor: String? = nil) -> Self {
    Self(
      graphQL: """
        query Members($list: ID!, $after: String) {
          node(id: $list) {
            ... on UserList {
              items(first: 100, after: $after) {
                nodes { ... on Repository { \(StarList.Member.fields) } }
                pageInfo { hasNextPage endCursor }
              }
            }
          }
        }
        """,
      variables: [("list", .string(id)), ("after", .string(cursor))],
      requestKind: .starList,
      tolerating: \.isAboutOneNode
    ) { data, problems in
      ConnectionPage(data["node"]?["items"], problems, StarList.Member.init)
    }
  }
}

extension Endpoint where Value == StarList {
  /// Creates a list; requires the scope `user`, like all changes of lists.
  package static func createStarList(
    name: String,
    description: String?,
    isPrivate: Bool
  ) -> Self {
    Self(
      graphQLMutation: "createUserList",
      inputType: "CreateUserListInput",
      selecting: "list { \(StarList.fields) }",
      input: [
        ("name", .string(name)), ("description", .string(description)),
        ("isPrivate", .bool(isPrivate)),
      ],
      requestKind: .starList,
      subject: "\"\(name)\""
    ) { $0["list"].flatMap(StarList.init) }
  }

  /// Changes a list's name, description or visibility; nil keeps the current value.
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
      selecting: "list { \(StarList.fields) }",
      input: [("listId", .string(id))] + changes.filter { $0.1 != .null },
      requestKind: .starList
    ) { $0["list"].flatMap(StarList.init) }
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
      requestKind: .starList
    ) { _ in () }
  }

  /// Replaces the set of lists that a repository is in.
  ///
  /// GitHub cannot add or remove a single membership: the repository is removed from every list
  /// missing from `listIDs`.
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
      requestKind: .starList,
      subject: repository.name.fullName
    ) { _ in () }
  }
}

// MARK: Responses

extension StarList {
  /// The fields of a list that are parsed.
  fileprivate static let fields =
    "id name slug description isPrivate createdAt updatedAt items(first: 1) { totalCount }"

  /// Parses a list.
  ///
  /// A list without a count is not empty: its members would be lost with the next change.
  fileprivate init?(_ json: JSONElement) {
    guard let id = json["id"]?.string, let name = json["name"]?.string,
      let count = json["items"]?["totalCount"]?.count
    else { return nil }
    self.init(
      id: id,
      name: name,
      slug: json["slug"]?.string ?? "",
      isPrivate: json["isPrivate"]?.bool == true,
      repositoryCount: count
    )
    description = json["description"]?.text
    (createdAt, updatedAt) = (json["createdAt"]?.date, json["updatedAt"]?.date)
  }
}

extension StarList.Member {
  /// The fields of a repository that are parsed, with REST's names.
  static let fields = "id: databaseId node_id: id full_name: nameWithOwner"

  init?(_ json: JSONElement) {
    guard let id = json["id"]?.int64, let nodeID = json["node_id"]?.string,
      let name = json["full_name"]?.repositoryName
    else { return nil }
    self.init(id: id, nodeID: nodeID, name: name)
  }
}

/// The part of GitHub's GraphQL schema that the sandbox serves.
///
/// Reference: https://docs.github.com/graphql/overview/public-schema
enum GraphQLSchema {
  /// A field's type and arguments.
  struct Field {
    /// The type's name without list and non-null marks; a scalar if ``types`` lacks it.
    let type: String
    /// Whether each argument is required, by name.
    let arguments: [String: Bool]

    init(_ type: String, _ arguments: [String: Bool] = [:]) {
      self.type = type
      self.arguments = arguments
    }
  }

  /// The fields of each object type, besides `__typename`, which all have.
  static let types: [String: [String: Field]] = [
    "Query": [
      "viewer": Field("User"),
      "node": Field("Node", ["id": true]),
      "nodes": Field("Node", ["ids": true]),
      "repository": Field("Repository", ["owner": true, "name": true, "followRenames": false]),
      "rateLimit": Field("RateLimit"),
    ],
    "Mutation": [
      "createUserList": Field("CreateUserListPayload", ["input": true]),
      "updateUserList": Field("UpdateUserListPayload", ["input": true]),
      "deleteUserList": Field("DeleteUserListPayload", ["input": true]),
      "updateUserListsForItem": Field("UpdateUserListsForItemPayload", ["input": true]),
      "addStar": Field("AddStarPayload", ["input": true]),
      "removeStar": Field("RemoveStarPayload", ["input": true]),
    ],
    "Node": ["id": Field("ID")],
    "User": [
      "id": Field("ID"), "databaseId": Field("Int"), "login": Field("String"),
      "url": Field("URI"), "avatarUrl": Field("URI"),
      "lists": Field("UserListConnection", connectionArguments),
    ],
    "UserListConnection": [
      "totalCount": Field("Int"), "nodes": Field("UserList"), "pageInfo": Field("PageInfo"),
    ],
    "UserList": [
      "id": Field("ID"), "name": Field("String"), "slug": Field("String"),
      "description": Field("String"), "isPrivate": Field("Boolean"),
      "createdAt": Field("DateTime"), "updatedAt": Field("DateTime"),
      "lastAddedAt": Field("DateTime"), "user": Field("User"),
      "items": Field("UserListItemsConnection", connectionArguments),
    ],
    "UserListItemsConnection": [
      "totalCount": Field("Int"), "nodes": Field("UserListItems"), "pageInfo": Field("PageInfo"),
    ],
    "UserListItems": [:],
    "Repository": [
      "id": Field("ID"), "databaseId": Field("Int"), "name": Field("String"),
      "nameWithOwner": Field("String"), "description": Field("String"), "url": Field("URI"),
      "isPrivate": Field("Boolean"), "isArchived": Field("Boolean"), "isFork": Field("Boolean"),
      "stargazerCount": Field("Int"), "viewerHasStarred": Field("Boolean"),
      "object": Field("GitObject", ["expression": false, "oid": false]),
      "owner": Field("RepositoryOwner"), "homepageUrl": Field("URI"),
      "primaryLanguage": Field("Language"), "licenseInfo": Field("License"),
      "repositoryTopics": Field("RepositoryTopicConnection", connectionArguments),
      "defaultBranchRef": Field("Ref"), "sshUrl": Field("GitSSHRemote"),
      "visibility": Field("RepositoryVisibility"), "forkCount": Field("Int"),
      "diskUsage": Field("Int"), "createdAt": Field("DateTime"), "updatedAt": Field("DateTime"),
      "pushedAt": Field("DateTime"), "isDisabled": Field("Boolean"),
      "isTemplate": Field("Boolean"), "hasIssuesEnabled": Field("Boolean"),
      "hasProjectsEnabled": Field("Boolean"), "hasWikiEnabled": Field("Boolean"),
      "latestRelease": Field("Release"),
    ],
    "RepositoryOwner": [
      "id": Field("ID"), "login": Field("String"), "url": Field("URI"), "avatarUrl": Field("URI"),
    ],
    "Organization": [
      "id": Field("ID"), "databaseId": Field("Int"), "login": Field("String"),
      "url": Field("URI"), "avatarUrl": Field("URI"),
    ],
    "Language": ["name": Field("String")],
    "License": ["key": Field("String"), "name": Field("String"), "spdxId": Field("String")],
    "Ref": ["name": Field("String")],
    "RepositoryTopicConnection": [
      "totalCount": Field("Int"), "nodes": Field("RepositoryTopic"), "pageInfo": Field("PageInfo"),
    ],
    "RepositoryTopic": ["topic": Field("Topic")],
    "Topic": ["name": Field("String")],
    "Release": [
      "tagName": Field("String"), "name": Field("String"), "publishedAt": Field("DateTime"),
      "url": Field("URI"),
    ],
    "Starrable": [
      "id": Field("ID"), "stargazerCount": Field("Int"), "viewerHasStarred": Field("Boolean"),
    ],
    "GitObject": ["id": Field("ID"), "oid": Field("GitObjectID")],
    "Blob": [
      "id": Field("ID"), "oid": Field("GitObjectID"), "text": Field("String"),
      "byteSize": Field("Int"),
      "isTruncated": Field("Boolean"), "isBinary": Field("Boolean"),
    ],
    "PageInfo": [
      "hasNextPage": Field("Boolean"), "hasPreviousPage": Field("Boolean"),
      "startCursor": Field("String"), "endCursor": Field("String"),
    ],
    "RateLimit": [
      "limit": Field("Int"), "cost": Field("Int"), "remaining": Field("Int"),
      "used": Field("Int"), "resetAt": Field("DateTime"),
    ],
    "CreateUserListPayload": [
      "clientMutationId": Field("String"), "list": Field("UserList"), "viewer": Field("User"),
    ],
    "UpdateUserListPayload": [
      "clientMutationId": Field("String"), "list": Field("UserList"),
    ],
    "DeleteUserListPayload": ["clientMutationId": Field("String"), "user": Field("User")],
    "UpdateUserListsForItemPayload": [
      "clientMutationId": Field("String"), "item": Field("UserListItems"),
      "lists": Field("UserList"), "user": Field("User"),
    ],
    "AddStarPayload": ["clientMutationId": Field("String"), "starrable": Field("Starrable")],
    "RemoveStarPayload": ["clientMutationId": Field("String"), "starrable": Field("Starrable")],
  ]

  /// Whether `type` is `other` itself, implements it (an interface), or belongs to it (a union).
  static func type(_ name: String, is other: String) -> Bool {
    name == other || abstractTypes[other]?.contains(name) == true
  }

  private static let connectionArguments = [
    "first": false, "last": false, "after": false, "before": false,
  ]

  /// The object types of each interface and union.
  private static let abstractTypes: [String: Set<String>] = [
    "Node": ["User", "Organization", "UserList", "Repository", "Blob"],
    "RepositoryOwner": ["User", "Organization"],
    "UserListItems": ["Repository"],
    "Starrable": ["Repository"],
    "GitObject": ["Blob"],
  ]
}

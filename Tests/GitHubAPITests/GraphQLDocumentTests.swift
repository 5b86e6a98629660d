import Foundation
import GitHubModel
import JSON
import TestSupport
import Testing

@testable import GitHubAPI

/// The sandbox answers operations by name; here each document is checked against GitHub's schema.
@Suite struct GraphQLDocumentTests {
  /// The fields of GitHub's types that ghsearch uses, with the types of object fields.
  ///
  /// From https://docs.github.com/graphql/overview/public-schema
  private static let types = """
    Query: node/Node nodes/Node repository/Repository viewer/User
    Mutation: createUserList/CreateUserListPayload updateUserList/UpdateUserListPayload \
      deleteUserList/DeleteUserListPayload updateUserListsForItem/UpdateUserListsForItemPayload
    CreateUserListPayload: clientMutationId list/UserList viewer/User
    UpdateUserListPayload: clientMutationId list/UserList
    DeleteUserListPayload: clientMutationId user/User
    UpdateUserListsForItemPayload: clientMutationId item/UserListItems lists/UserList user/User
    Node: id
    User: avatarUrl databaseId id lists/UserListConnection login name url
    Organization: avatarUrl databaseId id login name url
    RepositoryOwner: avatarUrl id login url
    UserListConnection: edges nodes/UserList pageInfo/PageInfo totalCount
    UserList: createdAt description id isPrivate items/UserListItemsConnection lastAddedAt name slug \
      updatedAt user/User
    UserListItemsConnection: edges nodes/UserListItems pageInfo/PageInfo totalCount
    UserListItems:
    Repository: createdAt databaseId defaultBranchRef/Ref description diskUsage forkCount \
      hasIssuesEnabled hasProjectsEnabled hasWikiEnabled homepageUrl id isArchived isDisabled isFork \
      isPrivate isTemplate latestRelease/Release licenseInfo/License name nameWithOwner \
      object/GitObject owner/RepositoryOwner primaryLanguage/Language pushedAt \
      repositoryTopics/RepositoryTopicConnection sshUrl stargazerCount updatedAt url \
      viewerHasStarred visibility
    GitObject: abbreviatedOid id oid
    Blob: byteSize id isBinary isTruncated oid text
    Language: color id name
    License: id key name spdxId url
    Ref: id name
    Release: id name publishedAt tagName url
    RepositoryTopicConnection: nodes/RepositoryTopic pageInfo/PageInfo totalCount
    RepositoryTopic: id topic/Topic
    Topic: id name
    PageInfo: endCursor hasNextPage hasPreviousPage startCursor
    """

  /// The documents of all endpoints.
  private static let documents: [String] = {
    let member = StarList.Member(id: 1, nodeID: "R_1", name: .one)
    let list = Endpoint.createStarList(name: "a", description: nil, isPrivate: false)
    return [
      Endpoint.facts(nodeIDs: ["R_1"]).body, Endpoint.readmes(nodeIDs: ["R_1"]).body,
      Endpoint.starStates(nodeIDs: ["R_1"]).body,
      Endpoint.repositories(named: [.one, .one]).body, Endpoint.starLists().body,
      Endpoint.members(ofList: "L1").body, list.body,
      Endpoint.updateStarList("L1", name: "b").body, Endpoint.deleteStarList("L1").body,
      Endpoint.setStarLists(["L1"], of: member).body,
    ].map { (try? JSONElement(Array($0)))?["query"]?.string ?? "" }
  }()

  private let fields: [Substring: [Substring: Substring]] = Dictionary(
    uniqueKeysWithValues: types.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      let fields = parts[1].split(separator: " ").map { field in
        let parts = field.split(separator: "/")
        return (parts[0], parts.count == 2 ? parts[1] : "")
      }
      return (parts[0], Dictionary(uniqueKeysWithValues: fields))
    }
  )

  /// Checks the selections of a type up to their closing brace, and returns the mistakes.
  private func mistakes(_ words: inout ArraySlice<Substring>, on type: Substring) -> [String] {
    guard words.popFirst() == "{" else { return ["no selections on \(type)"] }
    var mistakes: [String] = []
    while let word = words.popFirst(), word != "}" {
      if word == "..." {
        if words.first == "on" {
          words.removeFirst()
          mistakes += self.mistakes(&words, on: words.removeFirst())
        } else {
          words.removeFirst()
        }
        continue
      }
      var name = word
      if words.first == ":" { name = words.dropFirst().first ?? "" }
      if words.first == ":" { words.removeFirst(2) }
      if words.first == "(" { words = words.drop { $0 != ")" }.dropFirst() }
      if name == "__typename" { continue }
      guard let child = fields[type]?[name] else {
        mistakes.append("\(type) has no \(name)")
        continue
      }
      if (words.first == "{") == child.isEmpty { mistakes.append("selections of \(type).\(name)") }
      if words.first == "{" { mistakes += self.mistakes(&words, on: child) }
    }
    return mistakes
  }

  @Test(arguments: documents)
  func `every document selects only fields that GitHub has`(_ document: String) throws {
    let word = /[A-Za-z_][A-Za-z_0-9]*|\.\.\.|"[^"]*"|[^\sA-Za-z_]/
    var words = document.matches(of: word).map(\.output)[...]
    while let kind = words.popFirst() {
      #expect(["query", "mutation", "fragment"].contains(kind), "\(document)")
      words.removeFirst()
      if words.first == "(" { words = words.drop { $0 != ")" }.dropFirst() }
      if words.first == "on" { words.removeFirst() }
      let root = kind == "query" ? "Query" : kind == "mutation" ? "Mutation" : words.removeFirst()
      #expect(mistakes(&words, on: root) == [], "\(document)")
    }
  }

  @Test(arguments: [
    ("{ viewer { nope } }", ["User has no nope"]),
    ("{ viewer }", ["selections of Query.viewer"]),
    ("{ me: viewer { login { id } } }", ["selections of User.login", "no such type"]),
    ("{ node(id: $id) { ... on Repository { stars } } }", ["Repository has no stars"]),
  ])
  func `detects a mistake in a document`(_ document: String, _ found: [String]) {
    let word = /[A-Za-z_][A-Za-z_0-9]*|\.\.\.|"[^"]*"|[^\sA-Za-z_]/
    var words = document.matches(of: word).map(\.output)[...]

    #expect(mistakes(&words, on: "Query").first == found.first)
  }
}

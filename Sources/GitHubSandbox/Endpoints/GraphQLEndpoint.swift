private import Foundation
import JSON

extension Call {
  /// Answers `POST /graphql`: one operation over ``GraphQLSchema``.
  ///
  /// Reference: https://docs.github.com/graphql/guides/forming-calls-with-graphql
  func graphQL() -> SandboxResponse {
    guard let token else {
      return .failure(
        401,
        "This endpoint requires you to be authenticated.",
        documentation: "/graphql/guides/forming-calls-with-graphql#authenticating-with-graphql"
      )
    }
    guard let document = try? JSONDocument(request.body, limits: .document),
      let body = try? JSONValue(JSONElement(document))
    else { return .failure(400, "Problems parsing JSON", documentation: "/graphql") }
    guard let query = body["query"]?.string else {
      let message = "A query attribute must be specified and must be a string."
      return .failure(400, message, documentation: "/graphql")
    }
    if let failure = state.graphQLTraps.failure(of: body, in: catalog) { return failure }
    let root = GraphQLRoot(call: self, token: token)
    let response = GraphQLExecutor.response(
      to: query,
      operationName: body["operationName"]?.string,
      variables: body["variables"] ?? .null,
      query: root.query,
      mutation: root.mutation
    )
    return .json(response)
  }
}

/// The objects that one request's GraphQL operation can reach.
private final class GraphQLRoot {
  private let call: Call
  private let token: SandboxToken
  /// The lists that this request sees, read once because reads may lag.
  private lazy var visibleLists = call.service.readLists(of: token.login)

  init(call: Call, token: SandboxToken) {
    self.call = call
    self.token = token
  }

  var query: GraphQLObject {
    GraphQLObject(type: "Query") { [self] (name, arguments) throws(GraphQLError) in
      switch name {
      case "viewer": return .object(viewer)
      case "node":
        let id = arguments["id"]?.string ?? ""
        if let repository = repository(nodeID: id) { return value(of: repository) }
        guard let list = list(nodeID: id) else { throw Self.unresolved(id) }
        return .object(object(of: list))
      case "nodes": return .list(try nodes(arguments))
      case "repository": return .object(object(of: try repository(arguments)))
      case "rateLimit": return .object(rateLimit)
      default: return .null
      }
    }
  }

  var mutation: GraphQLObject {
    GraphQLObject(type: "Mutation") { [self] (name, arguments) throws(GraphQLError) in
      let input = arguments["input"] ?? [:]
      switch name {
      case "createUserList": return try createList(input)
      case "updateUserList": return try updateList(input)
      case "deleteUserList": return try deleteList(input)
      case "updateUserListsForItem": return try replaceLists(input)
      case "addStar": return try setStar(true, input)
      case "removeStar": return try setStar(false, input)
      default: return .null
      }
    }
  }

  private func payload(_ type: String, _ input: JSONValue, _ fields: [String: GraphQLValue])
    -> GraphQLValue
  {
    .object(
      GraphQLObject(type: type) { (name, _) throws(GraphQLError) in
        name == "clientMutationId"
          ? .scalar(input["clientMutationId"] ?? .null) : fields[name] ?? .null
      }
    )
  }
}

// MARK: Nodes

extension GraphQLRoot {
  private static func unresolved(_ id: String) -> GraphQLError {
    GraphQLError(
      type: "NOT_FOUND",
      message: "Could not resolve to a node with the global id of '\(id)'"
    )
  }

  private func nodes(_ arguments: GraphQLObject.Arguments) throws(GraphQLError) -> [GraphQLValue] {
    let ids = arguments["ids"]?.array ?? []
    guard ids.count <= 100 else {
      throw GraphQLError(
        type: "ARGUMENT_LIMIT",
        message: "You may not provide more than 100 node ids; you provided \(ids.count)."
      )
    }
    let traps = call.state.graphQLTraps
    return ids.enumerated().map { index, id in
      if index >= traps.maxComputed { return .failure(GraphQLTraps.resourceLimits) }
      if index >= traps.maxAnswered { return .null }
      let text = id.string ?? ""
      if let repository = repository(nodeID: text) { return value(of: repository) }
      return list(nodeID: text).map { .object(object(of: $0)) } ?? .failure(Self.unresolved(text))
    }
  }

  /// The number after a type's name in a global id.
  fileprivate static func number(_ type: String, in nodeID: String) -> Int? {
    guard let bytes = Data(base64Encoded: nodeID) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let name = text.firstRange(of: type) else { return nil }
    return Int(text[name.upperBound...])
  }

  private func repository(nodeID: String) -> SandboxRepository? {
    Self.number("Repository", in: nodeID).flatMap { call.catalog.repository(id: $0) }
      .flatMap { canSee($0) && !$0.flags.contains(.gone) ? $0 : nil }
  }

  private func repository(
    _ arguments: GraphQLObject.Arguments
  ) throws(GraphQLError) -> SandboxRepository {
    let owner = arguments["owner"]?.string ?? ""
    let name = arguments["name"]?.string ?? ""
    let found =
      call.catalog.repository(owner: owner, name: name)
      ?? call.catalog.repository(formerlyOwner: owner, name: name)
    guard let found, canSee(found) else {
      throw GraphQLError(
        type: "NOT_FOUND",
        message: "Could not resolve to a Repository with the name '\(owner)/\(name)'."
      )
    }
    if let refusal = refusal(of: found) { throw refusal }
    return found
  }

  /// The repository, or the error with which single sign-on hides it.
  private func value(of repository: SandboxRepository) -> GraphQLValue {
    refusal(of: repository).map { .failure($0) } ?? .object(object(of: repository))
  }

  private func refusal(of repository: SandboxRepository) -> GraphQLError? {
    if repository.flags.contains(.blocked) {
      return GraphQLError(type: "FORBIDDEN", message: "Repository access blocked")
    }
    guard call.service.requiresSignOn(repository) else { return nil }
    var error = GraphQLError(type: "FORBIDDEN", message: SandboxResponse.signOnMessage)
    error.isSAMLFailure = true
    return error
  }

  private func canSee(_ repository: SandboxRepository) -> Bool {
    !repository.flags.contains(.private) || token.canSeePrivateRepositories
  }

  private var viewer: GraphQLObject {
    GraphQLObject(type: "User") { [self] (name, arguments) throws(GraphQLError) in
      switch name {
      case "id": return .scalar(.string(base64(Array("04:User\(token.id)".utf8))))
      case "databaseId": return .scalar(.number(token.id))
      case "login": return .scalar(.string(token.login))
      case "lists":
        try require(["read:user", "user"], for: "lists")
        let hidden = call.state.hiddenLists
        return try connection("UserListConnection", "lists", arguments, visibleLists) {
          hidden.contains($0.number) ? .null : .object(self.object(of: $0))
        }
      default: return .null
      }
    }
  }

  private func object(of repository: SandboxRepository) -> GraphQLObject {
    GraphQLObject(type: "Repository") { [self] (name, arguments) throws(GraphQLError) in
      switch name {
      case "id": return .scalar(.string(repository.nodeID))
      case "databaseId": return .scalar(.number(repository.id))
      case "name": return .scalar(.string(repository.name))
      case "nameWithOwner": return .scalar(.string(repository.fullName))
      case "description": return .scalar(.string(repository.description))
      case "url": return .scalar(.string("https://github.com/\(repository.fullName)"))
      case "isPrivate": return .scalar(.bool(repository.flags.contains(.private)))
      case "isArchived": return .scalar(.bool(repository.flags.contains(.archived)))
      case "isFork": return .scalar(.bool(repository.flags.contains(.fork)))
      case "stargazerCount": return .scalar(.number(call.starCount(of: repository)))
      case "viewerHasStarred":
        return .scalar(.bool(call.service.isStarred(repository.id, by: token.login)))
      case "object": return .object(blob(arguments["expression"]?.string, of: repository))
      case "owner": return .object(object(of: repository.owner))
      case "primaryLanguage": return .object(named(repository.language, "Language"))
      case "defaultBranchRef": return .object(named(repository.defaultBranch, "Ref"))
      case "licenseInfo": return .object(repository.license.map(object))
      case "repositoryTopics":
        return try connection("RepositoryTopicConnection", name, arguments, repository.topics) {
          let topic = self.named($0, "Topic")
          return .object(GraphQLObject(type: "RepositoryTopic") { _, _ in .object(topic) })
        }
      case "latestRelease": return .object(repository.latestRelease.map { release($0, repository) })
      default: return .scalar(repository.graphQLScalar(name))
      }
    }
  }

  private func named(_ name: String?, _ type: String) -> GraphQLObject? {
    name.map { name in GraphQLObject(type: type) { _, _ in .scalar(.string(name)) } }
  }

  private func object(of license: SandboxLicense) -> GraphQLObject {
    GraphQLObject(type: "License") { (name, _) throws(GraphQLError) in
      switch name {
      case "key": .scalar(.string(license.key))
      case "name": .scalar(.string(license.name))
      default: .scalar(.string(license.spdxID))
      }
    }
  }

  private func object(of owner: SandboxOwner) -> GraphQLObject {
    GraphQLObject(type: owner.kind.rawValue) { (name, _) throws(GraphQLError) in
      switch name {
      case "databaseId": .scalar(.number(owner.id))
      case "login": .scalar(.string(owner.login))
      case "url": .scalar(.string("https://github.com/\(owner.login)"))
      case "avatarUrl":
        .scalar(.string("https://avatars.githubusercontent.com/u/\(owner.id)?v=4"))
      default: .null
      }
    }
  }

  private func release(
    _ release: SandboxRelease,
    _ repository: SandboxRepository
  ) -> GraphQLObject {
    GraphQLObject(type: "Release") { (name, _) throws(GraphQLError) in
      switch name {
      case "tagName": .scalar(.string(release.tagName))
      case "name": .scalar(.string(release.name))
      case "publishedAt": .scalar(.string(release.published.iso8601))
      default:
        .scalar(
          .string("https://github.com/\(repository.fullName)/releases/tag/\(release.tagName)")
        )
      }
    }
  }

  /// The file that an expression such as `HEAD:README.md` names.
  private func blob(_ expression: String?, of repository: SandboxRepository) -> GraphQLObject? {
    guard let expression, expression.hasPrefix("HEAD:"),
      let text = repository.file(at: String(expression.dropFirst("HEAD:".count)))
    else { return nil }
    let isBinary = text.utf8.contains(0)
    return GraphQLObject(type: "Blob") { (name, _) throws(GraphQLError) in
      switch name {
      case "id": .scalar(.string(base64(Array("04:Blob\(repository.id)".utf8))))
      case "oid": .scalar(.string(madeUpSha(of: text)))
      case "text":
        .scalar(
          .string(isBinary ? nil : String(decoding: text.utf8.prefix(Self.maxText), as: UTF8.self))
        )
      case "byteSize": .scalar(.number(text.utf8.count))
      case "isTruncated": .scalar(.bool(text.utf8.count > Self.maxText))
      case "isBinary": .scalar(.bool(isBinary))
      default: .null
      }
    }
  }

  /// The bytes of a file that GraphQL sends.
  private static let maxText = 512_000

  private var rateLimit: GraphQLObject {
    let status = call.service.status(of: token.login, .graphQL)
    return GraphQLObject(type: "RateLimit") { (name, _) throws(GraphQLError) in
      switch name {
      case "limit": .scalar(.number(status.limit))
      case "cost": .scalar(1)
      case "remaining": .scalar(.number(status.remaining))
      case "used": .scalar(.number(status.used))
      case "resetAt": .scalar(.string(status.reset.iso8601))
      default: .null
      }
    }
  }
}

// MARK: Connections

extension GraphQLRoot {
  /// One page of a connection; a cursor is the number of elements before the page.
  private func connection<Element>(
    _ type: String,
    _ name: String,
    _ arguments: GraphQLObject.Arguments,
    _ elements: [Element],
    _ value: @escaping (Element) -> GraphQLValue
  ) throws(GraphQLError) -> GraphQLValue {
    guard case .number(let first)? = arguments["first"] else {
      throw GraphQLError(
        type: "MISSING_PAGINATION_BOUNDARIES",
        message:
          "You must provide a `first` or `last` value to properly paginate the `\(name)` connection."
      )
    }
    guard 0...100 ~= first else {
      throw GraphQLError(
        type: "EXCESSIVE_PAGINATION",
        message: "Requesting \(first) records on the `\(name)` connection exceeds the `first` "
          + "limit of 100 records."
      )
    }
    let start = min(Self.offset(of: arguments["after"]?.string), elements.count)
    let end = min(start + Int(first), elements.count)
    let count = elements.count
    return .object(
      GraphQLObject(type: type) { (name, _) throws(GraphQLError) in
        switch name {
        case "totalCount": .scalar(.number(count))
        case "nodes": .list(elements[start..<end].map(value))
        case "pageInfo": .object(Self.pageInfo(start, end, of: count))
        default: .null
        }
      }
    )
  }

  private static func offset(of cursor: String?) -> Int {
    cursor.flatMap { number("cursor:", in: $0) }.map { max(0, $0) } ?? 0
  }

  private static func pageInfo(_ start: Int, _ end: Int, of count: Int) -> GraphQLObject {
    func cursor(_ offset: Int) -> GraphQLValue {
      start == end ? .null : .scalar(.string(base64(Array("cursor:\(offset)".utf8))))
    }
    return GraphQLObject(type: "PageInfo") { (name, _) throws(GraphQLError) in
      switch name {
      case "hasNextPage": .scalar(.bool(end < count))
      case "hasPreviousPage": .scalar(.bool(start > 0))
      case "startCursor": cursor(start + 1)
      case "endCursor": cursor(end)
      default: .null
      }
    }
  }
}

// MARK: Star lists

extension GraphQLRoot {
  private func list(nodeID: String) -> StarLists.List? {
    guard let number = Self.number("UserList", in: nodeID) else { return nil }
    return visibleLists.first { $0.number == number }
  }

  private func object(of list: StarLists.List) -> GraphQLObject {
    GraphQLObject(type: "UserList") { [self] (name, arguments) throws(GraphQLError) in
      switch name {
      case "id": return .scalar(.string(list.nodeID))
      case "name": return .scalar(.string(list.name))
      case "slug": return .scalar(.string(list.slug))
      case "description": return .scalar(.string(list.description))
      case "isPrivate": return .scalar(.bool(list.isPrivate))
      case "createdAt": return .scalar(.string(list.createdAt.iso8601))
      case "updatedAt": return .scalar(.string(list.updatedAt.iso8601))
      case "lastAddedAt": return .scalar(.string(list.lastAddedAt?.iso8601))
      case "user": return .object(viewer)
      case "items":
        try require(["read:user", "user"], for: "items")
        let repositories = list.repositories.compactMap { call.catalog.repository(id: $0) }
        return try connection(
          "UserListItemsConnection",
          "items",
          arguments,
          repositories.filter(canSee),
          value
        )
      default: return .null
      }
    }
  }

  /// The user's list with that ID in its current state, because writes do not lag.
  private func ownList(_ id: JSONValue?) throws(GraphQLError) -> StarLists.List {
    let id = id?.string ?? ""
    let number = Self.number("UserList", in: id)
    guard let list = call.service.lists(of: token.login).first(where: { $0.number == number })
    else { throw Self.unresolved(id) }
    return list
  }

  private func createList(_ input: JSONValue) throws(GraphQLError) -> GraphQLValue {
    try require(["user"], for: "createUserList")
    let name = input["name"]?.string ?? ""
    try check(name: name, description: input["description"]?.string)
    guard call.service.lists(of: token.login).count < StarLists.maximumCount else {
      throw Self.invalid("You have reached the limit of \(StarLists.maximumCount) lists")
    }
    try checkIsFree(name, except: nil)
    let login = token.login
    let list = call.service.changeLists { lists, now in
      lists.create(
        name,
        description: input["description"]?.string,
        isPrivate: input["isPrivate"] == .bool(true),
        by: login,
        at: now
      )
    }
    return payload(
      "CreateUserListPayload",
      input,
      ["list": .object(object(of: list)), "viewer": .object(viewer)]
    )
  }

  private func updateList(_ input: JSONValue) throws(GraphQLError) -> GraphQLValue {
    try require(["user"], for: "updateUserList")
    let list = try ownList(input["listId"])
    let name = input["name"]?.string ?? list.name
    let description = input["description"].map(\.string) ?? list.description
    try check(name: name, description: description)
    try checkIsFree(name, except: list.number)
    let login = token.login
    call.service.changeLists { lists, now in
      lists.update(list.number, of: login, at: now) { list in
        list.name = name
        list.description = description
        if case .bool(let isPrivate)? = input["isPrivate"] { list.isPrivate = isPrivate }
      }
    }
    let updated = try ownList(input["listId"])
    return payload("UpdateUserListPayload", input, ["list": .object(object(of: updated))])
  }

  private func deleteList(_ input: JSONValue) throws(GraphQLError) -> GraphQLValue {
    try require(["user"], for: "deleteUserList")
    let list = try ownList(input["listId"])
    let login = token.login
    call.service.changeLists { lists, _ in lists.delete(list.number, of: login) }
    return payload("DeleteUserListPayload", input, ["user": .object(viewer)])
  }

  private func replaceLists(_ input: JSONValue) throws(GraphQLError) -> GraphQLValue {
    try require(["user"], for: "updateUserListsForItem")
    let id = input["itemId"]?.string ?? ""
    guard let repository = repository(nodeID: id) else { throw Self.unresolved(id) }
    var lists: [StarLists.List] = []
    for id in input["listIds"]?.array ?? [] { lists.append(try ownList(id)) }
    let login = token.login
    let numbers = Set(lists.map(\.number))
    call.service.changeLists { lists, now in
      lists.replaceLists(of: repository.id, with: numbers, of: login, at: now)
    }
    return payload(
      "UpdateUserListsForItemPayload",
      input,
      [
        "item": .object(object(of: repository)),
        "lists": .list(
          call.service.lists(of: login).filter { numbers.contains($0.number) }
            .map { .object(object(of: $0)) }
        ),
        "user": .object(viewer),
      ]
    )
  }

  private func setStar(_ isStarred: Bool, _ input: JSONValue) throws(GraphQLError) -> GraphQLValue {
    let id = input["starrableId"]?.string ?? ""
    try require(["public_repo", "repo"], for: isStarred ? "addStar" : "removeStar")
    guard let repository = repository(nodeID: id) else { throw Self.unresolved(id) }
    call.service.setStar(isStarred, on: repository.fullName, by: token.login)
    return payload(
      isStarred ? "AddStarPayload" : "RemoveStarPayload",
      input,
      ["starrable": .object(object(of: repository))]
    )
  }

  // MARK: Errors

  private static func invalid(_ message: String) -> GraphQLError {
    GraphQLError(type: "UNPROCESSABLE", message: message)
  }

  private func check(name: String, description: String?) throws(GraphQLError) {
    let nameLimit = StarLists.maximumNameLength
    let descriptionLimit = StarLists.maximumDescriptionLength
    if name.allSatisfy(\.isWhitespace) { throw Self.invalid("Name can't be blank") }
    if name.count > nameLimit {
      throw Self.invalid("Name is too long (maximum is \(nameLimit) characters)")
    }
    if let description, description.count > descriptionLimit {
      throw Self.invalid("Description is too long (maximum is \(descriptionLimit) characters)")
    }
  }

  private func checkIsFree(_ name: String, except number: Int?) throws(GraphQLError) {
    let isTaken = call.service.lists(of: token.login).contains {
      $0.number != number && $0.name.lowercased() == name.lowercased()
    }
    if isTaken { throw Self.invalid("Name has already been taken") }
  }

  /// Throws unless the token has one of the scopes; a fine-grained token never does.
  private func require(_ scopes: [String], for field: String) throws(GraphQLError) {
    guard case .classic(let granted) = token.kind else {
      throw GraphQLError(
        type: "FORBIDDEN",
        message: "Resource not accessible by personal access token"
      )
    }
    guard Set(granted).isDisjoint(with: scopes) else { return }
    let required = scopes.prefix(1).map { "'\($0)'" }.joined(separator: ", ")
    let has = granted.map { "'\($0)'" }.joined(separator: ", ")
    throw GraphQLError(
      type: "INSUFFICIENT_SCOPES",
      message: "Your token has not been granted the required scopes to execute this query. "
        + "The '\(field)' field requires one of the following scopes: [\(required)], but your "
        + "token has only been granted the: [\(has)] scopes. Please modify your token's scopes "
        + "at: https://github.com/settings/tokens."
    )
  }
}

extension SandboxRepository {
  /// The value of a field of GraphQL's repository that is a scalar; null for any other field.
  fileprivate func graphQLScalar(_ name: String) -> JSONValue {
    switch name {
    case "homepageUrl": .string(homepage)
    case "sshUrl": .string("git@github.com:\(fullName).git")
    case "visibility": flags.contains(.private) ? "PRIVATE" : "PUBLIC"
    case "forkCount": .number(forks)
    case "diskUsage": .number(size)
    case "createdAt": .string(created.iso8601)
    case "updatedAt": .string(updated.iso8601)
    case "pushedAt": .string(pushed.iso8601)
    case "isDisabled": .bool(flags.contains(.disabled))
    case "isTemplate": .bool(flags.contains(.template))
    case "hasIssuesEnabled", "hasProjectsEnabled": true
    case "hasWikiEnabled": false
    default: .null
    }
  }
}

/// How the sandbox's GraphQL fails, as GitHub's does with queries for many nodes.
package struct GraphQLTraps: Sendable {
  /// A query for more nodes takes too long: 502.
  package var maxInTime = Int.max
  /// Nodes beyond are null, and an error says that resource limits are exceeded.
  package var maxComputed = Int.max
  /// Nodes beyond are null without an error.
  package var maxAnswered = Int.max
  /// The repositories (`owner/name`) that make each query for them take too long.
  package var slow: Set<String> = []

  /// No failures.
  package init() {}

  static let resourceLimits = GraphQLError(
    type: "RESOURCE_LIMITS_EXCEEDED",
    message: "Resource limits for this query exceeded."
  )

  func failure(of body: JSONValue, in catalog: Catalog) -> SandboxResponse? {
    let ids = body["variables"]?["ids"]?.array ?? []
    let isSlow =
      !slow.isEmpty
      && ids.contains { id in
        let repository = GraphQLRoot.number("Repository", in: id.string ?? "")
          .flatMap { catalog.repository(id: $0) }
        return repository.map { slow.contains($0.fullName) } ?? false
      }
    guard isSlow || ids.count > maxInTime else { return nil }
    return .failure(502, "Server Error")
  }
}

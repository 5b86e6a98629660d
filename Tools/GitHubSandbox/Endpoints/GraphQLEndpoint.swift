private import Foundation
import JSON

extension Call {
  /// Answers `POST /graphql`: the operations that ghsearch sends, by their names.
  ///
  /// An answer may have more fields than its query selects. Reference:
  /// https://docs.github.com/graphql/guides/forming-calls-with-graphql
  func graphQL() -> SandboxResponse {
    guard let token else {
      return .failure(
        401,
        "This endpoint requires you to be authenticated.",
        documentation: "/graphql/guides/forming-calls-with-graphql#authenticating-with-graphql"
      )
    }
    guard let body = (try? JSONElement(request.body))?.value else {
      return .failure(400, "Problems parsing JSON", documentation: "/graphql")
    }
    guard let query = body["query"]?.string else {
      let message = "A query attribute must be specified and must be a string."
      return .failure(400, message, documentation: "/graphql")
    }
    let variables = body["variables"] ?? .null
    if let failure = state.graphQLTraps.failure(of: variables, in: catalog) { return failure }
    var answer = GraphQLAnswer(call: self, token: token, query: query, variables: variables)
    guard let data = answer.data() else {
      return .failure(400, "The sandbox knows no such operation", documentation: "/graphql")
    }
    let errors = answer.errors.map(\.json)
    return .json(.object([("data", data)] + (errors.isEmpty ? [] : [("errors", .array(errors))])))
  }
}

/// An error in GitHub's format; the response still has status 200.
struct GraphQLError: Error {
  /// GitHub's class of error, such as `NOT_FOUND`.
  let type: String
  let message: String
  /// The path of the null value in the data.
  var path: [JSONValue] = []
  /// Whether an organization's single sign-on caused it.
  var isSAMLFailure = false

  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [("type", .string(type)), ("path", .array(path))]
    if isSAMLFailure { members.append(("extensions", ["saml_failure": true])) }
    return .object(members + [("message", .string(message))])
  }

  fileprivate static func unresolved(_ id: String) -> Self {
    Self(type: "NOT_FOUND", message: "Could not resolve to a node with the global id of '\(id)'")
  }

  fileprivate static func invalid(_ message: String) -> Self {
    Self(type: "UNPROCESSABLE", message: message)
  }
}

/// The answer to one operation.
private struct GraphQLAnswer {
  let call: Call
  let token: SandboxToken
  let query: String
  let variables: JSONValue
  /// The errors of fields that are null in the data.
  private(set) var errors: [GraphQLError] = []
  /// The aliases in the query, such as `full_name: nameWithOwner`.
  private let aliases: [(alias: String, field: String)]

  init(call: Call, token: SandboxToken, query: String, variables: JSONValue) {
    (self.call, self.token, self.query, self.variables) = (call, token, query, variables)
    let words = query.split(whereSeparator: \.isWhitespace)
    // A dollar sign starts an argument's value.
    aliases = zip(words, words.dropFirst()).filter { $0.0.hasSuffix(":") && $0.1.first != "$" }
      .map { (String($0.dropLast()), String($1)) }
  }

  /// The data; nil for an unknown operation.
  mutating func data() -> JSONValue? {
    // A query such as `query Facts($ids: [ID!]!)`.
    let operation = query.drop { $0 != " " }.dropFirst().prefix { $0.isLetter }
    switch operation {
    case "Facts": return nodes { $0.facts($1) }
    case "Readmes": return nodes { $0.files(of: $1, withText: true) }
    case "StarStates": return nodes { $0.facts($1) }
    case "Repositories": return namedRepositories { $0.facts($1) }
    case "Judged": return namedRepositories { $0.judged($1) }
    case "Commits": return namedRepositories { $0.commits(of: $1) }
    case "Forks": return namedRepositories { $0.forks(of: $1) }
    case "Compare": return comparison()
    case "StarLists": return viewer()
    case "Members": return members()
    case "createUserList": return change(operation, createList)
    case "updateUserList": return change(operation, updateList)
    case "deleteUserList": return change(operation, deleteList)
    case "updateUserListsForItem": return change(operation, replaceLists)
    default: return nil
    }
  }

  /// The value, or null and an error with this path.
  private mutating func value(
    at path: [JSONValue],
    _ value: () throws(GraphQLError) -> JSONValue
  ) -> JSONValue {
    do throws(GraphQLError) {
      return try value()
    } catch {
      var error = error
      error.path = path
      errors.append(error)
      return .null
    }
  }

  private mutating func change(
    _ name: Substring,
    _ change: (_ input: JSONValue) throws(GraphQLError) -> JSONValue
  ) -> JSONValue {
    let name = String(name)
    let input = variables["input"] ?? .null
    return .object([
      (name, value(at: [.string(name)]) { () throws(GraphQLError) in try change(input) })
    ])
  }
}

// MARK: Repositories

extension GraphQLAnswer {
  /// Up to 100 repositories by their IDs.
  private mutating func nodes(_ json: (Self, SandboxRepository) -> JSONValue) -> JSONValue {
    let ids = variables["ids"]?.array?.map { $0.string ?? "" } ?? []
    guard ids.count <= 100 else {
      let message = "You may not provide more than 100 node ids; you provided \(ids.count)."
      errors.append(GraphQLError(type: "ARGUMENT_LIMIT", message: message, path: ["nodes"]))
      return ["nodes": nil]
    }
    let traps = call.state.graphQLTraps
    var nodes: [JSONValue] = []
    for (index, id) in ids.enumerated() {
      let answer = self
      nodes.append(
        value(at: ["nodes", .number(index)]) { () throws(GraphQLError) in
          if index >= traps.maxComputed { throw GraphQLTraps.resourceLimits }
          if index >= traps.maxAnswered { return .null }
          let repository = try answer.repository(nodeID: id)
          try answer.checkAccess(to: repository)
          return json(answer, repository)
        }
      )
    }
    return ["nodes": .array(nodes)]
  }

  /// The repositories named by the variables `o0` and `n0`, `o1` and `n1`, and so on.
  private mutating func namedRepositories(
    _ json: (Self, SandboxRepository) -> JSONValue
  ) -> JSONValue {
    var repositories: [(String, JSONValue)] = []
    while let owner = variables["o\(repositories.count)"]?.string,
      let name = variables["n\(repositories.count)"]?.string
    {
      let (alias, answer) = ("r\(repositories.count)", self)
      let found = value(at: [.string(alias)]) { () throws(GraphQLError) in
        if repositories.count >= answer.call.state.graphQLTraps.maxComputed {
          throw GraphQLTraps.resourceLimits
        }
        return json(answer, try answer.repository(owner, name))
      }
      repositories.append((alias, found))
    }
    return .object(repositories)
  }

  private func repository(_ owner: String, _ name: String) throws(GraphQLError) -> SandboxRepository
  {
    let found =
      call.catalog.repository(owner: owner, name: name)
      ?? call.catalog.repository(formerlyOwner: owner, name: name)
    guard let found, canSee(found) else {
      throw GraphQLError(
        type: "NOT_FOUND",
        message: "Could not resolve to a Repository with the name '\(owner)/\(name)'."
      )
    }
    try checkAccess(to: found)
    return found
  }

  private func repository(nodeID: String) throws(GraphQLError) -> SandboxRepository {
    guard let number = SandboxNode.number("Repository", in: nodeID),
      let found = call.catalog.repository(id: number), canSee(found), !found.flags.contains(.gone)
    else { throw .unresolved(nodeID) }
    return found
  }

  private func canSee(_ repository: SandboxRepository) -> Bool {
    !repository.flags.contains(.private) || token.canSeePrivateRepositories
  }

  private func checkAccess(to repository: SandboxRepository) throws(GraphQLError) {
    if repository.flags.contains(.blocked) {
      throw GraphQLError(type: "FORBIDDEN", message: "Repository access blocked")
    }
    guard call.service.requiresSignOn(repository) else { return }
    var error = GraphQLError(type: "FORBIDDEN", message: SandboxResponse.signOnMessage)
    error.isSAMLFailure = true
    throw error
  }

  /// The fields under the query's aliases, and under their own names unless these are aliases of
  /// others.
  private func aliased(_ fields: JSONValue) -> JSONValue {
    guard let members = fields.members else { return fields }
    return .object(
      members.flatMap { member in
        let isTaken = aliases.contains { $0.alias == member.name }
        let names = aliases.filter { $0.field == member.name }.map(\.alias)
        return (isTaken ? names : names + [member.name]).map { ($0, aliased(member.value)) }
      }
    )
  }

  /// The facts in the order in which the client selects them.
  private func facts(_ repository: SandboxRepository) -> JSONValue {
    let (owner, url) = (repository.owner, "https://github.com/\(repository.fullName)")
    let facts: JSONValue = [
      "databaseId": .number(repository.id), "id": .string(repository.nodeID),
      "nameWithOwner": .string(repository.fullName),
      "isPrivate": .bool(repository.flags.contains(.private)),
      "owner": [
        "login": .string(owner.login), "databaseId": .number(owner.id),
        "avatarUrl": "https://avatars.githubusercontent.com/u/\(owner.id)?v=4",
        "url": "https://github.com/\(owner.login)", "__typename": .string(owner.kind.rawValue),
      ],
      "url": .string(url), "description": .string(repository.description),
      "isFork": .bool(repository.flags.contains(.fork)),
      "createdAt": .string(repository.created.iso8601),
      "updatedAt": .string(repository.updated.iso8601),
      "pushedAt": .string(repository.pushed.iso8601),
      "sshUrl": "git@github.com:\(repository.fullName).git",
      "homepageUrl": .string(repository.homepage), "diskUsage": .number(repository.size),
      "stargazerCount": .number(call.starCount(of: repository)),
      "hasIssuesEnabled": true, "hasProjectsEnabled": true, "hasWikiEnabled": false,
      "forkCount": .number(repository.forks),
      "isArchived": .bool(repository.flags.contains(.archived)),
      "isDisabled": .bool(repository.flags.contains(.disabled)),
      "licenseInfo": repository.license.map {
        ["key": .string($0.key), "name": .string($0.name), "spdxId": .string($0.spdxID)]
      } ?? .null,
      "isTemplate": .bool(repository.flags.contains(.template)),
      "visibility": repository.flags.contains(.private) ? "PRIVATE" : "PUBLIC",
      "primaryLanguage": Self.named(repository.language),
      "repositoryTopics": [
        "nodes": .array(repository.topics.prefix(20).map { ["topic": Self.named($0)] })
      ],
      "defaultBranchRef": Self.named(repository.defaultBranch),
      "viewerHasStarred": .bool(call.service.isStarred(repository.id, by: token.login)),
    ]
    let release = repository.latestRelease.map { release -> JSONValue in
      [
        "tagName": .string(release.tagName), "name": .string(release.name),
        "publishedAt": .string(release.published.iso8601),
        "url": "\(url)/releases/tag/\(release.tagName)",
      ]
    }
    return aliased(facts).adding(
      files(of: repository, withText: false).members?.map { ($0.name, $0.value) } ?? []
    )
    .adding([("latestRelease", release ?? .null)])
  }

  private static func named(_ name: String?) -> JSONValue {
    name.map { ["name": .string($0)] } ?? .null
  }

  /// The files that the query requests, such as `readme: object(expression: "HEAD:README.md")`.
  private func files(of repository: SandboxRepository, withText: Bool) -> JSONValue {
    let parts = query.components(separatedBy: #": object(expression: "HEAD:"#)
    return .object(
      zip(parts, parts.dropFirst()).map { before, after in
        let alias = String(before.split { !$0.isLetter && !$0.isNumber }.last ?? "")
        let text = repository.file(at: String(after.prefix { $0 != "\"" }))
        return (alias, text.map { Self.blob($0, withText: withText) } ?? .null)
      }
    )
  }

  private static func blob(_ text: String, withText: Bool) -> JSONValue {
    let size = text.utf8.count
    let blob: JSONValue = ["oid": .string(madeUpSha(of: text)), "byteSize": .number(size)]
    guard withText else { return blob }
    let isBinary = text.utf8.contains(0)
    let shown = isBinary ? nil : String(decoding: text.utf8.prefix(maxText), as: UTF8.self)
    return blob.adding([
      ("text", .string(shown)), ("isTruncated", .bool(size > maxText)),
      ("isBinary", .bool(isBinary)),
    ])
  }

  /// The maximum number of bytes of a file in GraphQL.
  private static let maxText = 512_000
}

// MARK: Activity and forks

extension GraphQLAnswer {
  /// The facts that clients judge a repository by; some of its open issues are pull requests.
  private func judged(_ repository: SandboxRepository) -> JSONValue {
    let archived =
      repository.flags.contains(.archived) ? repository.pushed.advanced(by: 86_400) : nil
    let pullRequests = repository.openIssues / 8
    let facts = facts(repository).members?.map { ($0.name, $0.value) } ?? []
    let branch = commits(of: repository)["defaultBranchRef"] ?? .null
    return .object(
      facts.map { $0.0 == "defaultBranchRef" && query.contains("history(") ? ($0.0, branch) : $0 }
    )
    .adding([
      ("archivedAt", .string(archived?.iso8601)),
      ("issues", ["totalCount": .number(repository.openIssues - pullRequests)]),
      ("pullRequests", ["totalCount": .number(pullRequests)]),
    ])
  }

  /// The newest commit, at the time of the last push, and a made-up number of commits since the
  /// date in the query.
  private func commits(of repository: SandboxRepository) -> JSONValue {
    let since = query.components(separatedBy: "since: \"").last?.prefix { $0 != "\"" } ?? ""
    let pushed = repository.pushed.iso8601
    let count = pushed < since ? 0 : 1 + Int(stableHash(repository.key.utf8) % 200)
    return [
      "nameWithOwner": .string(repository.fullName),
      "defaultBranchRef": [
        "target": ["committedDate": .string(pushed), "history": ["totalCount": .number(count)]]
      ],
    ]
  }

  private func forks(of repository: SandboxRepository) -> JSONValue {
    let forks = call.catalog.forks(of: repository)
    return [
      "forks": [
        "totalCount": .number(repository.forks), "nodes": .array(forks.map { facts($0) }),
      ]
    ]
  }

  /// The default branch compared with those in the query, such as `f0: compare(headRef:
  /// "owner:main")`.
  private mutating func comparison() -> JSONValue {
    let (owner, name) = (variables["o0"]?.string ?? "", variables["n0"]?.string ?? "")
    let heads = query.components(separatedBy: "compare(headRef: \"").dropFirst()
      .map { String($0.prefix { $0 != "\"" && $0 != ":" }) }
    let answer = self
    let base = value(at: ["r0"]) { () throws(GraphQLError) in
      let base = try answer.repository(owner, name)
      return .string(base.name)
    }
    guard let base = base.string else { return ["r0": nil] }
    var comparisons: [(String, JSONValue)] = []
    for (index, head) in heads.enumerated() {
      let alias = "f\(index)"
      let comparison = value(at: ["r0", "defaultBranchRef", .string(alias)]) {
        () throws(GraphQLError) in
        let fork = try answer.repository(head, base)
        let hash = Int(stableHash(fork.key.utf8) % 1000)
        return ["aheadBy": .number(hash % 40), "behindBy": .number(hash)]
      }
      comparisons.append((alias, comparison))
    }
    return ["r0": ["defaultBranchRef": .object(comparisons)]]
  }
}

// MARK: Star lists

extension GraphQLAnswer {
  /// The user's lists.
  private mutating func viewer() -> JSONValue {
    let answer = self
    let lists = value(at: ["viewer", "lists"]) { () throws(GraphQLError) in
      try answer.require(["read:user", "user"], for: "lists")
      let hidden = answer.call.state.hiddenLists
      return answer.page(of: answer.call.service.readLists(of: answer.token.login)) { list, _ in
        hidden.contains(list.number) ? .null : answer.json(list)
      }
    }
    return ["viewer": ["lists": lists]]
  }

  /// The repositories in a list.
  private mutating func members() -> JSONValue {
    let id = variables["list"]?.string ?? ""
    let number = SandboxNode.number("UserList", in: id)
    let lists = call.service.readLists(of: token.login)
    guard let list = lists.first(where: { $0.number == number }) else {
      return ["node": value(at: ["node"]) { () throws(GraphQLError) in throw .unresolved(id) }]
    }
    var answer = self
    let repositories = visibleMembers(of: list)
    let items = value(at: ["node", "items"]) { () throws(GraphQLError) in
      try answer.require(["read:user", "user"], for: "items")
      let copy = answer
      return answer.page(of: repositories) { repository, index in
        answer.value(at: ["node", "items", "nodes", .number(index)]) { () throws(GraphQLError) in
          try copy.checkAccess(to: repository)
          return copy.facts(repository)
        }
      }
    }
    errors += answer.errors
    return ["node": ["items": items]]
  }

  private func visibleMembers(of list: StarLists.List) -> [SandboxRepository] {
    list.repositories.compactMap { call.catalog.repository(id: $0) }.filter(canSee)
  }

  /// One page of 100; a cursor is the number of elements before the page.
  private func page<Element>(
    of elements: [Element],
    _ json: (Element, _ index: Int) -> JSONValue
  ) -> JSONValue {
    let after = variables["after"]?.string.flatMap { SandboxNode.number("cursor:", in: $0) } ?? 0
    let start = min(max(0, after), elements.count)
    let end = min(start + 100, elements.count)
    let cursor = base64(Array("cursor:\(end)".utf8))
    return [
      "totalCount": .number(elements.count),
      "nodes": .array(elements[start..<end].enumerated().map { json($1, $0) }),
      "pageInfo": [
        "hasNextPage": .bool(end < elements.count),
        "endCursor": .string(start == end ? nil : cursor),
      ],
    ]
  }

  private func json(_ list: StarLists.List) -> JSONValue {
    [
      "id": .string(list.nodeID), "name": .string(list.name), "slug": .string(list.slug),
      "description": .string(list.description), "isPrivate": .bool(list.isPrivate),
      "createdAt": .string(list.createdAt.iso8601), "updatedAt": .string(list.updatedAt.iso8601),
      "items": ["totalCount": .number(visibleMembers(of: list).count)],
    ]
  }

  /// The user's list with this ID in its current state, because writes do not lag.
  private func ownList(_ id: JSONValue?) throws(GraphQLError) -> StarLists.List {
    let id = id?.string ?? ""
    let number = SandboxNode.number("UserList", in: id)
    guard let list = call.service.lists(of: token.login).first(where: { $0.number == number })
    else { throw .unresolved(id) }
    return list
  }

  private func createList(_ input: JSONValue) throws(GraphQLError) -> JSONValue {
    try require(["user"], for: "createUserList")
    let (login, name) = (token.login, input["name"]?.string ?? "")
    try check(name: name, description: input["description"]?.string)
    guard call.service.lists(of: login).count < StarLists.maximumCount else {
      throw .invalid("You have reached the limit of \(StarLists.maximumCount) lists")
    }
    try checkIsFree(name, except: nil)
    let list = call.service.changeLists { lists, now in
      lists.create(
        name,
        description: input["description"]?.string,
        isPrivate: input["isPrivate"] == true,
        by: login,
        at: now
      )
    }
    return ["list": json(list)]
  }

  private func updateList(_ input: JSONValue) throws(GraphQLError) -> JSONValue {
    try require(["user"], for: "updateUserList")
    let (login, list) = (token.login, try ownList(input["listId"]))
    let name = input["name"]?.string ?? list.name
    let description = input["description"].map(\.string) ?? list.description
    try check(name: name, description: description)
    try checkIsFree(name, except: list.number)
    call.service.changeLists { lists, now in
      lists.update(list.number, of: login, at: now) { list in
        (list.name, list.description) = (name, description)
        if case .bool(let isPrivate)? = input["isPrivate"] { list.isPrivate = isPrivate }
      }
    }
    return ["list": json(try ownList(input["listId"]))]
  }

  private func deleteList(_ input: JSONValue) throws(GraphQLError) -> JSONValue {
    try require(["user"], for: "deleteUserList")
    let (login, list) = (token.login, try ownList(input["listId"]))
    call.service.changeLists { lists, _ in lists.delete(list.number, of: login) }
    return ["clientMutationId": nil]
  }

  private func replaceLists(_ input: JSONValue) throws(GraphQLError) -> JSONValue {
    try require(["user"], for: "updateUserListsForItem")
    let (login, repository) = (token.login, try repository(nodeID: input["itemId"]?.string ?? ""))
    var numbers: Set<Int> = []
    for id in input["listIds"]?.array ?? [] { numbers.insert(try ownList(id).number) }
    call.service.changeLists { [numbers] lists, now in
      lists.replaceLists(of: repository.id, with: numbers, of: login, at: now)
    }
    return ["clientMutationId": nil]
  }

  private func check(name: String, description: String?) throws(GraphQLError) {
    let nameLimit = StarLists.maximumNameLength
    let descriptionLimit = StarLists.maximumDescriptionLength
    if name.allSatisfy(\.isWhitespace) { throw .invalid("Name can't be blank") }
    if name.count > nameLimit {
      throw .invalid("Name is too long (maximum is \(nameLimit) characters)")
    }
    if let description, description.count > descriptionLimit {
      throw .invalid("Description is too long (maximum is \(descriptionLimit) characters)")
    }
  }

  private func checkIsFree(_ name: String, except number: Int?) throws(GraphQLError) {
    let isTaken = call.service.lists(of: token.login).contains {
      $0.number != number && $0.name.lowercased() == name.lowercased()
    }
    if isTaken { throw .invalid("Name has already been taken") }
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

// MARK: Failures

/// GitHub's global IDs, such as the base64 of `010:Repository7`.
private enum SandboxNode {
  /// The number after a type's name in an ID.
  static func number(_ type: String, in id: String) -> Int? {
    guard let bytes = Data(base64Encoded: id) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let name = text.firstRange(of: type) else { return nil }
    return Int(text[name.upperBound...])
  }
}

/// The failures of the sandbox's GraphQL, which imitate GitHub's failures of large queries.
package struct GraphQLTraps: Sendable {
  /// The maximum number of nodes; a larger query takes too long: 502.
  package var maxInTime = Int.max
  /// The maximum number of nodes computed; the others are null, with an error about limits.
  package var maxComputed = Int.max
  /// The maximum number of nodes answered; the others are null without an error.
  package var maxAnswered = Int.max
  /// The repositories (`owner/name`) for which every query takes too long.
  package var slow: Set<String> = []

  package init() {}

  static let resourceLimits = GraphQLError(
    type: "RESOURCE_LIMITS_EXCEEDED",
    message: "Resource limits for this query exceeded."
  )

  func failure(of variables: JSONValue, in catalog: Catalog) -> SandboxResponse? {
    // Queries name repositories by ID, or by the variables `o0` and `n0`, `o1` and `n1`, and so on.
    let ids = (variables["ids"]?.array ?? []).map { id -> String? in
      SandboxNode.number("Repository", in: id.string ?? "")
        .flatMap { catalog.repository(id: $0)?.fullName }
    }
    let names = (0...).lazy.map { (variables["o\($0)"]?.string, variables["n\($0)"]?.string) }
      .prefix { $0.0 != nil }.map { owner, name -> String? in "\(owner ?? "")/\(name ?? "")" }
    let asked = ids + Array(names)
    let isSlow = asked.contains { $0.map(slow.contains) == true }
    guard isSlow || asked.count > maxInTime else { return nil }
    return .failure(502, "Server Error")
  }
}

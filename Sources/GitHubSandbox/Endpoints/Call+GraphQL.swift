private import Foundation

extension Call {
  /// `POST /graphql`, of which the sandbox knows `nodes(ids: […])` and `viewer { login }`.
  ///
  /// The ids stand in the query text or in a variable that is a list of texts. Every node is a
  /// repository; `id`, `databaseId`, `nameWithOwner`, `viewerHasStarred` and `stargazerCount` are
  /// answered when the query names them. An id that is none gives null and an error, as at GitHub.
  /// Reference: https://docs.github.com/graphql/reference/queries
  func graphQL() -> SandboxResponse {
    guard let token else {
      return .failure(
        401,
        "This endpoint requires you to be authenticated.",
        documentation: "/graphql/guides/forming-calls-with-graphql#authenticating-with-graphql"
      )
    }
    guard let query = try? JSONDecoder().decode(GraphQLRequest.self, from: Data(request.body))
    else {
      return .failure(400, "Problems parsing JSON", documentation: "/graphql")
    }
    return .json(answer(to: query, login: token.login))
  }

  private func answer(to query: GraphQLRequest, login: String) -> JSON {
    var members: [(String, JSON)] = []
    var errors: [JSON] = []
    if query.query.contains("viewer {") || query.query.contains("viewer{") {
      members.append(("viewer", ["login": .string(login)]))
    }
    if query.query.contains("nodes") {
      let ids = query.ids
      members.append(("nodes", .array(ids.map { node($0, query.query, login) })))
      errors = ids.enumerated().filter { repository(nodeID: $1) == nil }.map(Self.unresolved)
    }
    let data: [(String, JSON)] = [("data", .object(members))]
    return .object(errors.isEmpty ? data : data + [("errors", .array(errors))])
  }

  private func node(_ id: String, _ query: String, _ login: String) -> JSON {
    guard let repository = repository(nodeID: id) else { return .null }
    let fields: [(String, JSON)] = [
      ("__typename", "Repository"),
      ("id", .string(id)),
      ("databaseId", .integer(repository.id)),
      ("nameWithOwner", .string(repository.fullName)),
      ("viewerHasStarred", .bool(state.stars.isStarred(repository.id, by: login))),
      ("stargazerCount", .integer(starCount(of: repository))),
    ]
    return .object(fields.filter { query.contains($0.0) })
  }

  private func repository(nodeID: String) -> SandboxRepository? {
    guard let bytes = Data(base64Encoded: nodeID) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("010:Repository"), let id = Int(text.dropFirst(14)) else { return nil }
    return catalogue.repository(id: id)
  }

  private static func unresolved(index: Int, id: String) -> JSON {
    [
      "type": "NOT_FOUND",
      "path": ["nodes", .integer(index)],
      "locations": [["line": 1, "column": 1]],
      "message": "Could not resolve to a node with the global id of '\(id)'",
    ]
  }
}

/// The body of a GraphQL request.
private struct GraphQLRequest: Decodable {
  let query: String
  let variables: [String: Variable]?

  /// A list of texts, or something else that does not matter here.
  struct Variable: Decodable {
    let texts: [String]?

    init(from decoder: any Decoder) throws {
      texts = try? decoder.singleValueContainer().decode([String].self)
    }
  }

  /// The ids of the first list in the variables, else those written after `ids:`.
  var ids: [String] {
    if let texts = variables?.values.compactMap(\.texts).first { return texts }
    guard let start = query.firstRange(of: "ids:"),
      let open = query[start.upperBound...].firstIndex(of: "["),
      let close = query[open...].firstIndex(of: "]")
    else { return [] }
    return query[open..<close].split(separator: "\"").filter { part in
      part.contains { $0.isLetter }
    }
    .map(String.init)
  }
}

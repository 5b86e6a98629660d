import Essentials
import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

extension Endpoint {
  /// Creates a GraphQL query or mutation, whose `data` is parsed by `value`.
  ///
  /// The document names its operation, which identifies it in GitHub's logs and for the sandbox.
  ///
  /// A response with errors is a failure, unless all of them are tolerated: `value` then gets the
  /// partial data and the errors.
  init(
    graphQL query: String,
    variables: [(String, JSONValue)],
    interface: Interface = .graphQLQuery,
    requestKind: GitHubError.RequestKind,
    subject: String = "",
    tolerating isTolerated: @escaping @Sendable (GraphQLProblem) -> Bool = { _ in false },
    value: @escaping @Sendable (_ data: JSONElement, [GraphQLProblem]) -> Value?
  ) {
    let body: JSONValue = ["query": .string(query), "variables": .object(variables)]
    self.init(
      interface: interface,
      method: .post,
      path: ["graphql"],
      body: Data(body.bytes),
      authentication: .required,
      requestKind: requestKind,
      subject: subject,
      read: { response throws(GitHubError) in
        guard response.head.status == .ok else { return nil }
        let json = try response.json()
        let problems = GraphQLProblem.list(json["errors"])
        if let problem = problems.first(where: { !isTolerated($0) }) { throw problem.failure }
        guard let data = json["data"], let value = value(data, problems) else {
          throw problems.first?.failure ?? .unexpectedResponse
        }
        return value
      }
    )
  }

  /// Creates a mutation with one input object.
  init(
    graphQLMutation name: String,
    inputType: String,
    selecting fields: String,
    input: [(String, JSONValue)],
    requestKind: GitHubError.RequestKind,
    subject: String = "",
    value: @escaping @Sendable (_ payload: JSONElement) -> Value?
  ) {
    self.init(
      graphQL: "mutation \(name)($input: \(inputType)!) { \(name)(input: $input) { \(fields) } }",
      variables: [("input", .object(input))],
      interface: .graphQLMutation,
      requestKind: requestKind,
      subject: subject,
      value: { data, _ in data[name].flatMap(value) }
    )
  }
}

/// One of the `errors` of a GraphQL response.
struct GraphQLProblem: Sendable {
  /// GitHub's message; make it safe before showing it.
  let message: String
  /// GitHub's name for the class of error, such as `FORBIDDEN`.
  private let type: String?
  /// Whether the server does not know the query, as an older one may not.
  private let isUnknownQuery: Bool
  /// The path of the missing value in `data`, such as `nodes`, `4`.
  let path: [String]

  /// Parses `errors`; a value of any other form is an error too.
  fileprivate static func list(_ json: JSONElement?) -> [Self] {
    guard let json, !json.isNull else { return [] }
    return (json.array ?? [json]).map(Self.init)
  }

  private init(_ json: JSONElement) {
    type = json["type"]?.string
    isUnknownQuery = json["extensions"]?["code"]?.string == "undefinedField"
    path = (json["path"]?.array ?? []).map { $0.string ?? $0.numberText ?? "" }
    message = json["message"]?.string ?? type ?? "no reason given"
  }

  /// Whether something does not exist.
  var isAbsence: Bool { type == "NOT_FOUND" }

  /// Whether the query exceeds what GitHub computes at once; its result is incomplete.
  var exceedsResourceLimits: Bool { type == "RESOURCE_LIMITS_EXCEEDED" }

  /// Whether the node does not exist or the token cannot see it (FORBIDDEN, for example because of
  /// SAML).
  ///
  /// After any other failure, a later attempt may find the node.
  var isAboutOneNode: Bool { (isAbsence || type == "FORBIDDEN") && !path.isEmpty }

  fileprivate var failure: GitHubError {
    let cause: GitHubError.Cause =
      switch type {
      case "INSUFFICIENT_SCOPES": .forbidden(GitHubError.Denial(permissions: permissions))
      case "FORBIDDEN": .forbidden()
      case "NOT_FOUND": .notFound()
      case "UNPROCESSABLE": .invalidRequest
      case let type? where type.hasPrefix("RATE_LIMIT"): .rateLimited()
      // GitHub names no type if a query takes too long.
      default: isUnknownQuery ? .invalidRequest : .badResponse(.tooMuch)
      }
    return GitHubError(cause, message: message)
  }

  /// The scopes named in GitHub's message about missing scopes.
  private var permissions: Permissions {
    Permissions(
      accepted: scopes(after: "one of the following scopes: ["),
      granted: scopes(after: "only been granted the: [")
    )
  }

  /// The scopes in a list such as `['read:user', 'repo']`, in the form of GitHub's header fields.
  private func scopes(after words: String) -> String? {
    guard let words = message.firstRange(of: words) else { return nil }
    let list = message[words.upperBound...].prefix { $0 != "]" }
    return String(list).replacing("'", with: "")
  }
}

// MARK: - Connections

/// One page of a GraphQL connection.
package struct ConnectionPage<Element: Sendable>: Sendable {
  /// The elements, without omitted or unreadable ones.
  package var elements: [Element]
  /// The number of missing elements.
  package var skippedCount = 0
  /// Why the first of them is missing, if GitHub gives a reason; make it safe before showing it.
  package var reason: String?
  /// The cursor of the next page; nil on the last one.
  package var nextCursor: String?

  /// Parses a connection with `nodes` and `pageInfo`; nil if it is incomplete.
  init?(
    _ json: JSONElement?,
    _ problems: [GraphQLProblem],
    _ element: (JSONElement) -> Element?
  ) {
    let pageInfo = json?["pageInfo"]
    let next = pageInfo?["endCursor"]?.string
    guard let nodes = json?["nodes"]?.array, let hasNext = pageInfo?["hasNextPage"]?.bool,
      next != nil || !hasNext
    else { return nil }
    elements = nodes.compactMap(element)
    skippedCount = nodes.count - elements.count
    reason = problems.first?.message
    nextCursor = hasNext ? next : nil
  }
}

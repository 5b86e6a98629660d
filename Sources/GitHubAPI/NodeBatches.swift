import GitHubModel
import HTTPTransport
import JSON

/// GitHub's answer for one node.
package enum NodeResult<Value: Sendable>: Sendable {
  case found(Value)
  /// There is no such node, or the token cannot see it.
  case gone
  /// GitHub does not give it, because of this node alone: single sign-on protects it, it is blocked, or
  /// every query that includes it fails.
  case failed(GitHubError)
}

/// A query for many nodes, in batches as large as GitHub can answer.
///
/// A batch that takes too long, exceeds the resource limits or lacks nodes without a reason is halved at
/// once; a single node, which the client asks for again after a time-out, is then a failure. The
/// size grows again with every third success in a row.
package struct NodeBatches<Value: Sendable>: Sendable {
  /// The IDs of the nodes without a result.
  package private(set) var rest: ArraySlice<String>
  private let query: @Sendable ([String]) -> Endpoint<[NodeResult<Value>?]>
  private let maxSize: Int
  private let bytes: [String: Int]
  private var size: Int
  private var successes = 0
  private var failuresInARow = 0

  /// Batches of at most `maxSize` nodes; `query` has nil for a node without a result.
  ///
  /// `bytes` are those that nodes add to a response, if they are many: a batch has no more than 8 MiB.
  package init(
    of ids: [String],
    maxSize: Int = 100,
    bytes: [String: Int] = [:],
    query: @escaping @Sendable ([String]) -> Endpoint<[NodeResult<Value>?]>
  ) {
    rest = ids[...]
    self.query = query
    (self.maxSize, self.bytes, size) = (maxSize, bytes, maxSize)
  }

  /// Sends one request and returns its results by ID, which may be none; nil when no nodes are left.
  ///
  /// After an error, the same nodes are asked for again.
  ///
  /// - Throws: ``GitHubError`` for errors that no single node caused, and if three nodes in a row fail.
  package mutating func next(
    from client: GitHubAPIClient
  ) async throws(GitHubError) -> [String: NodeResult<Value>]? {
    if rest.isEmpty { return nil }
    let ids = batch
    let endpoint = query(ids)
    var failure = GitHubError(
      .badResponse,
      operation: endpoint.operation,
      message: "GitHub sent nothing about it"
    )
    var results: [String: NodeResult<Value>] = [:]
    do throws(GitHubError) {
      let client = ids.count > 1 ? client.withoutRetriesOfTimeouts() : client
      let answers = try await client.send(endpoint).value
      for (id, answer) in zip(ids, answers) { results[id] = answer }
    } catch {
      guard error.dependsOnSize else { throw error }
      failure = error
    }
    let missing = ids.filter { results[$0] == nil }
    if missing.isEmpty {
      grow()
    } else if ids.count > 1 {
      (size, successes) = (max(1, ids.count / 2), 0)
    } else {
      try fail(failure)
      results[ids[0]] = .failed(failure)
    }
    rest = missing.filter { results[$0] == nil } + rest.dropFirst(ids.count)
    return results
  }

  /// The nodes to ask for, which is at least one.
  private var batch: [String] {
    var left = Self.maxBytes
    let ids = rest.prefix(size).prefix { id in
      left -= bytes[id] ?? 0
      return left >= 0
    }
    return Array(ids.isEmpty ? rest.prefix(1) : ids)
  }

  /// Half of what is read of a response.
  private static var maxBytes: Int { 8 << 20 }

  private mutating func grow() {
    (failuresInARow, successes) = (0, successes + 1)
    if successes.isMultiple(of: 3) { size = min(size * 2, maxSize) }
  }

  /// Counts a node that fails alone; when every node does, GitHub itself is at fault.
  private mutating func fail(_ failure: GitHubError) throws(GitHubError) {
    failuresInARow += 1
    if failuresInARow > 2 { throw failure }
  }
}

extension Endpoint {
  /// Up to 100 repositories by their node IDs, each with its own result, or nil if it has none.
  ///
  /// A node with any error is ignored, since the rest of it may be null because of that error.
  static func repositories<Node>(
    _ name: String,
    nodeIDs: [String],
    selecting fields: String,
    operation: String,
    value: @escaping @Sendable (JSONElement) -> Node?
  ) -> Self where Value == [NodeResult<Node>?] {
    Self(
      graphQL:
        "query \(name)($ids: [ID!]!) { nodes(ids: $ids) { ... on Repository { \(fields) } } }",
      variables: [("ids", .array(nodeIDs.map { .string($0) }))],
      requestKind: .repository,
      operation: operation,
      tolerating: \.isAboutNode
    ) { data, problems in
      var results = data["nodes"]?.array?.map { value($0).map(NodeResult.found) }
      for problem in problems {
        guard let index = problem.nodeIndex, results?.indices.contains(index) == true else {
          continue
        }
        results?[index] = problem.result(operation: operation)
      }
      return results
    }
  }
}

extension GraphQLProblem {
  /// Which of the nodes of a query it is about; nil for a problem of the whole query.
  fileprivate var nodeIndex: Int? {
    guard !exceedsResourceLimits, path.count > 1, path[0] == "nodes" else { return nil }
    return Int(path[1])
  }

  fileprivate var isAboutNode: Bool { nodeIndex != nil }

  /// The result of the node; nil if GitHub may have one later.
  fileprivate func result<Node>(operation: String) -> NodeResult<Node>? {
    guard isAboutOneNode else { return nil }
    if isAbsence { return path.count == 2 ? .gone : nil }
    var failure = GitHubError(.forbidden, operation: operation, message: message)
    failure.requestKind = .repository
    return .failed(failure)
  }
}

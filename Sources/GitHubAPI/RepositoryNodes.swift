import GitHubModel
import JSON

/// GitHub's result for a node.
package enum NodeResult<Value: Sendable>: Sendable {
  case found(Value)
  /// The node does not exist, or the token cannot see it.
  case gone
  /// GitHub withholds this node only: single sign-on protects it, it is blocked, or every query
  /// that includes it fails.
  case failed(GitHubError)
}

extension Endpoint {
  /// Up to 100 repositories by node ID, each with its own result; nil for one without a result.
  ///
  /// A node with any error is ignored, since the rest of it may be null because of that error.
  static func repositories<Node>(
    _ name: String,
    nodeIDs: [String],
    selecting fields: String,
    subject: String = "",
    value: @escaping @Sendable (JSONElement) -> Node?
  ) -> Self where Value == [NodeResult<Node>?] {
    Self(
      graphQL:
        "query \(name)($ids: [ID!]!) { nodes(ids: $ids) { ... on Repository { \(fields) } } }",
      variables: [("ids", .array(nodeIDs.map { .string($0) }))],
      requestKind: .repository,
      subject: subject,
      tolerating: \.isAboutNode
    ) { data, problems in
      var results = data["nodes"]?.array?.map { value($0).map(NodeResult.found) }
      for problem in problems {
        guard let index = problem.nodeIndex, results?.indices.contains(index) == true else {
          continue
        }
        results?[index] = problem.result(subject: subject)
      }
      return results
    }
  }
}

extension GraphQLProblem {
  /// The index of the node in the query; nil for a problem of the whole query.
  fileprivate var nodeIndex: Int? {
    guard !exceedsResourceLimits, path.count > 1, path[0] == "nodes" else { return nil }
    return Int(path[1])
  }

  fileprivate var isAboutNode: Bool { nodeIndex != nil }

  /// The node's result; nil if GitHub may have one later.
  ///
  /// `depth` is the length of a node's own path.
  func result<Node>(subject: String, depth: Int = 2) -> NodeResult<Node>? {
    guard isAboutOneNode else { return nil }
    if isAbsence { return path.count == depth ? .gone : nil }
    var failure = GitHubError(.forbidden(), subject: subject, message: message)
    failure.requestKind = .repository
    return .failed(failure)
  }
}

import GitHubModel

/// A query for many nodes, in batches as large as GitHub can answer.
///
/// A batch that takes too long, exceeds the resource limits or lacks nodes without a reason is
/// halved immediately; a single node is retried by the client, and then fails. The size grows again
/// after every third consecutive success.
package struct NodeBatches<Value: Sendable>: Sendable {
  /// The IDs of the nodes without a result.
  package private(set) var rest: ArraySlice<String>
  private let query: @Sendable ([String]) -> Endpoint<[NodeResult<Value>?]>
  private let maxSize: Int
  private let bytes: [String: Int]
  private var size: Int
  private var successes = 0
  private var failuresInARow = 0

  /// The maximum number of nodes in one request.
  package static var largest: Int { 100 }

  /// Creates batches of at most `maxSize` nodes; `query` returns nil for a node without a result.
  ///
  /// `bytes` are the nodes' contributions to the response if they are large; a batch has at most 8
  /// MiB.
  package init(
    of ids: [String],
    maxSize: Int = Self.largest,
    bytes: [String: Int] = [:],
    query: @escaping @Sendable ([String]) -> Endpoint<[NodeResult<Value>?]>
  ) {
    rest = ids[...]
    self.query = query
    (self.maxSize, self.bytes, size) = (maxSize, bytes, maxSize)
  }

  /// Sends one request and returns its results by ID, possibly none; nil if no nodes are left.
  ///
  /// After an error, the same nodes are requested again.
  ///
  /// - Throws: ``GitHubError`` for errors not caused by a single node, and if three nodes in a row
  ///   fail.
  package mutating func next(
    from client: GitHubAPIClient
  ) async throws(GitHubError) -> [String: NodeResult<Value>]? {
    if rest.isEmpty { return nil }
    let ids = batch
    let endpoint = query(ids)
    var failure = GitHubError(
      .badResponse(),
      subject: endpoint.subject,
      message: "GitHub returned no data for it"
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

  /// The nodes to request, at least one.
  private var batch: [String] {
    var left = Self.maxBytes
    let ids = rest.prefix(size).prefix { id in
      // A damaged file may contain any number.
      left -= min(max(bytes[id] ?? 0, 0), Self.maxBytes)
      return left >= 0
    }
    return Array(ids.isEmpty ? rest.prefix(1) : ids)
  }

  /// Half the maximum size of a response.
  private static var maxBytes: Int { 8 << 20 }

  private mutating func grow() {
    (failuresInARow, successes) = (0, successes + 1)
    if successes.isMultiple(of: 3) { size = min(size * 2, maxSize) }
  }

  /// Counts a node that fails alone; if every node does, GitHub itself is at fault.
  private mutating func fail(_ failure: GitHubError) throws(GitHubError) {
    failuresInARow += 1
    if failuresInARow > 2 { throw failure }
  }
}

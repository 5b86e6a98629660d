package import GitHubAPI
import GitHubModel

/// Why a reading of many nodes ended before all were read.
package enum NodesEnd {
  /// The server has no such interface, or the token may not use it.
  case unavailable
  /// The rest of this hour's requests is reserved for other commands.
  case reserved(OperationFailure)
  case failed(GitHubError)
}

extension GitHubError {
  /// Whether the server has no GraphQL or does not know the query, or the token may not use it.
  package var endsGraphQL: Bool { [.notFound, .forbidden, .invalidRequest].contains(kind) }
}

extension Session {
  /// Reads nodes, many in a request, and hands over the results of each request before the next one is sent.
  ///
  /// `reserve` is what it leaves for other commands. Returns nil when all were read; the others are left in `batches`.
  package func read<Value>(
    _ batches: inout NodeBatches<Value>,
    keeping reserve: RequestReserve?,
    begin: (_ left: Int) -> Void,
    take: ([(id: String, result: NodeResult<Value>)]) async throws -> Void
  ) async throws(OperationFailure) -> NodesEnd? {
    while !batches.rest.isEmpty {
      begin(batches.rest.count)
      do {
        if let reserve, try await !reserve.allowsRequest() {
          return .reserved(await reserve.failure())
        }
        let asked = batches.rest.prefix(NodeBatches<Value>.largest)
        let results = try await batches.next(from: client) ?? [:]
        try await take(asked.compactMap { id in results[id].map { (id, $0) } })
      } catch let error as GitHubError {
        return error.endsGraphQL ? .unavailable : .failed(error)
      } catch {
        throw OperationFailure(error, in: world)
      }
    }
    return nil
  }
}

package import GitHubAPI
import GitHubModel

/// The reason why not all nodes were read.
package enum NodesEnd {
  /// The server does not support the query, or the token may not use it.
  case unavailable
  /// The rest of this hour's requests is reserved for other commands.
  case reserved(OperationFailure)
  case failed(GitHubError)
}

extension GitHubError {
  /// Whether the server lacks GraphQL or the query, or the token may not use it.
  package var endsGraphQL: Bool { [.notFound, .forbidden, .invalidRequest].contains(kind) }
}

extension Session {
  /// Reads many nodes per request, and delivers each response before sending the next request.
  ///
  /// `reserve` is the number of requests left for other commands. Returns nil if all were read;
  /// otherwise the rest stay in `batches`.
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

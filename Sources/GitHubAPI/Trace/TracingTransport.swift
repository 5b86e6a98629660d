package import HTTPTransport

/// Tells somebody of each request that another transport carries: repetitions and redirects too,
/// since each is a request of its own.
package struct TracingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Moment
  private let tell: @Sendable (RequestTrace) -> Void

  /// - Parameters:
  ///   - transport: What carries them.
  ///   - now: What durations are measured by.
  ///   - tell: Called once for each request when it has ended, on any thread.
  package init(
    _ transport: any HTTPTransport,
    now: @escaping @Sendable () -> Moment,
    tell: @escaping @Sendable (RequestTrace) -> Void
  ) {
    self.transport = transport
    self.now = now
    self.tell = tell
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let start = now()
    let result: Result<TransportResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport.send(request))
    } catch {
      result = .failure(error)
    }
    tell(RequestTrace(request, result, duration: now() - start))
    return try result.get()
  }
}

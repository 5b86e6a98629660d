package import HTTPTransport

/// Carries requests over libcurl.
///
/// Any number of requests may be in flight: one thread drives them all with one multi handle,
/// which also keeps connections for reuse and shares them over HTTP/2. The thread starts with the
/// first request and ends when the transport is released.
///
/// ```
/// send ──▶ Inbox (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                             │
///   └────── continuation ◀── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// Also retained by its thread, so it outlives every transfer.
  private let loop: CurlLoop

  package init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
    loop = CurlLoop()
  }

  deinit {
    loop.stop()
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let head = CurlRequest(request, configuration: configuration)
    let id = loop.reserve()
    // The cancellation handler would erase the typed error: carry a result across it.
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(Submission(id: id, request: head, continuation: continuation))
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }
}

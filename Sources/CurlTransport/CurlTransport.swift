package import HTTPTransport

/// Carries requests over libcurl.
///
/// Any number of requests may be in flight: one thread drives them all with one multi handle,
/// which also keeps connections for reuse and shares them over HTTP/2. The thread starts with the first
/// request, or with ``CurlLoop/prepare(in:)`` before it, and ends when the transport is released.
///
/// ```
/// send ──▶ Inbox (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                             │
///   └──────── Waiter ◀── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// Also retained by its thread, so it outlives every transfer.
  private let loop: CurlLoop

  /// Takes a loop of its own, and of nobody else; one that is prepared already has a head start.
  package init(
    _ configuration: CurlConfiguration = CurlConfiguration(),
    on loop: CurlLoop = CurlLoop()
  ) {
    self.configuration = configuration
    self.loop = loop
  }

  deinit {
    loop.stop()
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let head = CurlRequest(request, configuration: configuration)
    // Whoever has given up already must not find out that the loop was faster than the cancellation.
    if Task.isCancelled {
      throw TransportError(.cancelled, host: head.host, reason: "cancelled before it was sent")
    }
    let id = loop.reserve()
    let waiter = Waiter()
    loop.submit(Submission(id: id, request: head, waiter: waiter))
    let watch = watch(waiter, head)
    defer { watch.cancel() }
    // The cancellation handler would erase the typed error: carry a result across it.
    let result = await withTaskCancellationHandler {
      await waiter.outcome()
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }

  /// Ends the wait when libcurl does not come to look at the time: it takes frames of HTTP/2 that
  /// have nothing in them for as long as they come.
  private func watch(_ waiter: Waiter, _ request: CurlRequest) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: request.timeout + Self.grace)
      let error = TransportError(.timeout, host: request.host, reason: "no end of the answer")
      waiter.resume(returning: .failure(error))
    }
  }

  private static let grace = Duration.seconds(1)
}

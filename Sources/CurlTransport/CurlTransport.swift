package import HTTPTransport
import Locking

/// Carries requests over libcurl.
///
/// Any number of requests may be in flight: one thread drives them all with one multi handle,
/// which also keeps connections for reuse and shares them over HTTP/2. libcurl is loaded and the
/// thread starts with the first request; the thread ends when the transport is released.
///
/// ```
/// send ──▶ Inbox (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                             │
///   └──────── Waiter ◀── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// Nil until the first request.
  ///
  /// Also retained by its thread, so it outlives every transfer.
  private let started = Guarded<CurlLoop?>(nil)

  package init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
    CurlLibrary.forgetKeyLog()
  }

  deinit {
    started.withLock { $0 }?.stop()
  }

  /// Loads libcurl on a thread of its own, beside whatever comes before a request.
  package func prepare() {
    // Where there is no thread, the request does it.
    try? DetachedThread.start { _ = CurlLibrary.initialize() }
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let head = CurlRequest(request, configuration: configuration)
    // Whoever has given up already must not find out that the loop was faster than the cancellation.
    if Task.isCancelled {
      throw TransportError(.cancelled, host: head.host, reason: "cancelled before it was sent")
    }
    let loop = try loop(for: head)
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

  private func loop(for request: CurlRequest) throws(TransportError) -> CurlLoop {
    if let problem = CurlLibrary.initialize() {
      throw TransportError(.other, host: request.host, reason: problem)
    }
    return started.withLock { started in
      let loop = started ?? CurlLoop()
      started = loop
      return loop
    }
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

import HTTPTransport

/// One request on its way to the loop, with the place where its caller waits.
struct Submission: Sendable {
  typealias ID = UInt64
  typealias Outcome = Result<TransportResponse, TransportError>

  let id: ID
  let request: CurlRequest
  let waiter: Waiter

  /// Ends the wait of a request that never reached the loop.
  func resumeCancelled() {
    let error = TransportError(
      .cancelled,
      host: request.host,
      reason: "cancelled before it was sent"
    )
    waiter.resume(returning: .failure(error))
  }

  /// Ends the wait of a request that nothing can send.
  func resumeRefused(because problem: String) {
    let error = TransportError(.other, host: request.host, reason: problem)
    waiter.resume(returning: .failure(error))
  }
}

/// The one verb between the GitHub client and the wire.
///
/// A transport carries one request to its answer. It follows no redirect, repeats nothing and
/// judges no status: what an answer means is the client's business.
package protocol HTTPTransport: Sendable {
  /// Sends the request and returns the whole answer, its body decoded from any compression.
  ///
  /// Cancelling the calling task ends the transfer and throws ``TransportError/Code/cancelled``.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

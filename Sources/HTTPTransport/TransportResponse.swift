package import HTTPTypes

/// What came back: the final answer's head and its whole body.
package struct TransportResponse: Sendable {
  package var head: HTTPResponse
  /// Decoded from `Content-Encoding`; at most the transport's cap.
  package var body: [UInt8]
  /// Nil where the transport does not measure.
  package var metrics: TransferMetrics?

  package init(head: HTTPResponse, body: [UInt8] = [], metrics: TransferMetrics? = nil) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }
}

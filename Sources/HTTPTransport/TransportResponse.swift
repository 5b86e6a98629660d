package import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What came back: the final answer's head and its whole body.
package struct TransportResponse: Sendable {
  package var head: HTTPResponse
  /// Decoded from `Content-Encoding`; at most the transport's cap.
  package var body: Data

  package init(head: HTTPResponse, body: Data = Data()) {
    self.head = head
    self.body = body
  }
}

package import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a transport sends: a request's head, its body, and how long all of it may take.
package struct TransportRequest: Sendable {
  /// Method, scheme, authority, path and fields; scheme and authority must be there.
  package var head: HTTPRequest
  /// Empty for a request without a body; a PUT then says `Content-Length: 0`.
  package var body: Data
  /// From the first lookup to the last byte; the transfer is given up after it.
  package var timeout: Duration

  package init(head: HTTPRequest, body: Data = Data(), timeout: Duration = .seconds(30)) {
    self.head = head
    self.body = body
    self.timeout = timeout
  }

  /// The absolute URL, or nil where the head lacks a part of it.
  package var url: String? {
    guard let scheme = head.scheme, let authority = head.authority, let path = head.path else {
      return nil
    }
    return "\(scheme)://\(authority)\(path)"
  }
}

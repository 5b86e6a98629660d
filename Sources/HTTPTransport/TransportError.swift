/// Why no answer came: the class of failure, the host it happened to, and the cause in words.
package struct TransportError: Error, Sendable, Equatable {
  /// The classes that a caller may want to tell apart.
  package enum Code: Sendable, Equatable {
    /// The calling task was cancelled.
    case cancelled
    /// The host's name has no address.
    case nameResolution
    /// No connection: refused, unreachable.
    case connection
    /// The proxy could not be found or did not let us through.
    case proxy
    /// The handshake failed, or the certificate is not to be trusted.
    case tls
    /// A time limit ran out: connecting, the whole request, or too few bytes a second.
    case timeout
    /// The connection broke before the answer was whole.
    case connectionLost
    /// The answer is no HTTP, or its encoding is broken.
    case malformedResponse
    /// The body or the header fields go past the cap.
    case responseTooLarge
    /// The request cannot be sent as it is.
    case invalidRequest
    /// Anything else the library reports.
    case other
  }

  package let code: Code
  package let host: String
  package let reason: String

  package init(_ code: Code, host: String, reason: String) {
    self.code = code
    self.host = host
    self.reason = reason
  }
}

package import Essentials
package import HTTPTypes

/// Sends HTTP requests for the GitHub client.
///
/// A transport sends each request once, unless it is ``TransportRequest/isRepeatable``. It does not
/// follow redirects, does not retry a request that was answered, and returns responses of any
/// status: the client interprets them.
package protocol HTTPTransport: Sendable {
  /// Sends the request and returns the complete response, with its body decompressed.
  ///
  /// Canceling the calling task ends the transfer and throws ``TransportError/Code/canceled``.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A request: head, body and time limit.
package struct TransportRequest: Sendable {
  /// Method, scheme, authority, path and header fields; scheme and authority are required.
  package var head: HTTPRequest
  /// The body; empty for a request without one, in which case a PUT has `Content-Length: 0`.
  package var body: Data
  /// The time limit from the name lookup to the last byte.
  package var timeout: Duration
  /// Whether sending it twice has the same effect as sending it once.
  ///
  /// Any other request gets a new connection: HTTP libraries silently repeat a request if a reused
  /// connection ends without a response (RFC 9112, section 9.3.1).
  package var isRepeatable: Bool

  /// Creates a request, by default repeatable and with a time limit of 30 seconds.
  package init(
    head: HTTPRequest,
    body: Data = Data(),
    timeout: Duration = .seconds(30),
    isRepeatable: Bool = true
  ) {
    self.head = head
    self.body = body
    self.timeout = timeout
    self.isRepeatable = isRepeatable
  }

  /// The absolute URL; nil if the head lacks a part of it.
  package var url: String? {
    guard let scheme = head.scheme, let authority = head.authority, let path = head.path else {
      return nil
    }
    return "\(scheme)://\(authority)\(path)"
  }
}

/// A complete response, of any status.
package struct TransportResponse: Sendable {
  package var head: HTTPResponse
  /// The body after decompression, at most as large as the transport allows.
  package var body: [UInt8]
  /// Measurements of the transfer; nil if the transport does not measure.
  package var metrics: TransferMetrics?

  /// Creates a response, by default with an empty body.
  package init(head: HTTPResponse, body: [UInt8] = [], metrics: TransferMetrics? = nil) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }
}

/// The reason why there is no response: the class of failure, the host, and an explanation.
package struct TransportError: Error, Sendable, Equatable {
  /// The classes of failure that callers distinguish.
  package enum Code: Sendable, Equatable {
    case canceled
    /// The host name has no address.
    case nameResolution
    /// The host name was not resolved within the time limit for connecting.
    case nameResolutionTimeout
    /// No connection could be made: refused or unreachable.
    case connection
    /// The proxy was not found or refused the connection.
    case proxy
    /// The TLS handshake failed, or the certificate is not trusted.
    case tls
    /// A time limit was exceeded: for connecting, for the request, or for the minimum speed.
    case timeout
    /// The connection ended before the response was complete.
    case connectionLost
    /// The response is not HTTP, its encoding is invalid, or its header fields exceed the transport's limit.
    case malformedResponse
    /// The body of a successful response exceeds the transport's limit.
    case responseTooLarge
    /// The request is invalid.
    case invalidRequest
    /// The HTTP library cannot be loaded.
    case library
    /// Any other error of the library.
    case other

    /// Whether a time limit was exceeded, at whatever step.
    package var isTimeout: Bool { self == .timeout || self == .nameResolutionTimeout }
  }

  package let code: Code
  package let host: String
  /// The explanation; make it safe before showing it.
  package let reason: String

  package init(_ code: Code, host: String, reason: String) {
    self.code = code
    self.host = host
    self.reason = reason
  }
}

/// Measurements of one transfer.
package struct TransferMetrics: Sendable, Equatable {
  /// When each step of connecting ended, measured from the start of the transfer.
  ///
  /// Zero for steps that a reused connection skips.
  package struct Timing: Sendable, Equatable {
    package var nameLookup: Duration
    package var connected: Duration
    package var secured: Duration

    package init(nameLookup: Duration, connected: Duration, secured: Duration) {
      self.nameLookup = nameLookup
      self.connected = connected
      self.secured = secured
    }
  }

  /// The version of HTTP, such as `HTTP/1.1` or `HTTP/2`; nil if unknown.
  package var version: String?
  /// The bytes of head and body before decompression.
  package var receivedBytes: Int
  package var timing: Timing

  package init(version: String?, receivedBytes: Int, timing: Timing) {
    self.version = version
    self.receivedBytes = receivedBytes
    self.timing = timing
  }
}

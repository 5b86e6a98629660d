import HTTPTransport
import HTTPTypes

/// How often a call that failed for a moment is repeated, and after how long.
package struct RetryPolicy: Sendable {
  /// One for each repetition.
  private let delays: [Duration]
  /// From 0 to 1: what is added to a delay, so that many who failed together do not return together.
  private let jitter: @Sendable () -> Double

  package init(delays: [Duration], jitter: @escaping @Sendable () -> Double) {
    self.delays = delays
    self.jitter = jitter
  }

  /// Three: after 1, 4 and 9 seconds.
  package static let usual = Self(
    delays: [.seconds(1), .seconds(4), .seconds(9)],
    jitter: { .random(in: 0...1) }
  )

  package static let none = Self(delays: [], jitter: { 0 })

  /// How long to rest before a repetition, the first being 0; nil when it was the last.
  ///
  /// Up to a quarter more than its due.
  func delay(before repetition: Int) -> Duration? {
    guard delays.indices.contains(repetition) else { return nil }
    return delays[repetition] * (1 + min(max(jitter(), 0), 1) / 4)
  }
}

extension HTTPRequest.Method {
  /// True for what may be sent twice with the effect of once (RFC 9110, section 9.2.2).
  var isIdempotent: Bool { [.get, .head, .put, .delete].contains(self) }

  var isWrite: Bool { ![.get, .head].contains(self) }
}

extension HTTPResponse.Status {
  /// A server's trouble that may be over in a moment.
  var isPassing: Bool { [500, 502, 503, 504].contains(code) }
}

extension TransportError.Code {
  /// A fault of the connection that may be over in a moment.
  var isPassing: Bool {
    switch self {
    case .connection, .connectionLost, .timeout: true
    case .cancelled, .nameResolution, .proxy, .tls, .malformedResponse, .responseTooLarge,
      .invalidRequest, .other:
      false
    }
  }

  /// True when not a byte of the request can have reached the server.
  var isBeforeSending: Bool {
    switch self {
    case .nameResolution, .connection, .proxy, .tls, .invalidRequest: true
    case .cancelled, .connectionLost, .timeout, .malformedResponse, .responseTooLarge, .other:
      false
    }
  }
}

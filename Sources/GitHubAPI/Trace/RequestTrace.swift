package import GitHubModel
package import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One request and how it ended, without anything that is secret.
package struct RequestTrace: Sendable {
  /// What came back, as far as it may be told.
  package struct Answer: Sendable {
    package let status: Int
    /// As in `HTTP/2`; nil where the transport does not say.
    package let version: String?
    /// Of head and body together, before decompression; nil where the transport does not say.
    package let receivedBytes: Int?
    /// Where a redirect points; not yet safe to show.
    package let location: String?
    /// By the server's clock.
    package let date: Date?
    package let rateLimit: RateLimit?
    package let timing: TransferMetrics.Timing?
  }

  package let method: String
  package let url: String
  package let duration: Duration
  package let result: Result<Answer, TransportError>
}

extension RequestTrace {
  /// The token that the request carries is taken out of whatever the server may have repeated.
  init(
    _ request: TransportRequest,
    _ result: Result<TransportResponse, TransportError>,
    duration: Duration
  ) {
    let secret = request.head.headerFields[.authorization].flatMap { $0.split(separator: " ").last }
    func hide(_ text: String) -> String {
      secret.map { text.replacing($0, with: "(hidden)") } ?? text
    }
    method = request.head.method.rawValue
    url = hide(request.url ?? "")
    self.duration = duration
    self.result =
      result
      .map { Answer($0, hide: hide) }
      .mapError { TransportError($0.code, host: $0.host, reason: hide($0.reason)) }
  }
}

extension RequestTrace.Answer {
  fileprivate init(_ response: TransportResponse, hide: (String) -> String) {
    let fields = response.head.headerFields
    status = response.head.status.code
    version = response.metrics?.version
    receivedBytes = response.metrics?.receivedBytes
    location = fields[.location].map(hide)
    date = fields[.date].flatMap(HTTPDate.seconds).map { Date(timeIntervalSince1970: Double($0)) }
    rateLimit = RateLimitHeaders.budget(fields)
    timing = response.metrics?.timing
  }
}

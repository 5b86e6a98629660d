package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes

/// Reports each request that another transport sends, including retries and redirects.
package struct TracingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Moment
  private let report: @Sendable (RequestTrace) -> Void

  /// Wraps a transport.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - now: The clock that durations are measured by.
  ///   - report: Called once for each request when it has ended, on any thread.
  package init(
    _ transport: any HTTPTransport,
    now: @escaping @Sendable () -> Moment,
    report: @escaping @Sendable (RequestTrace) -> Void
  ) {
    self.transport = transport
    self.now = now
    self.report = report
  }

  /// Sends the request and reports how it ended.
  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let start = now()
    let result: Result<TransportResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport.send(request))
    } catch {
      result = .failure(error)
    }
    report(RequestTrace(request, result, duration: now() - start))
    return try result.get()
  }
}

/// One request and how it ended, without secrets.
package struct RequestTrace: Sendable {
  /// The line of a trace about a response.
  package struct Response: Sendable {
    package let status: Int
    /// The version of HTTP, such as `HTTP/2`; nil if the transport does not say.
    package let version: String?
    /// The bytes of head and body before decompression; nil if the transport does not say.
    package let receivedBytes: Int?
    /// The target of a redirect; make it safe before showing it.
    package let location: String?
    /// The `Date` field: the time by the server's clock.
    package let date: Date?
    /// The rate limit that the request counted against; nil if the response does not say.
    package let rateLimit: RateLimit?
    /// When the connection was ready; nil if the transport does not say.
    package let timing: TransferMetrics.Timing?
  }

  package let method: String
  /// The absolute URL; make it safe before showing it.
  package let url: String
  /// From the start of the request to its end.
  package let duration: Duration
  /// The response, or why there is none.
  package let result: Result<Response, TransportError>
}

extension RequestTrace {
  /// Describes a request, with its token removed wherever the server repeated it.
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
      .map { Response($0, hide: hide) }
      .mapError { TransportError($0.code, host: $0.host, reason: hide($0.reason)) }
  }
}

extension RequestTrace.Response {
  fileprivate init(_ response: TransportResponse, hide: (String) -> String) {
    let fields = response.head.headerFields
    status = response.head.status.code
    version = response.metrics?.version
    receivedBytes = response.metrics?.receivedBytes
    location = fields[.location].map(hide)
    date = fields[.date].flatMap(HTTPDate.seconds).map { Date(timeIntervalSince1970: Double($0)) }
    rateLimit = RateLimitHeaders.rateLimit(fields)
    timing = response.metrics?.timing
  }
}

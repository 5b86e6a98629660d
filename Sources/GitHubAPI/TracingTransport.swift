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
  ///   - now: The clock for durations.
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

  /// Sends the request and reports its outcome.
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

/// A request and its outcome, with its token removed wherever the server repeated it.
package struct RequestTrace: Sendable {
  package let method: String
  /// The absolute URL; make it safe before showing it.
  package let url: String
  /// The duration of the request.
  package let duration: Duration
  /// The response without its body, or why there is none; make a redirect's target safe before
  /// showing it.
  package let result: Result<TransportResponse, TransportError>

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
      .map { response in
        var response = response
        response.body = []
        response.head.headerFields = HTTPFields(
          response.head.headerFields.map { HTTPField(name: $0.name, value: hide($0.value)) }
        )
        return response
      }
      .mapError { TransportError($0.code, host: $0.host, reason: hide($0.reason)) }
  }
}

extension TransportResponse {
  /// The `Date` field: the time on the server's clock.
  package var date: Date? {
    head.headerFields[.date].flatMap(HTTPDate.seconds)
      .map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// The rate limit that the request counted against; nil if the response omits it.
  package var rateLimit: RateLimit? { RateLimitHeaders.rateLimit(head.headerFields) }
}

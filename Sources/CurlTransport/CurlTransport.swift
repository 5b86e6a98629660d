import Essentials
package import HTTPTransport
import HTTPTypes
import System

/// Sends requests with libcurl.
///
/// Any number of requests run concurrently on one thread with one multi handle, which reuses
/// connections and shares them over HTTP/2. After a timeout or system suspend, connections may be
/// dead, so new requests get a new thread with new connections.
///
/// ```
/// send ──▶ RequestQueue (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                                    │
///   └───────── continuation ◀──────── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// How many milliseconds the machine has been suspended since boot.
  private let suspension: @Sendable () -> Int64
  private let current = Guarded(Current())
  /// The certificate authorities; nil until the first encrypted request.
  private let trust = Guarded<TrustStore?>(nil)

  /// The loop for new requests.
  private struct Current {
    /// Also retained by its thread, so it outlives every transfer.
    var loop = CurlLoop()
    /// The total suspension when the loop's last request was sent.
    var suspension: Int64?
  }

  /// Creates a transport, whose thread starts with the first request and ends when the transport is
  /// released.
  ///
  /// `suspension` returns how many milliseconds the machine has been suspended since boot.
  package init(
    _ configuration: CurlConfiguration = CurlConfiguration(),
    suspension: @escaping @Sendable () -> Int64 = SystemClock.suspension
  ) {
    self.configuration = configuration
    self.suspension = suspension
    CurlLibrary.disableKeyLog()
  }

  deinit {
    current.withLock { $0.loop.retire() }
  }

  /// Sends a request, and cancels the transfer if the calling task is canceled.
  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let prepared = CurlRequest(
      message: request,
      configuration: configuration,
      trust: trust(for: request)
    )
    // A task that is already canceled sends nothing, however fast the loop is.
    if Task.isCancelled { throw prepared.error(.canceled, "canceled before it was sent") }
    return try await loop().outcome(of: prepared).get()
  }

  /// The loop for a new request: a new one if the last one's connections may be dead.
  ///
  /// libcurl's own age limit for idle connections does not count suspended time.
  private func loop() -> CurlLoop {
    let suspension = suspension()
    return current.withLock { current in
      let slept = suspension - (current.suspension ?? suspension)
      if slept > Self.maxSuspension { current.loop.retire() }
      if current.loop.isRetired { current.loop = CurlLoop() }
      current.suspension = suspension
      return current.loop
    }
  }

  /// The suspension in milliseconds after which connections are replaced; routers keep them longer.
  private static let maxSuspension: Int64 = 10_000

  /// The trust store, looked up on the first HTTPS request, so that other commands never read
  /// certificate files.
  private func trust(for request: TransportRequest) -> TrustStore {
    guard request.head.scheme != "http" else { return TrustStore() }
    if let known = trust.withLock({ $0 }) { return known }
    let found = configuration.trust()
    trust.withLock { $0 = found }
    return found
  }
}

/// A transport's limits, and the certificate authorities it trusts.
package struct CurlConfiguration: Sendable {
  /// The limit from the name lookup to the end of the handshake.
  package var connectTimeout: Duration = .seconds(10)
  /// A response slower than ``minRate`` for this long fails; only the request's time limit covers
  /// the time before its first byte.
  package var minRateTime: Duration = .seconds(10)
  /// A request canceled after this long without a response makes its connections suspect, like a
  /// timeout.
  package var suspiciousSilence: Duration = .seconds(3)
  /// The minimum rate in bytes per second.
  package var minRate = 100
  /// The maximum size of a body in bytes, after decompression.
  package var maxBodyBytes = 16 * 1024 * 1024
  /// The maximum size in bytes of all header lines of a response, including interim responses.
  package var maxHeadBytes = 256 * 1024
  /// Finds the trusted certificate authorities; called before the first encrypted request.
  package var trust: @Sendable () -> TrustStore

  package init(trust: @escaping @Sendable () -> TrustStore = { .system() }) {
    self.trust = trust
  }
}

/// A request for the loop.
struct CurlRequest: Sendable {
  typealias ID = Int
  typealias Outcome = Result<TransportResponse, TransportError>

  let message: TransportRequest
  let configuration: CurlConfiguration
  let trust: TrustStore

  var isEncrypted: Bool { message.head.scheme != "http" }

  /// Whether the method requires a `Content-Length` for an empty body (RFC 9110, section 8.6).
  var sendsContentLength: Bool {
    !message.body.isEmpty || [.put, .post, .patch].contains(message.head.method)
  }

  /// The fields as `Name: value` lines, including one that prevents libcurl's default content type.
  var headerLines: [String] {
    let fields = message.head.headerFields
    let lines = fields.map { field in
      // `Name;` is libcurl's notation for a field with an empty value.
      field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
    }
    return fields[.contentType] == nil ? lines + ["Content-Type:"] : lines
  }

  func error(_ code: TransportError.Code, _ reason: String) -> TransportError {
    TransportError(code, host: message.head.authority ?? "", reason: reason)
  }
}

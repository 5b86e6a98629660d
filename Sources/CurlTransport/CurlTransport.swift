import Essentials
package import HTTPTransport
import HTTPTypes
import System

/// Sends requests with libcurl.
///
/// Any number of requests run at the same time on one thread with one multi handle, which reuses
/// connections and shares them over HTTP/2. After a time-out, and after the machine was suspended, the connections
/// may lead nowhere: new requests then get a new thread with new connections.
///
/// ```
/// send ──▶ RequestQueue (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                                    │
///   └───────── continuation ◀──────── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// The time in milliseconds that the machine was suspended since its start.
  private let suspension: @Sendable () -> Int64
  private let current = Guarded(Current())
  /// Nil until the first encrypted request.
  private let trust = Guarded<TrustStore?>(nil)

  /// The loop for new requests.
  private struct Current {
    /// Also retained by its thread, so it outlives every transfer.
    var loop = CurlLoop()
    /// The suspension when its last request was sent.
    var suspension: Int64?
  }

  /// Creates a transport, whose thread starts with the first request, and ends when it is released.
  ///
  /// `suspension` is the time in milliseconds that the machine was suspended since its start.
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
    // A task that is already canceled sends nothing, however fast the loop would be.
    if Task.isCancelled { throw prepared.error(.cancelled, "cancelled before it was sent") }
    return try await loop().outcome(of: prepared).get()
  }

  /// The loop for a new request: another one if connections of the last one may be dead.
  ///
  /// libcurl's own limit for the age of idle connections does not count the time of a suspension.
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

  /// In milliseconds; routers and servers keep an idle connection longer.
  private static let maxSuspension: Int64 = 10_000

  /// Looked up on the first HTTPS request, so that commands without one never read the certificate files.
  private func trust(for request: TransportRequest) -> TrustStore {
    guard request.head.scheme != "http" else { return TrustStore() }
    if let known = trust.withLock({ $0 }) { return known }
    let found = configuration.trust()
    trust.withLock { $0 = found }
    return found
  }
}

/// The limits of a transport, and the certificate authorities that it trusts.
package struct CurlConfiguration: Sendable {
  /// The limit from the name lookup to the end of the handshake.
  package var connectTimeout: Duration = .seconds(10)
  /// A response that is slower than ``minRate`` for this long fails; only the time limit of the request
  /// covers the time before its first byte.
  package var minRateTime: Duration = .seconds(10)
  /// A request that is canceled after this long without a response makes its connections suspect, as a time-out does.
  package var suspiciousSilence: Duration = .seconds(3)
  /// In bytes a second.
  package var minRate = 100
  /// The limit for a body in bytes, after decompression.
  package var maxBodyBytes = 16 * 1024 * 1024
  /// The limit for all header lines of a response in bytes, including interim responses.
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

  /// The fields as `Name: value` lines, and one that prevents libcurl's default content type.
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

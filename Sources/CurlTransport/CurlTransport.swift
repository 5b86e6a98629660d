import Essentials
package import HTTPTransport
import HTTPTypes
import System

/// Sends requests with libcurl.
///
/// Any number of requests run at the same time on one thread with one multi handle, which reuses
/// connections and shares them over HTTP/2. The thread starts with the first
/// request, or with ``CurlLoop/prepare(in:)`` before it, and ends when the transport is released.
///
/// ```
/// send ──▶ SubmissionQueue (lock) ──▶ CurlLoop's thread ──▶ libcurl
///   ▲                                       │
///   └───────────── Waiter ◀───────────── Transfer
/// ```
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  /// Also retained by its thread, so it outlives every transfer.
  private let loop: CurlLoop
  /// Nil until the first encrypted request.
  private let trust = Guarded<TrustStore?>(nil)

  /// Creates a transport with a loop that no other transport uses.
  package init(
    _ configuration: CurlConfiguration = CurlConfiguration(),
    on loop: CurlLoop = CurlLoop()
  ) {
    self.configuration = configuration
    self.loop = loop
  }

  deinit {
    loop.stop()
  }

  /// Sends a request, and cancels the transfer if the calling task is canceled.
  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let prepared = CurlRequest(request, configuration: configuration, trust: trust(for: request))
    // A task that is already canceled sends nothing, however fast the loop would be.
    if Task.isCancelled {
      throw TransportError(.cancelled, host: prepared.host, reason: "cancelled before it was sent")
    }
    let submission = loop.submit(prepared)
    let deadline = expire(submission, after: prepared.timeout + Self.grace)
    defer { deadline.cancel() }
    // The cancellation handler would erase the typed error: carry a result across it.
    let result = await withTaskCancellationHandler {
      await submission.waiter.outcome()
    } onCancel: {
      loop.cancel(submission.id)
    }
    return try result.get()
  }

  /// Ends a transfer whose time limit libcurl does not check, as while it receives empty HTTP/2 frames.
  private func expire(_ submission: Submission, after limit: Duration) -> Task<Void, any Error> {
    Task { [loop] in
      try await Task.sleep(for: limit)
      loop.expire(submission)
    }
  }

  private static let grace = Duration.seconds(1)

  /// Found for the first encrypted request, so that other runs do not read the certificate files.
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
  /// In bytes a second.
  package var minRate = 100
  /// The limit for a body in bytes, after decompression.
  package var maxBodyBytes = 16 * 1024 * 1024
  /// The limit for all header lines of a response in bytes, including interim responses.
  package var maxHeadBytes = 256 * 1024
  /// Finds the trusted certificate authorities; called before the first encrypted request.
  package var trust: @Sendable () -> TrustStore

  /// Creates a configuration with default limits.
  package init(trust: @escaping @Sendable () -> TrustStore = { .system() }) {
    self.trust = trust
  }
}

/// A request as values for libcurl's options.
struct CurlRequest: Sendable {
  let method: String
  /// Empty if the request lacks a part of it, so that it fails before it is sent.
  let url: String
  let host: String
  let isEncrypted: Bool
  /// `Name: value` lines.
  let headerLines: [String]
  let body: Data
  /// Whether the method requires a `Content-Length` for an empty body (RFC 9110, section 8.6).
  let sendsContentLength: Bool
  let isRepeatable: Bool
  let timeout: Duration
  let configuration: CurlConfiguration
  let trust: TrustStore

  init(_ request: TransportRequest, configuration: CurlConfiguration, trust: TrustStore) {
    method = request.head.method.rawValue
    url = request.url ?? ""
    host = request.head.authority ?? ""
    isEncrypted = request.head.scheme != "http"
    body = request.body
    sendsContentLength =
      !request.body.isEmpty || [.put, .post, .patch].contains(request.head.method)
    isRepeatable = request.isRepeatable
    timeout = request.timeout
    self.configuration = configuration
    self.trust = trust
    headerLines = Self.lines(of: request.head.headerFields)
  }

  /// The fields as lines, and one that prevents libcurl's default content type.
  private static func lines(of fields: HTTPFields) -> [String] {
    let lines = fields.map { field in
      // `Name;` is libcurl's notation for a field with an empty value.
      field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
    }
    return fields[.contentType] == nil ? lines + ["Content-Type:"] : lines
  }
}

/// A request for the loop, and the caller that waits for it.
struct Submission: Sendable {
  /// As the ID of a repository, because the first set of each type of number looks up its conformance,
  /// which takes 0.45 million instructions.
  typealias ID = Int64
  typealias Outcome = Result<TransportResponse, TransportError>

  let id: ID
  let request: CurlRequest
  let waiter: Waiter

  /// Ends the caller's wait with an error.
  func fail(_ code: TransportError.Code, _ reason: String) {
    let error = TransportError(code, host: request.host, reason: reason)
    waiter.resume(returning: .failure(error))
  }
}

/// Suspends the caller of a request until its outcome is known; only the first outcome counts.
///
/// The loop sends the outcome, or the caller's own timeout does.
final class Waiter: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Submission.Outcome, Never>)
    case done(Submission.Outcome)
    case left
  }

  private let state = Guarded(State.idle)

  /// Waits for the outcome; called once.
  func outcome() async -> Submission.Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Submission.Outcome? in
        if case .done(let outcome) = state { return outcome }
        state = .waiting(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  func resume(returning outcome: Submission.Outcome) {
    let continuation = state.withLock {
      state -> CheckedContinuation<Submission.Outcome, Never>? in
      switch state {
      case .idle: state = .done(outcome)
      case .done, .left: break
      case .waiting(let continuation):
        state = .left
        return continuation
      }
      return nil
    }
    continuation?.resume(returning: outcome)
  }
}

package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import System

/// How calls respect rate limits, wait and retry.
package struct ClientOptions: Sendable {
  /// The rate limits in which every request is reserved.
  package let rateLimits: RateLimitStore
  /// The clock for waits and time limits.
  package let clock: RequestClock
  /// How long calls may wait for a rate limit.
  package internal(set) var waiting: WaitPolicy
  /// How often a transient failure is retried.
  package internal(set) var retries: RetryPolicy
  /// Called with each retry before its wait, and with nil after it, on any thread.
  package internal(set) var announceRetry: @Sendable (RetryNotice?) -> Void
  /// The time limit of a call including retries and redirects, but not waits for a rate limit.
  package internal(set) var timeLimit = Duration.seconds(30)

  /// Creates options with a time limit of 30 seconds per call.
  package init(
    rateLimits: RateLimitStore,
    clock: RequestClock,
    waiting: WaitPolicy,
    retries: RetryPolicy,
    announceRetry: @escaping @Sendable (RetryNotice?) -> Void = { _ in }
  ) {
    self.rateLimits = rateLimits
    self.clock = clock
    self.waiting = waiting
    self.retries = retries
    self.announceRetry = announceRetry
  }
}

/// A source of tokens, which is asked each time a request needs one.
package protocol TokenProviding: Sendable {
  /// The token for the client's API, or nil if there is none.
  ///
  /// `isRequired` is false for a call that works without a token: a provider may then return nil
  /// instead of throwing.
  func token(isRequired: Bool) throws -> AccessToken?
}

/// How long a command's calls may wait for rate limits.
///
/// Copies share the time already waited.
package struct WaitPolicy: Sendable {
  package enum WaitLimit: Sendable, Equatable {
    /// No waiting: after a refusal, all other calls fail too.
    case none
    /// The maximum for all waits together; with zero, a refused call does not affect others.
    case upTo(Duration)
    /// As long as GitHub asks, up to an hour per wait.
    case untilItEnds

    /// The default limit: 60 seconds.
    package static let `default` = Self.upTo(.seconds(60))
  }

  package let waitLimit: WaitLimit
  /// Called once before each wait, on any thread.
  package let announce: @Sendable (WaitNotice) -> Void
  private let state = Guarded(State())

  private struct State {
    var waited = Duration.zero
    /// The refusal after which nothing is sent.
    var refusal: GitHubError?
  }

  package init(
    _ waitLimit: WaitLimit,
    announce: @escaping @Sendable (WaitNotice) -> Void = { _ in }
  ) {
    self.waitLimit = waitLimit
    self.announce = announce
  }

  /// Counts a wait that is about to start; returns false if the limit forbids it.
  ///
  /// `refusals` is the number of times the call has been refused.
  func begin(_ length: Duration, refusals: Int) -> Bool {
    switch waitLimit {
    case .none: false
    case .upTo(let longest):
      state.withLock { state in
        guard state.waited + length <= longest else { return false }
        state.waited += length
        return true
      }
    case .untilItEnds: length <= Self.maxWait && refusals <= Self.maxRefusals
    }
  }

  /// Makes all further calls fail with the refusal if waiting is off.
  func record(_ refusal: GitHubError) {
    guard waitLimit == .none else { return }
    state.withLock { $0.refusal = $0.refusal ?? refusal }
  }

  /// The refusal after which nothing is sent; nil while requests may be sent.
  var refusal: GitHubError? { state.withLock { $0.refusal } }

  /// GitHub's longest window, plus a minute for clock differences.
  private static let maxWait = Duration.seconds(3660)
  /// The number of refusals after which a call gives up.
  private static let maxRefusals = 10
}

/// A wait that is about to start.
package struct WaitNotice: Sendable, Equatable {
  /// When the wait ends, on the user's own clock.
  package let until: Date
  package let cause: RateLimiter.Wait.Cause
}

extension RetryNotice.Cause {
  /// Whether the request may have exceeded what GitHub can compute in time.
  var isTimeout: Bool { [.status(502), .status(504), .failure(.timeout)].contains(self) }
}

/// An upcoming retry of a request.
package struct RetryNotice: Sendable, Equatable {
  /// The failure, which may be transient.
  package enum Cause: Sendable, Equatable {
    case status(Int)
    /// There was no response.
    case failure(TransportError.Code)
  }

  package let cause: Cause
  package let delay: Duration
  /// The number of the retry, from 1.
  package let number: Int
  package let count: Int
}

/// How often transient failures are retried, and after which delays.
package struct RetryPolicy: Sendable {
  private let delays: [Duration]
  /// Whether the caller handles timeouts itself, with a smaller request.
  var skipsTimeouts = false
  /// A number from 0 to 1 that spreads the retries of clients that failed simultaneously.
  private let jitter: @Sendable () -> Double

  /// Creates a policy with a retry after each of the delays.
  ///
  /// Up to a quarter is added to each delay; `jitter` returns the fraction of that, from 0 to 1.
  package init(delays: [Duration], jitter: @escaping @Sendable () -> Double) {
    self.delays = delays
    self.jitter = jitter
  }

  /// Three retries, after 1, 4 and 9 seconds.
  package static let `default` = Self(
    delays: [.seconds(1), .seconds(4), .seconds(9)],
    jitter: { .random(in: 0...1) }
  )

  package static let none = Self(delays: [], jitter: { 0 })

  var count: Int { delays.count }

  /// Whether a failure is retried.
  func covers(_ cause: RetryNotice.Cause) -> Bool { !(skipsTimeouts && cause.isTimeout) }

  /// The delay before a retry, counted from 0, with up to a quarter added; nil after the last one.
  func delay(before retry: Int) -> Duration? {
    guard delays.indices.contains(retry) else { return nil }
    return delays[retry] * (1 + min(max(jitter(), 0), 1) / 4)
  }
}

extension HTTPResponse.Status {
  /// Whether the error may be transient.
  var isTransient: Bool { [500, 502, 503, 504].contains(code) }
}

extension TransportError.Code {
  /// Whether the error may be transient.
  var isTransient: Bool {
    switch self {
    case .connection, .connectionLost, .timeout: true
    case .canceled, .nameResolution, .nameResolutionTimeout, .proxy, .tls, .malformedResponse,
      .responseTooLarge, .invalidRequest, .library, .other:
      false
    }
  }

  /// Whether no byte of the request can have reached the server.
  var isBeforeSending: Bool {
    switch self {
    case .nameResolution, .nameResolutionTimeout, .connection, .proxy, .tls, .invalidRequest,
      .library:
      true
    case .canceled, .connectionLost, .timeout, .malformedResponse, .responseTooLarge, .other:
      false
    }
  }
}

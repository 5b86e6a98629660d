package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import System

/// How calls keep to rate limits, wait and retry.
package struct ClientOptions: Sendable {
  /// The rate limits that every request is reserved with.
  package let rateLimits: RateLimitStore
  /// The time that waits and time limits are measured by.
  package let clock: RequestClock
  /// How long calls may wait for a rate limit.
  package internal(set) var waiting: WaitPolicy
  /// How often a transient failure is retried.
  package internal(set) var retries: RetryPolicy
  /// Called with each retry before its wait, and with nil after it, on any thread.
  package internal(set) var announceRetry: @Sendable (RetryNotice?) -> Void
  /// The time limit of a call with its retries and redirects; waits for a rate limit do not count.
  package internal(set) var timeLimit = Duration.seconds(30)

  /// Options with a time limit of 30 seconds a call.
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

/// Where the client gets a token from, each time a request needs one.
package protocol TokenProviding: Sendable {
  /// The token for the API that the client talks to, or nil if there is none.
  ///
  /// `isRequired` is false for a call that works without a token: a provider may then return nil
  /// instead of throwing.
  func token(isRequired: Bool) throws -> AccessToken?
}

/// How long the calls of one command may wait for rate limits.
///
/// Copies share how long they have waited.
package struct WaitPolicy: Sendable {
  package enum WaitLimit: Sendable, Equatable {
    /// No waiting: after a refusal, all other calls fail too.
    case none
    /// All waits together take at most this long; with zero, a refused call does not affect others.
    case upTo(Duration)
    /// As long as GitHub asks for, but a single wait takes at most an hour.
    case untilItEnds

    /// The limit without a flag: 60 seconds.
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

  /// Counts a wait that is about to begin; false if the limit forbids it.
  ///
  /// `refusals` is how often the call has been refused.
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

  /// Makes all further calls fail with the refusal, if waiting is off.
  func record(_ refusal: GitHubError) {
    guard waitLimit == .none else { return }
    state.withLock { $0.refusal = $0.refusal ?? refusal }
  }

  /// The refusal after which nothing is sent; nil while requests may be sent.
  var refusal: GitHubError? { state.withLock { $0.refusal } }

  /// GitHub's longest window, and a minute for differences between clocks.
  private static let maxWait = Duration.seconds(3660)
  /// A call that was refused this often will be refused again.
  private static let maxRefusals = 10
}

/// A wait that is about to begin.
package struct WaitNotice: Sendable, Equatable {
  /// When the wait ends, by the user's own clock.
  package let until: Date
  package let cause: RateLimiter.Wait.Cause
}

extension RetryNotice.Cause {
  /// Whether the request may have asked for more than GitHub can compute in time.
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
  /// The number of the retry, counted from 1.
  package let number: Int
  package let count: Int
}

/// How often a transient failure is retried, and after which delays.
package struct RetryPolicy: Sendable {
  private let delays: [Duration]
  /// Whether the caller reacts to time-outs itself, with a smaller request.
  var skipsTimeouts = false
  /// A number from 0 to 1, which spreads the retries of clients that failed at the same time.
  private let jitter: @Sendable () -> Double

  /// A policy with a retry after each of the delays.
  ///
  /// Up to a quarter of it is added to each delay; `jitter` returns how much of that, from 0 to 1.
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

  /// Whether a failure is retried at all.
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

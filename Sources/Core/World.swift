import Essentials
import GitHubAPI
import HTTPTransport

/// The world outside the program that operations stand on: environment, clock and network, and the observer of
/// what they do.
struct World: Sendable {
  var environment: [String: String]
  var workingDirectory: String
  /// The time of day.
  var now: @Sendable () -> Date
  var transport: any HTTPTransport
  var rateLimits: RateLimitStore
  var clock: RequestClock
  var retries: RetryPolicy
  /// How long requests wait for rate limits to end.
  var waitLimit = WaitPolicy.WaitLimit.default
  /// The host that the user names, which takes precedence over the environment.
  var hostname: String?
  /// Gets what an operation has to say on its way, on any thread.
  var notify: @Sendable (Notice) -> Void = { _ in }
}

extension RequestClock {
  /// Waits until another process may have released a lock.
  func lockRetryDelay() async throws { try await sleep(.milliseconds(5)) }
}

package import Essentials
package import GitHubAPI
package import HTTPTransport
package import RepositoryStore

/// The environment of operations: variables, clock, network, and an observer.
package struct World: Sendable {
  package var environment: [String: String]
  package var workingDirectory: String
  /// The time of day.
  package var now: @Sendable () -> Date
  package var transport: any HTTPTransport
  package var rateLimits: RateLimitStore
  package var clock: RequestClock
  package var retries: RetryPolicy
  /// How long requests wait for rate limits to end.
  package var waitLimit = WaitPolicy.WaitLimit.default
  /// The host named by the user, which takes precedence over the environment.
  package var hostname: String?
  /// The run of the command, whose journal entry contains its changes.
  package var run = CommandRun()
  /// Receives an operation's notices, on any thread.
  package var notify: @Sendable (Notice) -> Void = { _ in }

  package init(
    environment: [String: String],
    workingDirectory: String,
    now: @escaping @Sendable () -> Date,
    transport: any HTTPTransport,
    rateLimits: RateLimitStore,
    clock: RequestClock,
    retries: RetryPolicy
  ) {
    (self.environment, self.workingDirectory, self.now) = (environment, workingDirectory, now)
    (self.transport, self.rateLimits, self.clock) = (transport, rateLimits, clock)
    self.retries = retries
  }

  /// The absolute path of a file named by the user.
  package func path(of file: String) -> String {
    file.hasPrefix("/") ? file : "\(workingDirectory)/\(file)"
  }
}

extension RequestClock {
  /// Waits until another process may have released a lock.
  package func lockRetryDelay() async throws { try await sleep(.milliseconds(5)) }
}

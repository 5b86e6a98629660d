package import Core
import CurlTransport
package import Foundation
package import GitHubAPI
package import GitHubSandbox
package import HTTPTransport
package import System
package import TestSupport

/// A world of a test's choosing, over real libcurl against a sandbox.
package struct TestWorld: Sendable {
  package var environment: [String: String] = [:]
  package var workingDirectory = "/nonexistent"
  /// Waits on it end immediately.
  package var clock = ManualClock()
  package var rateLimits = RateLimitStore()
  /// Carries requests in place of libcurl.
  package var transport: (any HTTPTransport)?
  /// The local time; by default a date that stands still.
  package var localDate: @Sendable () -> Date = { Self.date }
  /// Called while the program waits.
  package var onSleep: @Sendable (Duration) -> Void = { _ in }
  /// The notices of operations, in order.
  package let notices = Guarded<[Notice]>([])

  /// Kept running for as long as an operation may ask it.
  private var sandbox: Sandbox?

  package static let date = Date(timeIntervalSince1970: 1_790_000_000)

  package init(environment: [String: String] = [:]) {
    self.environment = environment
  }

  package static func anonymous(to sandbox: Sandbox) -> Self {
    var world = Self(environment: ["GHSEARCH_API_URL": sandbox.baseURL])
    world.sandbox = sandbox
    return world
  }

  /// Signed in with the sandbox's token.
  package static func signedIn(to sandbox: Sandbox) -> Self {
    var world = anonymous(to: sandbox)
    world.environment["GHSEARCH_TOKEN"] = SandboxToken.demonstration.value
    return world
  }

  /// The same with a home directory, where a library can be.
  package func atHome(_ home: TemporaryFolder) -> Self {
    var world = self
    world.environment["HOME"] = home.path
    return world
  }

  package var world: World {
    var world = World(
      environment: environment,
      workingDirectory: workingDirectory,
      now: localDate,
      transport: transport ?? UnhurriedTransport(),
      rateLimits: rateLimits,
      clock: requestClock,
      retries: RetryPolicy(delays: [.seconds(1), .seconds(4), .seconds(9)], jitter: { 0 })
    )
    let notices = notices
    world.notify = { notice in notices.withLock { $0.append(notice) } }
    return world
  }

  /// The services of operations, which wait for rate limits so long.
  package func session(
    waitLimit: WaitPolicy.WaitLimit = .default
  ) throws(OperationFailure) -> Session {
    var world = world
    world.waitLimit = waitLimit
    return try Session(world, userAgent: "ghsearch-tests")
  }

  private var requestClock: RequestClock {
    let (clock, onSleep) = (clock, onSleep)
    return RequestClock(
      // The same for all runs on the clock, as it is for all processes of a machine.
      now: { Moment(milliseconds: 0) + clock.elapsed },
      sleep: { length in
        try await clock.sleep(for: length)
        onSleep(length)
        try Task.checkCancellation()
      },
      timer: { _ in try await untilCanceled() },
      date: localDate
    )
  }
}

/// libcurl with very long time limits: on a busy machine a time-out proves nothing.
private struct UnhurriedTransport: HTTPTransport {
  private let transport: CurlTransport

  init() {
    var configuration = CurlConfiguration()
    configuration.connectTimeout = .seconds(300)
    configuration.minRateTime = .seconds(300)
    transport = CurlTransport(configuration)
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    request.timeout = .seconds(300)
    return try await transport.send(request)
  }
}

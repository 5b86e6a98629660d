private import FlyingFox
private import FlyingSocks
private import System

/// A stateful GitHub on a loopback port.
///
/// It implements GitHub's documented endpoints for searching and starring. Stars last until it is
/// stopped or released. It records requests and plays scripted faults.
package final class Sandbox: Sendable {
  /// `http://127.0.0.1:PORT`, without a trailing slash.
  package let baseURL: String
  package let port: UInt16
  /// The service behind the port, for reading and changing stars directly.
  package let service: GitHubService
  private let server: LoopbackServer
  private let journal: RequestJournal

  /// Binds 127.0.0.1 and returns once it accepts requests.
  ///
  /// Throws if it cannot bind the port.
  package static func start(
    _ configuration: SandboxConfiguration = SandboxConfiguration()
  ) async throws -> Sandbox {
    let service = GitHubService(configuration)
    let journal = RequestJournal()
    let handler = SandboxHandler(
      service: service,
      journal: journal,
      latency: configuration.latency
    )
    let server = try await LoopbackServer.start(port: configuration.port, handler: handler)
    return Sandbox(service: service, server: server, journal: journal)
  }

  /// Starts a sandbox with a configuration that differs from the default.
  package static func start(
    _ configure: (inout SandboxConfiguration) -> Void
  ) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configure(&configuration)
    return try await start(configuration)
  }

  private init(service: GitHubService, server: LoopbackServer, journal: RequestJournal) {
    self.service = service
    self.server = server
    self.journal = journal
    port = server.port
    baseURL = "http://127.0.0.1:\(server.port)"
    service.setBaseURL(baseURL)
  }

  deinit {
    Task { [server] in await server.stop() }
  }

  /// Closes the port and all connections; drops waiting responses.
  package func stop() async { await server.stop() }

  /// The requests so far, in order of receipt.
  package var requests: [SandboxRequest] { journal.requests }

  /// Returns once a total of `count` requests have arrived; throws only if the task is canceled.
  package func received(_ count: Int) async throws { try await journal.received(count) }

  package func forgetRequests() { journal.forgetRequests() }

  /// Applies a fault to the next `times` requests that match; faults scripted first apply first.
  ///
  /// With `.max`, the fault never ends.
  package func script(
    _ fault: SandboxFault,
    on matcher: RequestMatcher = .any,
    times: Int = 1
  ) {
    journal.script(fault, on: matcher, times: times)
  }

  package func forgetFaults() { journal.forgetFaults() }

  /// The number of scripted faults that no request met, except endless ones; 0 at the end of a
  /// test.
  package var unusedFaultCount: Int { journal.unusedFaultCount }

  /// The stars of a user as `owner/name`, oldest first.
  package func starredNames(of login: String = "octocat") -> [String] {
    service.starredNames(of: login)
  }
}

/// The received requests and the remaining faults.
final class RequestJournal: Sendable {
  private struct State {
    var requests: [SandboxRequest] = []
    var script = FaultScript()
  }

  private let state = Guarded(State())
  private let received = AsyncCounter()

  var requests: [SandboxRequest] { state.withLock { $0.requests } }
  var unusedFaultCount: Int { state.withLock { $0.script.unusedCount } }

  /// Records a request and returns the fault for it.
  func record(_ request: SandboxRequest) -> SandboxFault? {
    let fault = state.withLock { state in
      if state.requests.count == Self.maxCount { state.requests.removeFirst(Self.maxCount / 2) }
      state.requests.append(request)
      return state.script.next(for: request)
    }
    received.advance()
    return fault
  }

  /// The maximum number of requests recorded, above that of any test; a sandbox that runs for days
  /// keeps the newest.
  private static let maxCount = 100_000

  func forgetRequests() { state.withLock { $0.requests = [] } }

  func forgetFaults() { state.withLock { $0.script.removeAll() } }

  func script(_ fault: SandboxFault, on matcher: RequestMatcher, times: Int) {
    state.withLock { $0.script.add(fault, on: matcher, times: times) }
  }

  /// Returns once a total of `count` requests have arrived, including forgotten ones.
  func received(_ count: Int) async throws { try await received.reached(count) }
}

private import FlyingFox
private import FlyingSocks
private import System

/// A stateful GitHub on a loopback port.
///
/// It implements the endpoints for searching and starring as GitHub documents them. Stars last as long
/// as it runs. Requests are recorded, and faults can be scripted.
package final class Sandbox: Sendable {
  /// `http://127.0.0.1:PORT`, without a trailing slash.
  package let baseURL: String
  /// The loopback port.
  package let port: UInt16
  /// The service of the port, for reading and changing stars directly.
  package let service: GitHubService
  private let server: LoopbackServer
  private let journal: RequestJournal

  /// Binds 127.0.0.1 and returns once requests are accepted.
  ///
  /// Throws when the port cannot be bound.
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

  private init(service: GitHubService, server: LoopbackServer, journal: RequestJournal) {
    self.service = service
    self.server = server
    self.journal = journal
    port = server.port
    baseURL = "http://127.0.0.1:\(server.port)"
    service.setBaseURL(baseURL)
  }

  /// Closes the port and all connections; waiting responses are dropped.
  package func stop() async { await server.stop() }

  /// Every request so far, in the order received.
  package var requests: [SandboxRequest] { journal.requests }

  /// Returns once `count` requests in all came; throws only when the task is cancelled.
  package func received(_ count: Int) async throws { try await journal.received(count) }

  /// Removes the requests recorded so far.
  package func forgetRequests() { journal.forgetRequests() }

  /// Lets the next `times` requests that match meet a fault; those scripted first come first.
  ///
  /// With `.max`, the fault never ends.
  package func script(
    _ fault: SandboxFault,
    on matcher: RequestMatcher = .any,
    times: Int = 1
  ) {
    journal.script(fault, on: matcher, times: times)
  }

  /// Removes the faults that are left.
  package func forgetFaults() { journal.forgetFaults() }

  /// How many scripted faults were not met, endless ones aside; a test ends with 0.
  package var unusedFaultCount: Int { journal.unusedFaultCount }

  /// The stars of a user as `owner/name`, the oldest first.
  package func starredNames(of login: String = "octocat") -> [String] {
    service.starredNames(of: login)
  }
}

/// What was received, and which faults are still to come.
final class RequestJournal: Sendable {
  private struct State {
    var requests: [SandboxRequest] = []
    var script = FaultScript()
  }

  private let state = Guarded(State())
  private let received = AsyncCounter()

  var requests: [SandboxRequest] { state.withLock { $0.requests } }
  var unusedFaultCount: Int { state.withLock { $0.script.unusedCount } }

  /// Enters a request and says which fault is for it.
  func record(_ request: SandboxRequest) -> SandboxFault? {
    let fault = state.withLock { state in
      state.requests.append(request)
      return state.script.next(for: request)
    }
    received.advance()
    return fault
  }

  func forgetRequests() { state.withLock { $0.requests = [] } }

  func forgetFaults() { state.withLock { $0.script.removeAll() } }

  func script(_ fault: SandboxFault, on matcher: RequestMatcher, times: Int) {
    state.withLock { $0.script.add(fault, on: matcher, times: times) }
  }

  /// Returns once `count` requests in all came, forgotten ones included.
  func received(_ count: Int) async throws { try await received.reached(count) }
}

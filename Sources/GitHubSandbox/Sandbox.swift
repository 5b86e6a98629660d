private import FlyingFox
private import FlyingSocks

/// A stateful GitHub on a loopback port.
///
/// It answers the calls that searching and starring need as GitHub documents them; stars last as
/// long as it runs. Requests are kept, and faults can be scripted.
package final class Sandbox: Sendable {
  /// `http://127.0.0.1:PORT`, without a trailing slash.
  package let baseURL: String
  package let port: UInt16
  /// The GitHub behind the port: star state can be read and changed here directly.
  package let service: GitHubService
  private let server: LoopbackServer
  private let journal: Journal

  /// Binds 127.0.0.1 and returns once requests are accepted.
  ///
  /// Throws when the port cannot be bound.
  package static func start(
    _ configuration: SandboxConfiguration = SandboxConfiguration()
  ) async throws -> Sandbox {
    let service = GitHubService(configuration)
    let journal = Journal()
    let handler = SandboxHandler(
      service: service,
      journal: journal,
      latency: configuration.latency
    )
    let server = try await LoopbackServer.start(port: configuration.port, handler: handler)
    return Sandbox(service: service, server: server, journal: journal)
  }

  private init(service: GitHubService, server: LoopbackServer, journal: Journal) {
    self.service = service
    self.server = server
    self.journal = journal
    port = server.port
    baseURL = "http://127.0.0.1:\(server.port)"
    service.setBaseURL(baseURL)
  }

  /// Closes the port and every connection; answers that are being held are given up.
  package func stop() async { await server.stop() }

  /// Every request so far, in the order received.
  package var requests: [SandboxRequest] { journal.requests }

  /// Returns once `count` requests in all came; throws only when the task is cancelled.
  package func received(_ count: Int) async throws { try await journal.received(count) }

  package func forgetRequests() { journal.forgetRequests() }

  /// Lets the next `times` requests that match meet a fault; those scripted first come first.
  ///
  /// `times` of `.max` is for ever.
  package func script(
    _ fault: SandboxFault,
    on matcher: RequestMatcher = .any,
    times: Int = 1
  ) {
    journal.script(fault, on: matcher, times: times)
  }

  package func forgetFaults() { journal.forgetFaults() }

  /// How many scripted faults were not met, endless ones aside; a test ends with 0.
  package var unusedFaultCount: Int { journal.unusedFaultCount }

  /// The stars of a user as `owner/name`, the oldest first.
  package func starredNames(of login: String = "octocat") -> [String] {
    service.starredNames(of: login)
  }
}

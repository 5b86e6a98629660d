private import Locking

/// What was received, and which faults are still to come.
final class Journal: Sendable {
  private struct State {
    var requests: [SandboxRequest] = []
    var script = FaultScript()
  }

  private let state = Guarded(State())
  private let received = Milestone()

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

private import Locking

/// A gate at which answers wait until a test opens it.
///
/// It never closes again. Waiting ends with `CancellationError` when the task is cancelled.
package final class SandboxGate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var nextTicket = 0
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private enum Arrival {
    case mayPass
    case mustWait
    case isCancelled
  }

  private let state = Guarded(State())
  private let arrived = Milestone()

  package init() {}

  /// Lets everything pass, now and from now on.
  package func open() {
    let released = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in released { continuation.resume() }
  }

  /// Returns once `count` requests in all have reached the gate.
  package func arrivals(_ count: Int) async throws {
    try await arrived.reached(count)
  }

  func pass() async throws {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(with: $0, ticket: ticket) }
    } onCancel: {
      leave(ticket)
    }
  }

  private func wait(with continuation: CheckedContinuation<Void, any Error>, ticket: Int) {
    let arrival = state.withLock { state -> Arrival in
      if state.isOpen { return .mayPass }
      if Task.isCancelled { return .isCancelled }
      state.waiting[ticket] = continuation
      return .mustWait
    }
    switch arrival {
    case .mayPass: continuation.resume()
    case .isCancelled: continuation.resume(throwing: CancellationError())
    case .mustWait: break
    }
    arrived.advance()
  }

  private func leave(_ ticket: Int) {
    let left = state.withLock { $0.waiting.removeValue(forKey: ticket) }
    left?.resume(throwing: CancellationError())
  }
}

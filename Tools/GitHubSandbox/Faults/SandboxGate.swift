private import System

/// A gate at which responses wait until a test opens it.
///
/// It never closes again. A canceled wait throws `CancellationError`.
package final class SandboxGate: Sendable {
  private let arrived = AsyncCounter()
  /// Counts to one when the gate opens.
  private let opened = AsyncCounter()

  package init() {}

  /// Releases all waiting responses and lets later ones pass.
  package func open() { opened.advance() }

  /// Returns once a total of `count` requests have reached the gate.
  package func arrivals(_ count: Int) async throws { try await arrived.reached(count) }

  func pass() async throws {
    arrived.advance()
    try await opened.reached(1)
  }
}

/// A count that only grows, for tasks to await.
final class AsyncCounter: Sendable {
  private struct Waiter {
    let ticket: Int
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var count = 0
    var nextTicket = 0
    var waiters: [Waiter] = []
  }

  private enum Arrival {
    case isReached
    case mustWait
    case isCanceled
  }

  private let state = Guarded(State())

  /// Adds one and resumes the tasks that await the new count.
  func advance() {
    let woken = state.withLock { state in
      state.count += 1
      let count = state.count
      let woken = state.waiters.filter { $0.count <= count }
      state.waiters.removeAll { $0.count <= count }
      return woken
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Returns once the count is `count` or more; throws `CancellationError` when canceled.
  func reached(_ count: Int) async throws {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(Waiter(ticket: ticket, count: count, continuation: continuation))
      }
    } onCancel: {
      leave(ticket)
    }
  }

  private func wait(_ waiter: Waiter) {
    let arrival = state.withLock { state -> Arrival in
      if state.count >= waiter.count { return .isReached }
      if Task.isCancelled { return .isCanceled }
      state.waiters.append(waiter)
      return .mustWait
    }
    switch arrival {
    case .isReached: waiter.continuation.resume()
    case .isCanceled: waiter.continuation.resume(throwing: CancellationError())
    case .mustWait: break
    }
  }

  private func leave(_ ticket: Int) {
    let left = state.withLock { state in
      let left = state.waiters.filter { $0.ticket == ticket }
      state.waiters.removeAll { $0.ticket == ticket }
      return left
    }
    for waiter in left { waiter.continuation.resume(throwing: CancellationError()) }
  }
}

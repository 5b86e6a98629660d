import System

/// A one-time event that a test awaits instead of sleeping.
package final class Signal: Sendable {
  private struct State {
    var isRaised = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  package init() {}

  package func raise() {
    let waiters = state.withLock { state in
      state.isRaised = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isRaised = state.withLock { state in
        if !state.isRaised { state.waiters.append(continuation) }
        return state.isRaised
      }
      if isRaised { continuation.resume() }
    }
  }
}

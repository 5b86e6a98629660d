import System

/// Runs up to `width` operations at a time; the others wait in order.
final class Lane: Sendable {
  private struct State {
    var room: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Guarded<State>

  init(width: Int) {
    state = Guarded(State(room: width))
  }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.room > 0 {
          state.room -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiters.isEmpty {
        state.room += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume()
  }
}

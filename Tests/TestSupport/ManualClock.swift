import System

/// A clock that advances only when a test advances it, or when a task sleeps on it.
///
/// Sleeping takes no real time: it advances the clock and is recorded.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    let offset: Swift.Duration

    package func advanced(by duration: Swift.Duration) -> Self { Self(offset: offset + duration) }
    package func duration(to other: Self) -> Swift.Duration { other.offset - offset }
    package static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleeps: [Swift.Duration] = []
  }

  private let state = Guarded(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  /// The time since the clock's creation.
  package var elapsed: Swift.Duration { now.offset }
  package var minimumResolution: Swift.Duration { .nanoseconds(1) }
  /// The duration of each sleep.
  package var sleeps: [Swift.Duration] { state.withLock { $0.sleeps } }

  package func advance(by duration: Swift.Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
  }
}

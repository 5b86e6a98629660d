import Locking

/// Keeps changes at least a second apart, as GitHub asks (REST documentation on best practices).
///
/// The second is counted from the end of one change to the start of the next, so that no delay on
/// the way can bring two closer together.
package struct WritePacer: Sendable {
  private let pause: @Sendable () async throws -> Void
  private let mark: @Sendable () -> Void

  /// `interval` is how long at least lies between two changes.
  package init<C: Clock<Duration>>(
    clock: C = ContinuousClock(),
    interval: Duration = .seconds(1)
  ) {
    let earliest = Guarded<C.Instant?>(nil)
    pause = {
      guard let deadline = earliest.withLock({ $0 }), clock.now < deadline else { return }
      try await clock.sleep(until: deadline, tolerance: nil)
    }
    mark = {
      let next = clock.now.advanced(by: interval)
      earliest.withLock { $0 = next }
    }
  }

  /// Returns when the next change may start; throws when the task is cancelled meanwhile.
  func waitForTurn() async throws {
    try await pause()
  }

  func noteEndOfWrite() {
    mark()
  }
}

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time that calls go by: one clock to wait on, and one to tell people of it.
package struct RequestClock: Sendable {
  /// Never goes back, and is the same in every process of the machine.
  package let now: @Sendable () -> Moment
  /// Throws when the task is cancelled meanwhile.
  package let sleep: @Sendable (Duration) async throws -> Void
  /// What the user's own clock shows, right or wrong.
  package let date: @Sendable () -> Date

  package init(
    now: @escaping @Sendable () -> Moment,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    date: @escaping @Sendable () -> Date
  ) {
    self.now = now
    self.sleep = sleep
    self.date = date
  }

  /// Counts from the call on; for a single process, and for clocks that tests move.
  package init(
    _ clock: some Clock<Duration>,
    date: @escaping @Sendable () -> Date
  ) {
    let start = clock.now
    self.init(
      now: { Moment(milliseconds: 0) + start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) },
      date: date
    )
  }

  /// What the user's clock will show then.
  func date(after length: Duration) -> Date {
    date().addingTimeInterval(length / .seconds(1))
  }
}

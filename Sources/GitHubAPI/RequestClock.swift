package import Essentials
import GitHubModel
import JSON

/// The client's clocks: a monotonic one for waits, and the user's own for messages.
package struct RequestClock: Sendable {
  /// A time that never goes back, and is the same in all processes on the machine.
  package let now: @Sendable () -> Moment
  /// Waits; throws if the task is canceled.
  package let sleep: @Sendable (Duration) async throws -> Void
  /// Waits in parallel with other work, whose end cancels the wait.
  package let timer: @Sendable (Duration) async throws -> Void
  /// The time on the user's own clock, which may be wrong.
  package let date: @Sendable () -> Date

  /// Creates a clock from functions; a timer waits like `sleep` by default.
  package init(
    now: @escaping @Sendable () -> Moment,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    timer: (@Sendable (Duration) async throws -> Void)? = nil,
    date: @escaping @Sendable () -> Date
  ) {
    self.now = now
    self.sleep = sleep
    self.timer = timer ?? sleep
    self.date = date
  }

  /// Waits on behalf of the caller.
  ///
  /// - Throws: ``GitHubError`` of kind ``FailureKind/canceled`` if the task is canceled.
  package func wait(_ length: Duration) async throws(GitHubError) {
    do {
      try await sleep(length)
    } catch {
      throw GitHubError(.canceled(nil))
    }
  }

  /// The time on the user's clock after a duration.
  func date(after length: Duration) -> Date {
    date().addingTimeInterval(length / .seconds(1))
  }
}

// MARK: Moments

/// A point in time on a monotonic clock.
///
/// All processes on a machine count from the same start, so a moment written to a file means the
/// same to all of them, whatever the local time is.
package struct Moment: Sendable, Hashable, Comparable {
  private let sinceStart: Duration

  private init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  /// Creates a moment from the milliseconds since the clock's start.
  package init(milliseconds: Int64) { self.init(.milliseconds(milliseconds)) }

  /// The moment after a duration.
  package static func + (moment: Self, duration: Duration) -> Self {
    Self(moment.sinceStart + duration)
  }

  /// The duration from the second moment to the first; negative if the first is earlier.
  package static func - (later: Self, earlier: Self) -> Duration {
    later.sinceStart - earlier.sinceStart
  }

  package static func < (left: Self, right: Self) -> Bool { left.sinceStart < right.sinceStart }
}

extension Moment {
  /// Parses a moment from a file, from the clock's start to about 3,000 years later.
  init?(_ json: JSONElement?) {
    guard let milliseconds = json?.int64 else { return nil }
    self.init(milliseconds: min(max(milliseconds, 0), 100_000_000_000_000))
  }

  /// The moment in milliseconds, rounded up so that a wait is never too short.
  var json: JSONValue {
    let (seconds, attoseconds) = sinceStart.components
    return .number(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

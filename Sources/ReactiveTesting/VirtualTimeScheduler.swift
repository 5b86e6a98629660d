package import Reactive
private import System

/// A scheduler whose clock advances only when a test says so.
///
/// Closures run inside `advance(by:)`, on the caller's thread, in the order of their times;
/// closures with equal times run in the order in which they were scheduled.
///
/// ```swift
/// let clock = VirtualTimeScheduler()
/// let recorder = Recorder(subject.debounce(for: .milliseconds(300), scheduler: clock))
/// subject.send("a")
/// clock.advance(by: .milliseconds(300))
/// #expect(recorder.events == [.subscription, .value("a")])
/// ```
package final class VirtualTimeScheduler: Scheduler {
  /// A point in virtual time, in nanoseconds since the start; arithmetic saturates.
  package struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The nanoseconds since the start.
    package let nanoseconds: Int

    /// Creates a time from nanoseconds since the start.
    package init(nanoseconds: Int) {
      self.nanoseconds = nanoseconds
    }

    package func distance(to other: SchedulerTimeType) -> NanosecondStride {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    package func advanced(by n: NanosecondStride) -> SchedulerTimeType {
      SchedulerTimeType(nanoseconds: (.nanoseconds(nanoseconds) + n).magnitude)
    }
  }

  private struct Job: Sendable {
    let time: Int
    let order: Int
    let token: Int
    let interval: Int?
    let action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = 0
    var nextOrder = 0
    var jobs: [Job] = []

    mutating func add(
      at time: Int,
      token: Int? = nil,
      every interval: Int? = nil,
      _ action: @escaping @Sendable () -> Void
    ) -> Int {
      defer { nextOrder += 1 }
      let token = token ?? nextOrder
      jobs.append(
        Job(
          time: max(time, now),
          order: nextOrder,
          token: token,
          interval: interval,
          action: action
        )
      )
      return token
    }

    /// Removes and returns the next job up to a time; a repeating job is scheduled again.
    mutating func next(until end: Int) -> Job? {
      let earlier = { (lhs: Job, rhs: Job) in (lhs.time, lhs.order) < (rhs.time, rhs.order) }
      guard let job = jobs.min(by: earlier), job.time <= end else { return nil }
      jobs.removeAll { $0.order == job.order }
      now = max(now, job.time)
      if let interval = job.interval {
        let time = SchedulerTimeType(nanoseconds: now).advanced(by: .nanoseconds(max(interval, 1)))
        _ = add(at: time.nanoseconds, token: job.token, every: interval, job.action)
      }
      return job
    }
  }

  private let state = Guarded(State())

  /// Creates a scheduler at time zero.
  package init() {}

  /// The current virtual time.
  package var now: SchedulerTimeType {
    SchedulerTimeType(nanoseconds: state.withLock { $0.now })
  }

  /// The number of scheduled closures.
  package var pendingCount: Int { state.withLock { $0.jobs.count } }

  /// Advances time, and runs the closures that become due, including those that they schedule.
  ///
  /// Without an interval, no time passes, and the closures that are due now run.
  ///
  /// A closure may advance time as well; time never goes back afterward.
  package func advance(by interval: NanosecondStride = .nanoseconds(0)) {
    let end = now.advanced(by: interval).nanoseconds
    while let job = state.withLock({ $0.next(until: end) }) { job.action() }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Schedules a closure for the next run.
  package func schedule(_ action: @escaping @Sendable () -> Void) {
    _ = state.withLock { $0.add(at: $0.now, action) }
  }

  package func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    _ = state.withLock { $0.add(at: date.nanoseconds, action) }
  }

  /// Schedules a closure for a time, and again after every interval until canceled.
  package func schedule(
    after date: SchedulerTimeType,
    interval: NanosecondStride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let token = state.withLock {
      $0.add(at: date.nanoseconds, every: interval.magnitude, action)
    }
    return cancellation(of: token)
  }

  private func cancellation(of token: Int) -> any Cancellable {
    AnyCancellable { [weak self] in
      // Dropped values are released outside the lock.
      _ = self?.state.withLock { state in
        defer { state.jobs.removeAll { $0.token == token } }
        return state.jobs.filter { $0.token == token }
      }
    }
  }
}

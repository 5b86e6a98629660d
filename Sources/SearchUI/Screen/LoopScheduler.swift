package import Dispatch
package import Reactive
import SearchModel
import System

/// A scheduler that runs jobs on the terminal's thread, in turns of its event loop.
///
/// Keeps counting during system sleep; overdue jobs run on wake.
package final class LoopScheduler: Scheduler {
  package typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  package typealias Stride = SchedulerTimeType.Stride
  package typealias Action = @Sendable () -> Void

  private struct Job: Sendable {
    let number: Int
    let time: SchedulerTimeType
    let interval: Stride?
    let action: Action
  }

  private struct State: Sendable {
    /// The jobs in the order of their times.
    var jobs: [Job] = []
    var count = 0
    /// Whether a turn is running, so that the loop need not be woken.
    var isInTurn = false
    var wake: Action?

    mutating func add(_ job: Job) {
      let index = jobs.lastIndex { $0.time <= job.time }.map { $0 + 1 } ?? 0
      jobs.insert(job, at: index)
    }

    /// Removes and returns the next job up to a time; a repeating job is scheduled again.
    mutating func next(until now: SchedulerTimeType) -> Action? {
      guard let job = jobs.first, job.time <= now else { return nil }
      jobs.removeFirst()
      if let interval = job.interval {
        let time = now.advanced(by: interval)
        add(Job(number: job.number, time: time, interval: interval, action: job.action))
      }
      return job.action
    }
  }

  private let state = Guarded(State())
  private let clock: @Sendable () -> ContinuousClock.Instant
  /// The same moment on both clocks.
  private let start: ContinuousClock.Instant
  private let startTime = SchedulerTimeType(.now())

  package init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    (self.clock, start) = (clock, clock())
  }

  package var now: SchedulerTimeType {
    startTime.advanced(by: .duration(start.duration(to: clock())))
  }

  package func schedule(_ action: @escaping Action) {
    add(at: now, action)
  }

  package func schedule(after date: SchedulerTimeType, _ action: @escaping Action) {
    add(at: date, action)
  }

  package func schedule(
    after date: SchedulerTimeType,
    interval: Stride,
    _ action: @escaping Action
  ) -> any Cancellable {
    Timer(self, add(at: date, every: interval, action))
  }

  /// A cancelable job.
  private final class Timer: Cancellable {
    private weak let scheduler: LoopScheduler?
    private let job: Int

    init(_ scheduler: LoopScheduler, _ job: Int) {
      (self.scheduler, self.job) = (scheduler, job)
    }

    func cancel() { scheduler?.remove(job) }
  }

  /// Adds a job from any thread; outside a turn, wakes the loop.
  @discardableResult
  private func add(
    at time: SchedulerTimeType,
    every interval: Stride? = nil,
    _ action: @escaping Action
  ) -> Int {
    let (number, wake) = state.withLock { state in
      state.count += 1
      state.add(Job(number: state.count, time: time, interval: interval, action: action))
      return (state.count, state.isInTurn ? nil : state.wake)
    }
    wake?()
    return number
  }

  private func remove(_ number: Int) {
    // Objects held by an action are released outside the lock.
    _ = state.withLock { state in
      state.jobs.firstIndex { $0.number == number }.map { state.jobs.remove(at: $0) }
    }
  }
}

// MARK: - The loop

extension LoopScheduler {
  /// Sets the closure that wakes the loop; called from any thread.
  func connect(wake: @escaping Action) {
    state.withLock { $0.wake = wake }
  }

  /// Starts a turn: jobs added until its end do not wake the loop.
  func beginTurn() {
    state.withLock { $0.isInTurn = true }
  }

  /// Runs all due jobs, including those they add.
  func run() {
    while let action = state.withLock({ $0.next(until: now) }) { action() }
  }

  /// Ends the turn; returns false if a job is due.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isInTurn = state.jobs.first.map { $0.time <= now } ?? false
      return !state.isInTurn
    }
  }

  /// When the next job is due; nil if there is none.
  var deadline: ContinuousClock.Instant? {
    state.withLock { $0.jobs.first?.time }.map { time in
      start + .nanoseconds(startTime.distance(to: time).magnitude)
    }
  }
}

package import Dispatch
package import Reactive
import SearchModel
import System

/// The thread of the terminal as a scheduler: jobs run in a turn of its event loop, at their time.
///
/// Time goes on while the machine sleeps, so that what was due meanwhile runs when it wakes.
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
    /// In the order of their times.
    var jobs: [Job] = []
    var count = 0
    /// Whether a turn is under way, so that the loop need not be woken.
    var isInTurn = false
    var wake: Action?

    mutating func add(_ job: Job) {
      let index = jobs.lastIndex { $0.time <= job.time }.map { $0 + 1 } ?? 0
      jobs.insert(job, at: index)
    }

    /// The next job up to a time, taken out; one that repeats is put back for its next time.
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
  /// The same moment by both clocks.
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

  /// A job that may be taken back.
  private final class Timer: Cancellable {
    private weak let scheduler: LoopScheduler?
    private let job: Int

    init(_ scheduler: LoopScheduler, _ job: Int) {
      (self.scheduler, self.job) = (scheduler, job)
    }

    func cancel() { scheduler?.remove(job) }
  }

  /// From any thread; outside of a turn, the loop begins one.
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
    // What an action holds is released outside the lock.
    _ = state.withLock { state in
      state.jobs.firstIndex { $0.number == number }.map { state.jobs.remove(at: $0) }
    }
  }
}

// MARK: - The loop

extension LoopScheduler {
  /// Says how a turn of the loop is begun, from any thread.
  func connect(wake: @escaping Action) {
    state.withLock { $0.wake = wake }
  }

  /// Begins a turn: what is added until its end does not wake the loop.
  func beginTurn() {
    state.withLock { $0.isInTurn = true }
  }

  /// Runs what is due, and what it adds.
  func run() {
    while let action = state.withLock({ $0.next(until: now) }) { action() }
  }

  /// Ends the turn; false if something is due.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isInTurn = state.jobs.first.map { $0.time <= now } ?? false
      return !state.isInTurn
    }
  }

  /// When the next job is due; nil while there is none.
  var deadline: ContinuousClock.Instant? {
    state.withLock { $0.jobs.first?.time }.map { time in
      start + .nanoseconds(startTime.distance(to: time).magnitude)
    }
  }
}

import Reactive
import ReactiveTesting

/// A scheduler that runs everything on a virtual clock.
protocol ClockScheduler: Scheduler
where SchedulerTimeType == VirtualTimeScheduler.SchedulerTimeType {
  var clock: VirtualTimeScheduler { get }
}

extension ClockScheduler {
  var now: SchedulerTimeType { clock.now }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    clock.schedule(action)
  }

  func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    clock.schedule(after: date, action)
  }

  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    clock.schedule(after: date, interval: interval, action)
  }
}

/// A scheduler that schedules a separate closure for each value, as one from another package might.
struct OneByOneScheduler: ClockScheduler {
  let clock: VirtualTimeScheduler
  /// Called before a repeating timer is set.
  var meddle: @Sendable () -> Void = {}

  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    meddle()
    return clock.schedule(after: date, interval: interval, action)
  }
}

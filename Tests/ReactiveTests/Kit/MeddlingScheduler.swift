import Reactive
import ReactiveTesting

/// A virtual clock that does something of its own before it sets a repeating timer.
struct MeddlingScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
  typealias SchedulerOptions = VirtualTimeScheduler.SchedulerOptions

  let clock: VirtualTimeScheduler
  let meddle: @Sendable () -> Void

  var now: SchedulerTimeType { clock.now }
  var minimumTolerance: SchedulerTimeType.Stride { clock.minimumTolerance }

  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    clock.schedule(options: options, action)
  }

  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    clock.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    meddle()
    return clock.schedule(
      after: date,
      interval: interval,
      tolerance: tolerance,
      options: options,
      action
    )
  }
}

/// A scheduler that runs everything immediately on the caller's thread; its clock never advances.
package struct ImmediateScheduler: Scheduler {
  /// The only point in time.
  package struct SchedulerTimeType: Strideable, Sendable {
    package func distance(to other: SchedulerTimeType) -> NanosecondStride { .zero }

    /// Returns the same time.
    package func advanced(by n: NanosecondStride) -> SchedulerTimeType { self }
  }

  /// The shared scheduler.
  package static let shared = ImmediateScheduler()

  package var now: SchedulerTimeType { SchedulerTimeType() }

  package func schedule(_ action: @escaping @Sendable () -> Void) { action() }

  package func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs a closure immediately, and does not repeat it.
  package func schedule(
    after date: SchedulerTimeType,
    interval: NanosecondStride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

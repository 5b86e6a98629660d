/// A scheduler that runs everything at once, on the caller's thread; its clock never advances.
package struct ImmediateScheduler: Scheduler {
  /// The one point in time that there is.
  package struct SchedulerTimeType: Strideable, Sendable {
    package func distance(to other: SchedulerTimeType) -> NanosecondStride { .zero }

    /// The same time.
    package func advanced(by n: NanosecondStride) -> SchedulerTimeType { self }
  }

  /// The scheduler.
  package static let shared = ImmediateScheduler()

  package var now: SchedulerTimeType { SchedulerTimeType() }

  package func schedule(_ action: @escaping @Sendable () -> Void) { action() }

  package func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs a closure at once, and not again.
  package func schedule(
    after date: SchedulerTimeType,
    interval: NanosecondStride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

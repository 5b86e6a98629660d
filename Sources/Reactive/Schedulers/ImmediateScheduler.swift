/// A scheduler that runs everything at once, on the caller's thread; time stands still.
public struct ImmediateScheduler: Scheduler {
  /// The one point in time that there is.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// Zero.
    public func distance(to other: SchedulerTimeType) -> NanosecondStride { .zero }

    /// The same time.
    public func advanced(by n: NanosecondStride) -> SchedulerTimeType { self }
  }

  /// The scheduler.
  public static let shared = ImmediateScheduler()

  /// The present.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Runs a closure at once.
  public func schedule(_ action: @escaping @Sendable () -> Void) { action() }

  /// Runs a closure at once.
  public func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs a closure at once, and not again.
  public func schedule(
    after date: SchedulerTimeType,
    interval: NanosecondStride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

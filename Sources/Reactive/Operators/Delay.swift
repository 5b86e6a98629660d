extension Publisher {
  /// Passes on values and completion after some time.
  public func delay<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride? = nil,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, Context> {
    let tolerance = tolerance ?? scheduler.minimumTolerance
    return .init(
      upstream: self,
      interval: interval,
      tolerance: tolerance,
      scheduler: scheduler,
      options: options
    )
  }
}

extension Publishers {
  /// A publisher that passes everything on after some time.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let tolerance: Context.SchedulerTimeType.Stride
    let scheduler: Context
    let options: Context.SchedulerOptions?

    /// Attaches a subscriber.
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.postpone(for: Postponed.outbox("Delay", subscriber), on: scheduler) { timer, turn in
        timer.start(on: scheduler, after: interval, tolerance: tolerance, options: options, turn)
      }
    }
  }
}

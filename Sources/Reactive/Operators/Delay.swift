extension Publisher {
  /// Delays values and completion by an interval.
  package func delay<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    scheduler: Context
  ) -> Publishers.Delay<Self, Context> {
    .init(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  package struct Delay<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.postpone(for: subscriber, on: scheduler) { timer, turn in
        timer.start(on: scheduler, at: scheduler.now.advanced(by: interval), turn)
      }
    }
  }
}

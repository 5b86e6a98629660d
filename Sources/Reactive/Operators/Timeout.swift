extension Publisher {
  /// Ends the stream and cancels upstream when no value has arrived for an interval.
  ///
  /// Values and completion arrive on the scheduler. Without an error, the stream finishes.
  package func timeout<Context: Scheduler>(
    _ interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, Context> {
    .init(upstream: self, interval: interval, scheduler: scheduler, customError: customError)
  }
}

extension Publishers {
  package struct Timeout<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context
    let customError: (@Sendable () -> Upstream.Failure)?

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.postpone(for: subscriber, on: scheduler) { outbox in
        guard let timer = outbox.withState({ $0.upstream.isOpen ? $0.newTimer(&$1.ledger) : nil })
        else { return }
        timer.start(on: scheduler, at: scheduler.now.advanced(by: interval)) {
          guard outbox.withState({ $0.expire(timer, &$1) }) == true else { return }
          outbox.end(customError.map { .failure($0()) } ?? .finished)
        }
      } _: { _, turn in
        scheduler.schedule(turn)
      }
    }
  }
}

extension Publisher {
  /// Sends values and completion on a scheduler.
  package func receive<Context: Scheduler>(
    on scheduler: Context
  ) -> Publishers.ReceiveOn<Self, Context> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  package struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.postpone(for: subscriber, on: scheduler) { _, turn in
        scheduler.schedule(turn)
      }
    }
  }
}

extension Publisher {
  /// Subscribes, requests and cancels on a scheduler.
  package func subscribe<Context: Scheduler>(
    on scheduler: Context
  ) -> Publishers.SubscribeOn<Self, Context> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  package struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = StatefulSubscriber("SubscribeOn", subscriber, state: (), scheduler: scheduler) {
        .pass($1)
      }
      scheduler.schedule { upstream.subscribe(inner) }
    }
  }
}

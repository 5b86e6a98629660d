import System

extension Publisher {
  /// Subscribes, requests and cancels on a scheduler.
  package func subscribe<Context: Scheduler>(
    on scheduler: Context
  ) -> Publishers.SubscribeOn<Self, Context> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that is subscribed to on a scheduler.
  package struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = Inner(subscriber, self)
      scheduler.schedule { upstream.subscribe(inner) }
    }

    private final class Inner<Downstream: Subscriber<Output, Failure>>: Subscriber, Subscription,
      CustomStringConvertible
    {
      typealias Input = Upstream.Output
      typealias Failure = Upstream.Failure

      private let downstream: Downstream
      private let publisher: SubscribeOn
      private let link = Guarded(SubscriptionStatus.awaited)

      init(_ downstream: Downstream, _ publisher: SubscribeOn) {
        self.downstream = downstream
        self.publisher = publisher
      }

      var description: String { "SubscribeOn" }

      func receive(subscription: any Subscription) {
        if link.open(subscription) { downstream.receive(subscription: self) }
      }

      func receive(_ input: Input) -> Subscribers.Demand {
        link.isOpen ? downstream.receive(input) : .none
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        if link.close() != nil { downstream.receive(completion: completion) }
      }

      func request(_ demand: Subscribers.Demand) {
        guard let subscription = link.subscription else { return }
        publisher.scheduler.schedule { subscription.request(demand) }
      }

      func cancel() {
        guard let subscription = link.close() else { return }
        publisher.scheduler.schedule { subscription.cancel() }
      }
    }
  }
}

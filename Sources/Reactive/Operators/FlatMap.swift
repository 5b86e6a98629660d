extension Publisher {
  /// Sends the values of all publishers that a closure creates from this publisher's values.
  ///
  /// At most `maxPublishers` of them are active at a time.
  package func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  package struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Operator
  where NewPublisher.Failure == Upstream.Failure {
    package typealias Output = NewPublisher.Output

    let upstream: Upstream
    let maxPublishers: Subscribers.Demand
    let transform: @Sendable (Upstream.Output) -> NewPublisher

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber, Merging(maxPublishers: maxPublishers))
      outbox.begin()
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { outbox.connect($0, 0) },
          receiveValue: { value in
            guard outbox.withState({ state, _ in state.hasUpstream(0) }) == true else {
              return .none
            }
            outbox.add(transform(value))
            return .none
          },
          receiveCompletion: { completion in outbox.update { $0.end(completion, 0, &$1) } }
        )
      )
    }
  }
}
